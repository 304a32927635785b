package shell

import (
	"fmt"
	"testing"
)

// TestRepositories checks which directories a line makes repositories of, and which it removes.
func TestRepositories(t *testing.T) {
	for _, test := range []struct{ line, makes, removes string }{
		{"git worktree add ../wt main", "/wt", "[]"},
		{"git -C sub worktree add -b topic --lock wt", "/p/sub/wt", "[]"},
		{"git worktree add --detach /tmp/wt", "/tmp/wt", "[]"},
		{`git worktree add "$DIR"`, "", "[]"},
		{"git worktree list", "", "[]"},
		{"git clone --depth 1 https://example.com/a/b.git", "/p/b", "[]"},
		{"git clone -b main git@example.com:a/b.git ../c", "/c", "[]"},
		{"git init -q -b main", "/p", "[]"},
		{"git init lib", "/p/lib", "[]"},
		{"git worktree remove --force ../wt", "", "[/wt]"},
		{"rm -rf ../wt a", "", "[/wt /p/a]"},
		{"rm -rf *", "", "[]"},
		{"git commit -m x", "", "[]"},
	} {
		cmd := Parse(test.line, "/p", "").Commands[0]
		if got := cmd.Makes(); got != test.makes {
			t.Errorf("%s makes %q, not %q", test.line, got, test.makes)
		}
		if got := fmt.Sprint(cmd.Removes()); got != test.removes {
			t.Errorf("%s removes %s, not %s", test.line, got, test.removes)
		}
	}
}

// atRoot is a Disk whose only repository is at /p.
type atRoot struct{}

func (atRoot) GitHook(string, string) string { return "" }
func (atRoot) Wrote(string) bool             { return false }

func (atRoot) GitSetting(_, _ string) string { return "" }
func (atRoot) GitRoot(string) string         { return "/p" }
func (atRoot) Text(string) string            { return "" }
func (atRoot) Glob(PathWord) []string        { return nil }

// TestTopLevel checks where a line is that asks git for the folder of its repository.
func TestTopLevel(t *testing.T) {
	for line, want := range map[string]string{
		`cd "$(git rev-parse --show-toplevel)" && rm a`:                           "/p/a",
		`root=$(git rev-parse --show-toplevel); rm "$root/a"`:                     "/p/a",
		`git init -q x && cd x && rm "$(git rev-parse --show-toplevel)/a"`:        "",
		`cd "$(git rev-parse --show-prefix)" && rm a`:                             "",
		`rm "$(docker exec web git rev-parse --show-toplevel)/a"`:                 "",
		`rm "$(git rev-parse --show-toplevel --is-inside-work-tree | tail -1)/a"`: "",
	} {
		got := ""
		for _, touch := range ParseOn(atRoot{}, line, "/p/sub", "").Touches {
			got = touch.Path
		}
		if got != want {
			t.Errorf("%s touches %q, not %q", line, got, want)
		}
	}
}
