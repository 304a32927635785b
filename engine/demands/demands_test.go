package demands

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
)

// TestRead reads a sentence, or a part of a text, and compares the rules that it is read as, without their severity where it is warn.
func TestRead(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		// A moment.
		{"Run `make lint` before committing.", `like="run_before" run="make lint" before="commit"`},
		{"Before opening a pull request, run `npm test` and `npm run lint`.", `like="run_before" run=["npm test", "npm run lint"] before="pr"`},
		{"Run `cargo test` before `git push`.", `like="run_before" run="cargo test" before="push"`},
		{"`go vet ./...` must pass before merging.", `like="run_before" run="go vet ./..." before="merge"`},
		{"## Before you push\n\n1. `make lint`\n2. `make test`\n", `like="run_before" run=["make lint", "make test"] before="push"`},
		{"Before each commit, run:\n\n```bash\nmake fmt\nmake lint\n```\n", `like="run_before" run=["make fmt", "make lint"] before="commit"`},
		{"Never commit without running `make lint`.", `like="run_before" run="make lint" before="commit"`},
		{"The work is not done until `npm test` passes.", `like="run_before" run="npm test" before="stop"`},
		{"When you are done, run `npm run check`.", `like="run_before" run="npm run check" before="stop"`},
		{"```sh\nmake fmt  # before committing\nmake serve  # look at it\n```\n", `like="run_before" run="make fmt" before="commit"`},
		{"Before starting, run `git fetch origin`.", `like="first" first="git fetch origin" edit="**" since="session"`},

		// A trigger.
		{"After code changes, run `npm test`.", `like="after" run="npm test"`},
		{"If `schema/*.json` changes, run `make generate`.", `like="after" run="make generate" changed="schema/*.json"`},
		{"Run `make proto` after editing `.proto` files.", `like="after" run="make proto" changed="**/*.proto"`},
		{"| If you change | Run |\n|---|---|\n| `db/schema.sql` | `make db` |\n", `like="after" run="make db" changed="db/schema.sql"`},
		{"After an outage, run `make restart`.", ``},
		{"If the schema changes, run `make generate`.", ``}, // which files that are it does not say

		// Files that change together.
		{"When you change `api/routes.ts`, update `docs/api.md` as well.", `like="change_together" changed="api/routes.ts" also="docs/api.md"`},
		{"Keep `a/en.json` and `a/de.json` in sync.", `like="change_together" changed="a/en.json" also="a/de.json"`},
		{"### Adding a reader\n\n1. Create `readers/<name>.go`.\n2. Register it in `readers/all.go`.\n3. Write tests.\n", `like="change_together" changed="readers/*.go" also="readers/all.go" only="new"`},
		{"`web/` and `api/` are separate programs.", ``},

		// Reading first.
		{"Read `docs/style.md` before you edit `web/`.", `like="read_first" edit="web/**" read="docs/style.md"`},
		{"See `docs/style.md` for more.", ``},

		// What is forbidden, and what in its place.
		{"Never run `npm publish`.", `like="never" commands="npm publish" severity="block"`},
		{"Do not use `npm` or `yarn`; use `pnpm install`.", `like="never" commands=["npm", "yarn"] instead="pnpm install"`},
		{"Use `pnpm test`, not `npx jest`.", `like="never" commands="npx jest" instead="pnpm test"`},
		{"Use pnpm, never npm.", `like="never" commands="npm" severity="block"`},
		{"Never edit `src/generated/` by hand.", `like="never" edit="src/generated/**" severity="block"`},
		{"`src/api.gen.ts` is generated, so do not edit it.", `like="never" edit="src/api.gen.ts"`},
		{"Do not edit files in `vendor/`.", `like="never" edit="vendor/**"`},
		{"Never commit `.env` files.", `like="never" commands="git add .env" severity="block"`},
		{"Never push to `main`.", `like="never" commands="git push origin main" severity="block" says=push_default_branch`},
		{"Never commit on main.", `like="never" commands="git commit" branch="main" severity="block"`},
		{"Never do this:\n\n- `git reset --hard`\n- `git clean -fd`\n", ``}, // a verb that says nothing
		{"Never run:\n\n- `git clean -fd`\n", `like="never" commands="git clean -fd" severity="block"`},
		{"Prefer `rg -n` over `grep -rn`.", `like="never" commands="grep -rn" instead="rg -n"`},
		{"Don't skip hooks with `--no-verify`.", `like="never" commands="git commit --no-verify" says=no_verify`},
		{"Always run `zig build` with `--release`.", `like="never" commands="zig build" unless="--release"`},

		// Ask.
		{"Do not run `npm install` unless you are asked to.", `like="never" commands="npm install" severity="ask"`},
		{"Never commit or push without explicit approval.", `like="never" commands="git commit" severity="ask"; like="never" commands="git push" severity="ask"`},
		{"Ask before running `make deploy`.", `like="never" commands="make deploy" severity="ask"`},

		// No demand: a reference, a program's own business, a condition that no rule says, the recommended command.
		{"Run `make lint` to lint.", ``},
		{"- `make lint` - checks the style\n- Tests: `npm test`\n", ``},
		{"The server must never write to `data/`.", ``},
		{"Never run `npx vitest` from the root.", ``},
		{"Never use `any`.", ``},
		{"Don't forget to look at `git status`.", ``},
		{"Never use `git add .` in a worktree.", ``},
	} {
		var got []string
		for _, d := range Read("AGENTS.md", c.text, "") {
			text := d
			text.Says = ""
			one := strings.Join(strings.Fields(strings.NewReplacer("[[rule]]\n", "", " = ", "=", "\n", " ").Replace(squeezed(text.TOML()))), " ")
			one = strings.TrimSpace(strings.ReplaceAll(one, `severity="warn"`, ""))
			if d.Says != "" {
				one += " says=" + d.Says
			}
			got = append(got, one)
		}
		if found := strings.Join(got, "; "); found != c.want {
			t.Errorf("%q\n is read as %s\n and not as %s", c.text, found, c.want)
		}
	}
}

