package facts

import (
	"hash/fnv"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"witness/engine/hook"
	"witness/engine/shell"
)

// conclude sets whether a run ended, whether it is complete (its output names all the failures that
// it counts), and its outcome. The output takes precedence over the exit code. If a part of the
// output is missing, a known exit code decides, but never that the run passed. A run whose runner
// exited with another code than 0 has not passed either.
func (c *Call) conclude(r *Run, cmd Command) {
	failed := int64(0)
	if r.Failed != nil {
		failed = *r.Failed
	}
	exit := c.exitOf(cmd)
	if r.How != "exit" {
		r.Ended = r.Ended && !c.Cut && !c.Background && (!cmd.OutputHidden || r.Named >= failed && c.filterKeeps(r, cmd))
	}
	r.Complete = r.Ended && r.Named >= failed && r.Failed != nil
	switch {
	case failed > 0, r.How == "exit" && r.Failed == nil && r.Ended:
		r.Outcome = "fail"
	case r.empty():
		r.Outcome, r.Ended, r.Complete = "unknown", false, false
	case exit != nil && *exit != 0 && !r.Ended && r.Kind == "test" && (c.Cut || cmd.OutputHidden || r.Passed != nil):
		r.Outcome, r.Failed, r.Complete = "fail", nil, false
	case r.Ended && exit != nil && *exit != 0:
		r.Outcome = "unknown" // everything in the output passed, and still the runner failed
	case r.Ended:
		r.Outcome = "pass"
	default:
		r.Outcome = "unknown"
	}
}

// filterKeeps reports whether the command at the end of the pipe passes on what shows a run's
// outcome: the end of its input, or counts of all tests including the failed ones. In a stream of
// events no part shows the outcome, because any event may be missing.
func (c *Call) filterKeeps(r *Run, cmd Command) bool {
	if strings.HasPrefix(cmd.Filter, "| head") && strings.Count(cmd.Filter, "|") == 1 && !c.headFull() {
		return true // there was less than head would print
	}
	last := func(names ...string) bool {
		return slices.ContainsFunc(c.Commands, func(cmd Command) bool { return cmd.Last && slices.Contains(names, cmd.Name) })
	}
	if r.How == "structured" {
		return last("tee", "cat")
	}
	return r.Passed != nil && r.Counted && !c.headFull() || last("tail", "tee", "cat")
}

// headFull reports whether `head` at the end of the pipe printed its maximum number of lines, so
// that more may have followed. The summary of a run is at its end; an earlier one may have been
// printed by a test.
func (c *Call) headFull() bool {
	i := slices.IndexFunc(c.Commands, func(cmd Command) bool { return cmd.Last && cmd.Name == "head" })
	if i < 0 {
		return false
	}
	most := 10
	for j, arg := range c.Commands[i].Args {
		number := strings.TrimLeft(strings.TrimPrefix(arg, "--lines="), "-n")
		if arg == "-n" && j+1 < len(c.Commands[i].Args) {
			number = c.Commands[i].Args[j+1]
		}
		if n, err := strconv.Atoi(number); err == nil {
			most = n
		} else if strings.HasPrefix(arg, "-") {
			return true // it limits something other than lines
		}
		if arg == "-n" {
			break
		}
	}
	return strings.Count(strings.TrimRight(c.Output, "\n"), "\n")+1 >= most
}

// exitOf returns the exit code of one command of the line, nil if it is unknown: the line's own for
// the command that determines it, 0 for one that must have succeeded.
func (c *Call) exitOf(cmd Command) *int {
	if c.Exit == nil || c.Background || cmd.Background {
		return nil
	}
	i := slices.IndexFunc(c.Commands, func(o Command) bool { return o.Text == cmd.Text && o.Last == cmd.Last })
	last := slices.IndexFunc(c.Commands, func(o Command) bool { return o.Last })
	switch {
	case cmd.Last && (*c.Exit == 0 || !c.mayNotHaveRun(cmd)):
		return c.Exit
	case last >= 0 && *c.Exit == 0 && slices.Contains(c.Commands[last].Gates, i):
		return c.Exit
	}
	return nil
}

// mayNotHaveRun reports whether a line that failed may have ended before the command.
func (c *Call) mayNotHaveRun(cmd Command) bool {
	return slices.ContainsFunc(cmd.Gates, func(i int) bool { return !c.Commands[i].Inert }) ||
		len(cmd.Gates) > 0 && strings.Contains(c.Output, "cd: ")
}

// disagrees marks a run that is not recorded, because the status of its command contradicts it.
const disagrees = "disagrees"

// agrees reports whether the output of a command that no reader lists counts as a run: its status
// must be that of the outcome. If the status is unknown, the command must be one that runs
// something of the project: a task, a script, code, or a program's subcommand of such a name.
func (c *Call) agrees(r Run, cmd Command) bool {
	exit := c.exitOf(cmd)
	switch {
	case exit == nil:
		_, sub, _ := strings.Cut(cmd.Name, " ")
		return len(cmd.Tasks) > 0 || cmd.File != "" || cmd.Interpreter != "" || cmd.script != "" ||
			slices.Contains([]string{"make", "gmake", "ninja", "just", "task", "rake", "python", "node", "ruby", "php", "bash", "sh"}, cmd.Name) ||
			slices.ContainsFunc([]string{"run", "exec", "test", "check", "lint", "build"}, func(word string) bool { return strings.HasPrefix(sub, word) })
	case r.Outcome == "fail":
		return *exit != 0
	default:
		return *exit == 0
	}
}

// empty reports whether a runner ran and found no test at all.
func (r Run) empty() bool {
	none := func(n *int64) bool { return n == nil || *n == 0 }
	return r.Kind == "test" && r.How != "exit" && r.Passed != nil && none(r.Passed) && none(r.Failed) && none(r.Skipped)
}

// changing matches the parts of a message that differ between two runs of the same failing test:
// numbers (times, addresses, line numbers, ports), and the names of temporary folders.
var changing = lazily(`0x[0-9a-fA-F]+|/(?:tmp|var/folders|private/var)/\S+|\b[0-9a-f]{8,}\b|\d+`)

// Signature identifies how a test fails: a hash of its name, its file and its message without the
// parts that differ from run to run. The same signature in two runs means that nothing was gained in
// between. It is never 0.
func Signature(test, file, message string) int64 {
	h := fnv.New32a()
	for _, part := range []string{test, path.Base(file), changing().ReplaceAllString(message, "#")} {
		_, _ = h.Write([]byte(part))
		_, _ = h.Write([]byte{0})
	}
	return int64(h.Sum32()) + 1
}

// maxEnding is how much of the end of an output identifies a failure without a name, in bytes.
const maxEnding = 1000

// OutputSignature is the signature of failures that an output does not name, from its end.
func OutputSignature(output string) int64 {
	output = strings.TrimSpace(output)
	return Signature("", "", output[max(0, len(output)-maxEnding):])
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
