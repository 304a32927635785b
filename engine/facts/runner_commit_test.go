package facts

import (
	"strings"
	"testing"

	"witness/engine/hook"
	"witness/engine/shell"
)

func TestCommits(t *testing.T) {
	for line, want := range map[string]bool{
		"git commit|-m x": true, "git commit|--dry-run": false, "git merge|topic": true, "git merge|--no-commit topic": false,
		"git merge|--abort": false, "git cherry-pick|abc": true, "git cherry-pick|-n abc": false, "git cherry-pick|--continue": true,
		"git revert|HEAD": true, "git am|x.patch": true, "git rebase|main": false, "git rebase|--continue": true, "git push|": false, "hg commit|-m x": true,
	} {
		program, args, _ := strings.Cut(line, "|")
		if got := commits(program, strings.Fields(args)); got != want {
			t.Errorf("%s commits: %v", line, got)
		}
	}
}

// TestFailedForOthers checks that a command which complains of one file has done its work on the others.
func TestFailedForOthers(t *testing.T) {
	for _, c := range []struct {
		program, output, path string
		want                  bool
	}{
		{"rm", "rm: cannot remove 'gone.go': No such file or directory\n", "/p/a.go", true},
		{"rm", "rm: cannot remove 'gone.go': No such file or directory\n", "/p/gone.go", false},
		{"rm", "", "/p/a.go", false},
		{"git add", "git add: cannot add\n", "/p/a.go", false},
	} {
		call := Call{Event: hook.Event{Output: c.output}}
		if got := call.failedForOthers(shell.Command{Name: c.program}, c.path); got != c.want {
			t.Errorf("%s %s: %v", c.program, c.path, got)
		}
	}
}