// squeezed removes the spaces that align the keys.
func squeezed(text string) string {
	for strings.Contains(text, "  ") {
		text = strings.ReplaceAll(text, "  ", " ")
	}
	return text
}

// TestWeigh checks that what contradicts each other stands together, that nothing is lost, and what its severity is.
func TestWeigh(t *testing.T) {
	list, against := Weigh(Read("AGENTS.md", strings.Join([]string{
		"Never run `make deploy`.", "Never run `make lint`.", "Before committing, run `make lint` and `make test`.", "Never edit `a.md`.", "Never run `make test`.",
	}, "\n\n"), ""))
	var got []string
	for i, d := range list {
		got = append(got, fmt.Sprintf("%d %s %d", d.Line, d.Severity, against[i]))
	}
	if found, want := strings.Join(got, ", "), "1 block -1, 3 warn 2, 5 warn 1, 9 warn 2, 7 block -1"; found != want {
		t.Errorf("got %s and not %s", found, want)
	}
}

// TestLacks checks that only commands are proposed that the project has.
func TestLacks(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	p := NewProject(fstest.MapFS{
		"package.json": file(`{"scripts": {"lint": "x"}}`), "Makefile": file("lint test: dep\n\techo\n"), "scripts/check.sh": file(""), "AGENTS.md": file(""),
	})
	for command, lacks := range map[string]bool{
		"npm run lint": false, "npm run absent": true, "npm test": false, "make lint": false, "make test": false, "make absent": true, "cargo test": true,
		"scripts/check.sh": false, "scripts/absent.sh": true, "git status": false, "bash scripts/check.sh": false, "mcp:search": false,
	} {
		if got := p.Lacks(Demand{Run: []string{command}}) != ""; got != lacks {
			t.Errorf("%s: lacking is %v", command, got)
		}
	}
	if missing := NewProject(fstest.MapFS{"AGENTS.md": file("")}).Lacks(Demand{Run: []string{"make lint"}}); missing != "" {
		t.Errorf("a project of which nothing is known lacks %s", missing)
	}
}

// FuzzRead reads whatever there is.
func FuzzRead(f *testing.F) {
	f.Add(cuesText)
	f.Add("- `a`\n  - never `b`:\n```\nc\n|`d`|\n# Before `e")
	f.Fuzz(func(_ *testing.T, text string) { Read("AGENTS.md", text, "x/**") })
}
