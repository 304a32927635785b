package calls

import (
	"slices"
	"strings"
	"testing"

	"witness/engine/shell"
)

// TestIs checks which commands are the one that is named.
func TestIs(t *testing.T) {
	for _, c := range []struct {
		name    string
		how     Manner
		is, not []string
	}{
		{"npm test", Peeled, []string{"npm test", "npm run test", "npm test -- --watch=false", "cd web && npm test", "CI=1 npm test", "timeout 60 npm test", "npm --prefix web test"}, []string{"npm run build", "yarn test", "npm run test:unit"}},
		{"./scripts/check.sh", Peeled, []string{"scripts/check.sh", "bash scripts/check.sh", "sh ./scripts/check.sh --all"}, []string{"other/check.sh", "scripts/check_all.sh"}},
		{"pytest", Peeled, []string{"python -m pytest", "python3 -m pytest -q", "uv run pytest", "poetry run pytest tests", ".venv/bin/pytest tests", "docker compose run web pytest"}, []string{"pip install pytest", "python x.py"}},
		{"cargo test", Peeled, []string{"cargo +stable test", "cargo test --workspace"}, []string{"cargo build"}},
		{"make lint", Peeled, []string{"make format lint", "make -C sub lint", "make -j4 lint"}, []string{"make format", "just lint"}},
		{"npx eslint .", Peeled, []string{"eslint .", "pnpm exec eslint .", "yarn eslint ."}, []string{"eslint src"}},
		{"go test ./...", Peeled, []string{"go test -race ./...", "go test ./... -run X"}, []string{"go test ./core", "go vet ./..."}},
		{"python scripts/check.py", Peeled, []string{"python3 scripts/check.py", "python scripts/check.py --fix"}, []string{"python scripts/other.py"}},
		{"bd update --claim", Peeled, []string{"bd update bd-42 --claim --json"}, []string{"bd update bd-42"}},
		{"<tests>", Peeled, []string{"dotnet build /t:test"}, []string{"dotnet build"}},
		{"vitest", Written, []string{"vitest run", "sudo vitest", "CI=1 vitest"}, []string{"npx vitest", "pnpm vitest"}},
		{"pytest", Written, []string{"pytest -q", "timeout 60 pytest"}, []string{"python -m pytest", ".venv/bin/pytest", "uv run pytest"}},
		{"npx", Written, []string{"npx"}, []string{"npm ci"}},
		{"npm", Written, []string{"npm ci", "npm run build"}, []string{"pnpm i"}},
		{"git push --force", Written, []string{"git push --force", "git push origin x --force"}, []string{"git push", "git push --force-with-lease"}},
		{"git clean -fd", Written, []string{"git clean -df", "git clean -f -d", "git clean -fdx"}, []string{"git clean -f"}},
		{"cargo +nightly", Written, []string{"cargo +nightly fmt"}, []string{"cargo fmt", "cargo +stable fmt"}},
		{"curl *api.github.com*", Written, []string{"curl -s https://api.github.com/repos"}, []string{"curl https://example.org"}},
		{"* --no-sign", Written, []string{"pnpm tauri build --no-sign"}, []string{"pnpm tauri build"}},
		{"git commit *Co-Authored-By*", Written, []string{"git commit -m 'x Co-Authored-By: y'"}, []string{"git commit -m x"}},
	} {
		n, err := Parse(c.name, false)
		if err != nil {
			t.Fatal(c.name, err)
		}
		is := func(line string) bool {
			return slices.ContainsFunc(parseCommands(line), func(cmd shell.Command) bool {
				one := Command{Text: cmd.Text}
				return n.Is(&one, c.how)
			})
		}
		for _, line := range c.is {
			if !is(line) {
				t.Errorf("%q is not %q", line, c.name)
			}
		}
		for _, line := range c.not {
			if is(line) {
				t.Errorf("%q is %q", line, c.name)
			}
		}
	}
}

// TestFits checks which files fit globs.
func TestFits(t *testing.T) {
	for _, c := range []struct{ globs, is, not string }{
		{"a/**/*.md", "a/x.md a/b/x.md a/b/c/x.md", "x.md b/a/x.md"},
		{"*.go", "x.go a/x.go", "x.go.txt"},
		{"./*.go", "x.go", "a/x.go"},
		{"package.json", "package.json", "web/package.json"},
		{"**/package.json", "package.json web/package.json", "package.json.bak"},
		{"docs docs/old !docs/old/**", "docs/a.md docs/b/c.md", "docs/old/a.md src/docs/a.md"},
		{"src/*/index.ts", "src/a/index.ts", "src/index.ts src/a/b/index.ts"},
		{"gen/", "gen/a.go gen/b/c.go", "gen gen2/a.go"},
	} {
		for _, file := range strings.Fields(c.is) {
			if !Fits(strings.Fields(c.globs), file) {
				t.Errorf("%s does not fit %s", file, c.globs)
			}
		}
		for _, file := range strings.Fields(c.not) {
			if Fits(strings.Fields(c.globs), file) {
				t.Errorf("%s fits %s", file, c.globs)
			}
		}
	}
}

// TestBind checks what the words in braces stand for.
func TestBind(t *testing.T) {
	for _, c := range []struct{ text, file, glob, want string }{
		{"just lint -p {1}", "crates/parser/src/lib.rs", "crates/*/**", "just lint -p parser"},
		{"{dir}/CLAUDE.md", "a/b/AGENTS.md", "**/AGENTS.md", "a/b/CLAUDE.md"},
		{"{dir}/CLAUDE.md", "AGENTS.md", "**/AGENTS.md", "CLAUDE.md"},
		{"{file}", "a/b.go", "**", "a/b.go"},
		{"{parents}/AGENTS.md", "a/b/c.go", "**", "AGENTS.md a/AGENTS.md a/b/AGENTS.md"},
		{"*.{js,ts}", "a.ts", "**", "*.{js,ts}"},
	} {
		if got := strings.Join(Bind(c.text, c.file, []string{c.glob}), " "); got != c.want {
			t.Errorf("%s for %s: got %s, want %s", c.text, c.file, got, c.want)
		}
	}
}

// TestMoments checks the words for moments, and what selects their calls.
func TestMoments(t *testing.T) {
	for word, lines := range map[string][2]string{
		Commit: {"git commit -m x", "git merge x"},
		Push:   {"git push -u origin x", "git push --delete origin x"},
		PR:     {"gh pr create --fill", "gh pr view 1"},
		Merge:  {"gh pr merge 1 --squash", "gh pr create"},
	} {
		n, err := Parse(word, true)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range lines {
			if cmd := (Command{Text: line}); n.Is(&cmd, Peeled) != (i == 0) {
				t.Errorf("%s: %s is %v", word, line, i != 0)
			}
		}
	}
	s := Select([]Name{{moment: Stop}, {moment: Commit}})
	if !s.Stop || !slices.Contains(s.Commands, "git commit") {
		t.Errorf("got %+v", s)
	}
}

// TestMistakes checks what names nothing.
func TestMistakes(t *testing.T) {
	for _, text := range []string{"", "<test>", "mcp:", "# x"} {
		if _, err := Parse(text, false); err == nil {
			t.Errorf("%q is a call", text)
		}
	}
}
