package facts

import (
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/hook"
	"witness/engine/shell"
)

// ExitOf returns the exit code of one command of the line, nil if it is unknown: the line's own for
// the command that determines it, 0 for one that must have succeeded. That of a loop is the status of its last turn:
// the others may have failed.
func (c *Call) ExitOf(cmd Command) *int {
	if c.Exit == nil || c.Background || cmd.Background || cmd.Looped && *c.Exit == 0 {
		return nil
	}
	i := slices.IndexFunc(c.Commands, func(o Command) bool { return o.Text == cmd.Text && o.Last == cmd.Last })
	last := slices.IndexFunc(c.Commands, func(o Command) bool { return o.Last })
	switch {
	case *c.Exit == 0 && losesTests(c.Commands[i+1:]):
		return nil
	case cmd.Last && (*c.Exit == 0 || !c.MayNotHaveRun(cmd)):
		return c.Exit
	case last >= 0 && *c.Exit == 0 && slices.Contains(c.Commands[last].Gates, i):
		return c.Exit
	}
	return nil
}

// losesTests reports whether the command before these is a script or a task that succeeds whatever its tests do: the status of each is
// lost, as by || true, and there is no exit that may tell it: one with 0 tells nothing.
func losesTests(commands []Command) (loses bool) {
	for _, inner := range commands {
		switch {
		case inner.Via == "":
			return loses
		case (inner.Name == "exit" || inner.Name == "return") && !slices.Equal(inner.Args, []string{"0"}) || inner.Kind == "test" && !inner.StatusHidden:
			return false
		}
		loses = loses || inner.Kind == "test"
	}
	return loses
}

// MayNotHaveRun reports whether a line that failed may have ended before the command.
func (c *Call) MayNotHaveRun(cmd Command) bool {
	return slices.ContainsFunc(cmd.Gates, func(i int) bool { return !c.Commands[i].Inert }) ||
		len(cmd.Gates) > 0 && strings.Contains(c.Output, "cd: ")
}

// lineOutcome returns the outcome of a touch by one command of the line. If the line failed, that is
// the failure of the command whose exit status is the line's. What happens even if its command fails, like a
// redirection, is sure. So is what a command does to one of its files if it complains of others only.
func (c *Call) lineOutcome(cmd shell.Command, t shell.Touch) string {
	switch {
	case c.refusesPath(cmd):
		return hook.Failed
	case c.Outcome == hook.Failed && cmd.Last && !t.Unconditional && !c.failedForOthers(cmd, t.Path):
		return hook.Failed
	case c.Outcome == hook.Denied:
		return hook.Denied
	default:
		return hook.OK
	}
}

// refusesPath reports whether a command of git complains of one of its paths. It then restores none.
func (c *Call) refusesPath(cmd shell.Command) bool {
	return (cmd.Name == "git checkout" || cmd.Name == "git restore") && slices.ContainsFunc(cmd.Args, func(word string) bool {
		return strings.Contains(c.Output, "pathspec '"+word+"' did not match")
	})
}

// eachOperand lists the commands that go on with their other files after one that they cannot use.
var eachOperand = []string{"rm", "unlink", "cp", "mv", "cat", "head", "tail", "touch", "sed", "chmod", "nl", "wc", "bat", "less", "rmdir"}

// failedForOthers reports whether a command that failed complains of files, and not of this one: "rm a
// missing" has removed a.
func (c *Call) failedForOthers(cmd shell.Command, path string) bool {
	if !slices.Contains(eachOperand, cmd.Name) {
		return false
	}
	complains, name := false, filepath.Base(path)
	for line := range strings.Lines(c.Output) {
		if !strings.HasPrefix(line, cmd.Name+": ") || !strings.Contains(line, "No such file") && !strings.Contains(line, "cannot ") && !strings.Contains(line, "ermission denied") {
			continue
		}
		if strings.Contains(line, name) {
			return false
		}
		complains = true
	}
	return complains
}
