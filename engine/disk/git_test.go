package disk

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// TestGitStartsNothing checks which files git is said not to know and to restore, and that the file monitor and the filters that a
// repository's own settings name are not started.
func TestGitStartsNothing(t *testing.T) {
	root := t.TempDir()
	started := filepath.Join(root, "started")
	git := func(args ...string) {
		cmd := exec.Command("git", append([]string{"-c", "user.name=x", "-c", "user.email=x@y"}, args...)...)
		cmd.Dir = root
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	write := func(name, text string) string {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
		return path
	}
	tracked, untracked := write("tracked.json", "x"), write(".claude/settings.json", "x")
	git("init", "-q")
	git("add", "tracked.json")
	git("commit", "-qm", "one")
	write(".gitignore", "ignored.json\n")
	ignored := write("ignored.json", "x")
	spy := write("spy.sh", "#!/bin/sh\ntouch "+started+"\n")
	write(".gitattributes", "* filter=spy\n")
	git("config", "core.fsmonitor", spy)
	git("config", "filter.spy.clean", spy)
	git("config", "filter.spy.process", spy)
	git("config", "core.hooksPath", root)

	all := []string{tracked, filepath.Dir(untracked), ignored}
	for which, want := range map[string][]string{"all": {untracked, ignored}, "unignored": {untracked}, "ignored": {ignored}} {
		if got := (&Live{}).Untracked(root, which, all); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", which, got, want)
		}
	}
	for revision, want := range map[string][]string{"": {tracked}, "HEAD": {tracked}, "HEAD~5": nil, "-x": all} {
		write("tracked.json", "another")
		if got := (&Live{}).Restores(root, revision, all); !slices.Equal(got, want) {
			t.Errorf("from %q: %v, want %v", revision, got, want)
		}
	}
	if _, err := os.Stat(started); err == nil {
		t.Error("a program of the repository was started")
	}
	if got := (&Live{}).Untracked(t.TempDir(), "all", all); got != nil {
		t.Errorf("without a repository: %v", got)
	}
}
