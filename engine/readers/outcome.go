package readers

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"witness/engine/facts"
)

// conclude sets whether a run ended, whether it is complete (its output names all the failures that
// it counts), and its outcome. The output takes precedence over the exit code. If a part of the
// output is missing, a known exit code decides, but never that the run passed. A run whose runner
// exited with another code than 0 has not passed either, unless something else explains the code: another
// run of the same command that failed, or what else a hook of version control did.
func conclude(c *facts.Call, r *Run, cmd facts.Command, explained bool) {
	failed := int64(0)
	if r.Failed != nil {
		failed = *r.Failed
	}
	exit := c.ExitOf(cmd)
	if r.How != "exit" && cmd.Last && !c.Background && !cmd.Background {
		exit = c.Exit // its output shows that it was reached
	}
	if exit == nil && cmd.Looped && endsIn(c, r.Command) && !c.Background && !cmd.Background && cmd.Filter == "" && c.Exit != nil && *c.Exit != 0 {
		exit = c.Exit // a loop ends with the status of its last turn
	}
	if exit == nil && saysItFailed(c) {
		one := 1
		exit = &one
	}
	if failed == 0 && r.Passed != nil && (explained || r.Origin != "") {
		exit = nil
	}
	if r.How != "exit" {
		r.Ended = r.Ended && !c.Cut && !c.Background && (!cmd.OutputHidden || r.Named >= failed && filterKeeps(c, r, cmd))
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
		r.Outcome, r.Complete = "unknown", false // everything in the output passed, and still the runner failed
	case r.Ended:
		r.Outcome = "pass"
	default:
		r.Outcome = "unknown"
	}
}

// endsIn reports whether no command of the line runs after one.
func endsIn(c *facts.Call, command int) bool {
	return !slices.ContainsFunc(c.Commands[command+1:], func(cmd facts.Command) bool { return !cmd.Inert && cmd.Via == "" })
}

// failedTasks are the lines in which npm, pnpm, yarn, bun, just and make say that the script or recipe that they ran has failed. Printed by
// npm 11.19, pnpm 12.21, yarn 1.22, bun 1.4, just 1.57 and GNU make 4.3; what older ones of npm, pnpm and just print is from recordings and their sources.
var failedTasks = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("(?m)^(?:npm (?:error|ERR!) (?:Lifecycle script `|code ELIFECYCLE|command failed)|\\[?.?ELIFECYCLE\\b.*failed|" +
		"error Command failed with exit code |error: script \"[^\"]+\" exited with code |error: [Rr]ecipe `[^`]+` failed|g?make: \\*\\*\\* \\[)")
})

// saysItFailed reports whether the only command of a line says itself that it failed. A pipe hides its exit status and not that.
func saysItFailed(c *facts.Call) bool {
	running := 0
	for _, cmd := range c.Commands {
		if !cmd.Inert && cmd.Via == "" {
			running++
		}
	}
	return running == 1 && failedTasks().MatchString(c.Output)
}

// filterKeeps reports whether the command at the end of the pipe passes on what shows a run's
// outcome: the end of its input, or counts of all tests including the failed ones. In a stream of
// events no part shows the outcome, because any event may be missing.
func filterKeeps(c *facts.Call, r *Run, cmd facts.Command) bool {
	if strings.HasPrefix(cmd.Filter, "| head") && strings.Count(cmd.Filter, "|") == 1 && !headFull(c) {
		return true // there was less than head would print
	}
	last := func(names ...string) bool {
		return slices.ContainsFunc(c.Commands, func(cmd facts.Command) bool { return cmd.Last && slices.Contains(names, cmd.Name) })
	}
	if r.How == "structured" {
		return last("tee", "cat")
	}
	return r.Passed != nil && r.Counted && !headFull(c) || last("tail", "tee", "cat")
}

// headFull reports whether `head` at the end of the pipe printed its maximum number of lines, so
// that more may have followed. The summary of a run is at its end; an earlier one may have been
// printed by a test.
func headFull(c *facts.Call) bool {
	i := slices.IndexFunc(c.Commands, func(cmd facts.Command) bool { return cmd.Last && cmd.Name == "head" })
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
	return strings.Count(strings.TrimSuffix(c.Output, "\n"), "\n")+1 >= most
}

// disagrees marks a run that is not recorded, because the status of its command contradicts it.
const disagrees = "disagrees"

// agrees reports whether the output of a command that no reader lists counts as a run: its status
// must be that of the outcome. If the status is unknown, the command must be one that runs
// something of the project: a task, a script, code that starts something, or a program's subcommand of such a
// name. Code that only prints quotes what it reads.
func agrees(c *facts.Call, r Run, cmd facts.Command) bool {
	exit := c.ExitOf(cmd)
	switch {
	case exit == nil:
		if code := inlineCode(cmd); code != "" && !startsRuns(code) {
			return false
		}
		_, sub, _ := strings.Cut(cmd.Name, " ")
		return len(cmd.Tasks) > 0 || cmd.File != "" || cmd.Interpreter != "" ||
			slices.Contains([]string{"make", "gmake", "ninja", "just", "task", "rake", "python", "node", "ruby", "php", "bash", "sh"}, cmd.Name) ||
			slices.ContainsFunc([]string{"run", "exec", "test", "check", "lint", "build"}, func(word string) bool { return strings.HasPrefix(sub, word) })
	case r.Outcome == "fail":
		return *exit != 0
	default:
		return *exit == 0
	}
}

// withoutDisagreeing returns the runs that the status of their command does not contradict. It takes back that a run has passed beside
// one that failed and is contradicted: a test may have printed it, or a task goes on whatever fails in it. Neither is known, so nothing
// is over that has failed before.
func withoutDisagreeing(runs []Run) []Run {
	for _, red := range runs {
		if red.Outcome != disagrees || red.Failed == nil || *red.Failed == 0 {
			continue
		}
		for i := range runs {
			if r := &runs[i]; r.Command == red.Command && r.Outcome == "pass" {
				r.takeBack()
				r.Outcome, r.Ended = "unknown", false
			}
		}
	}
	return slices.DeleteFunc(runs, func(r Run) bool { return r.Outcome == disagrees })
}

// inlineCode returns the code that an interpreter is given as an argument or as its input, "" if it is given none.
func inlineCode(cmd facts.Command) string {
	if !slices.Contains([]string{"python", "node", "ruby", "php", "perl", "deno", "bun"}, cmd.Name) {
		return ""
	}
	for i, word := range cmd.Args {
		if i+1 < len(cmd.Args) && slices.Contains([]string{"-c", "-e", "-p", "-r", "--eval", "--print"}, word) {
			return cmd.Args[i+1]
		}
	}
	return cmd.InputCode()
}

// startsRuns reports whether code has a word that starts another program or a runner of tests.
func startsRuns(code string) bool {
	return slices.ContainsFunc([]string{"subprocess", "os.system", "popen", "child_process", "exec", "spawn", "system(", "unittest", "pytest", "doctest", "test(", "tests(", "run(", "main("}, func(word string) bool {
		return strings.Contains(code, word)
	})
}

// empty reports whether a runner ran and found no test at all.
func (r Run) empty() bool {
	none := func(n *int64) bool { return n == nil || *n == 0 }
	return r.Kind == "test" && r.How != "exit" && r.Passed != nil && none(r.Passed) && none(r.Failed) && none(r.Skipped)
}
