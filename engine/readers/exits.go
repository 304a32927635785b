package readers

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"witness/engine/bundle"
	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/runs"
	"witness/engine/shell"
)

// readTestExits adds the test runs of which only the exit code is known, because no reader found
// anything in their output. The readers without literals interpret the exit code; they also decide
// which outputs, such as a usage error, are not of a run at all.
func (in *reading) readTestExits(read map[int]bool) {
	c := in.c
	for i, cmd := range c.Commands {
		if !isKnown(cmd) || read[i] || !in.runsTests(knownBy(cmd)) || in.leavesOut(cmd) || pretends(c, i) {
			continue
		}
		if c.Exit != nil && cmd.Last && (*c.Exit == 126 || *c.Exit == 127) {
			continue // the shell could not start it
		}
		hidden := c.Output == "" || cmd.OutputHidden || c.Cut || c.Background || cmd.Background
		if len(read) > 0 && len(in.Runs) > 0 && !hidden {
			continue // the output is that of another command of the line
		}
		if c.Outcome == hook.Failed && !hidden && c.MayNotHaveRun(cmd) {
			continue // the output may be that of an earlier command that ended the line
		}
		if droppedPasses(c, cmd, in.named(cmd.Runner)) {
			in.addWithoutOutput(i, in.toolOf(cmd), "test", "pass")
			continue
		}
		before := len(in.Runs)
		in.readExit(i, "tests", read)
		if len(in.Runs) == before && hidden {
			in.addWithoutOutput(i, cmp.Or(cmd.Runner, cmd.Name), "test", "unknown")
		}
	}
}

// readCheckExits adds the runs of linters and compilers of which only the exit code is known,
// because they passed without printing anything, or failed with an output that no reader
// recognizes.
func (in *reading) readCheckExits() {
	c := in.c
	for i, cmd := range c.Commands {
		if !isKnown(cmd) || in.runsTests(knownBy(cmd)) || in.leavesOut(cmd) {
			continue
		}
		if cmd.OutputHidden {
			if foundNothing(in.c, cmd, in.named(cmd.Runner)) {
				in.addWithoutOutput(i, in.toolOf(cmd), "check", "pass")
			} else {
				in.noteScript(i)
			}
			continue
		}
		exit, script := c.ExitOf(cmd), cmd.NamedBy != ""
		if exit == nil || slices.ContainsFunc(in.Runs, func(r Run) bool {
			return r.Tool == knownBy(cmd) || script && r.Command == i && (*exit == 0 || r.Outcome == "fail") // a step that it ran
		}) {
			continue
		}
		if *exit == 0 && !script && (c.Cut || !in.printedNothing(i)) {
			continue // some linters report findings and exit with 0
		}
		in.readExit(i, "diagnostics", map[int]bool{})
	}
}

// knownBy returns the reader that lists a command, or the name of the task or script that it runs: its status is then the
// project's own word.
func knownBy(cmd facts.Command) string { return cmp.Or(cmd.Runner, cmd.NamedBy) }

// isKnown reports whether a reader lists a command that runs something, or the name of its task or script.
// A command of a script or a recipe has no status of its own.
func isKnown(cmd facts.Command) bool {
	return cmd.Via == "" && (cmd.Runner != "" && cmd.Known || cmd.NamedBy != "")
}

// foundNothing reports whether a command, of which a pipe shows only a part, is a quiet tool that printed nothing at all, nor sent its errors
// elsewhere.
func foundNothing(c *facts.Call, cmd facts.Command, f *bundle.File) bool {
	return f != nil && f.Quiet && c.Exit != nil && *c.Exit == 0 && showsNothing(c, cmd) && onlyCuts(cmd.Filter)
}

// showsNothing reports whether a command ran to its end behind a pipe, nothing of its output went elsewhere, and nothing came through.
func showsNothing(c *facts.Call, cmd facts.Command) bool {
	return c.Output == "" && !c.Cut && !c.Background && !cmd.Background && !cmd.Looped && len(cmd.Failed) == 0 &&
		!strings.Contains(strings.ReplaceAll(c.Event.Command, "2>&1", ""), ">")
}

// droppedPasses reports whether nothing came through a pipe that drops other lines than those of failures: `go test | grep -v ^ok`.
// What failed, or did not start, would have come through. A pipe that selects lines shows none of what did not start.
func droppedPasses(c *facts.Call, cmd facts.Command, f *bundle.File) bool {
	if f == nil || !showsNothing(c, cmd) || c.MayNotHaveRun(cmd) || !slices.ContainsFunc(f.Contains, tellsFailure) {
		return false
	}
	stages := shell.Parse("true "+cmd.Filter, cmd.Dir, "").Commands
	return len(stages) > 1 && !slices.ContainsFunc(stages[1:], func(stage shell.Command) bool {
		pattern, drops := linePattern(stage)
		expression, err := regexp.Compile(pattern)
		return pattern == "" || !drops || err != nil || slices.ContainsFunc(f.Contains, func(literal string) bool {
			return tellsFailure(literal) && expression.MatchString(literal)
		})
	})
}

// onlyCuts reports whether a pipe only leaves out lines, and shows at least leastShown of those that there are.
func onlyCuts(filter string) bool {
	first, stages, piped := strings.Cut(filter, "|")
	for stage := range strings.SplitSeq(stages, "|") {
		words := strings.Fields(stage)
		if len(words) == 0 || words[0] != "head" && words[0] != "tail" {
			return false
		}
		for _, word := range words[1:] {
			number := strings.TrimLeft(strings.TrimPrefix(word, "--lines="), "-n")
			if n, err := strconv.ParseUint(number, 10, 32); number != "" && (err != nil || n < leastShown) {
				return false
			}
		}
	}
	return piped && first == ""
}

// leastShown is how many lines a filter must show: the report of a linter may begin or end with empty ones.
const leastShown = 3

// noteScript adds a run of a script or task of the project, which is known by its name alone, whose output went through a filter
// that left nothing a reader knows.
func (in *reading) noteScript(i int) {
	cmd := in.c.Commands[i]
	if cmd.NamedBy == "" || in.readsOutput(cmd.NamedBy) || len(in.Runs) > 0 || in.c.Outcome == hook.Denied || in.c.NeverRan(cmd) {
		return
	}
	in.addWithoutOutput(i, in.toolOf(cmd), "check", "unknown")
}

// readExit runs the readers without literals, which interpret the exit code of a command.
func (in *reading) readExit(i int, into string, read map[int]bool) {
	cmd := in.c.Commands[i]
	before := len(in.Runs)
	for _, f := range in.asked(in.All()) {
		if len(f.Contains) == 0 && f.Into == into {
			in.readWith(f, []int{i}, read)
		}
	}
	for j := before; j < len(in.Runs); j++ {
		in.Runs[j].Tool, in.Runs[j].Language = in.toolOf(cmd), in.language(cmd.Runner)
	}
}

// language returns the language of the tests of a runner, "" if its reader does not say.
func (in *reading) language(runner string) string {
	if f := in.named(runner); f != nil {
		return f.Language
	}
	return ""
}

// printedNothing reports whether the output is empty (or an empty JSON list), or that of another
// command of the line and without any literal of the i-th command's reader.
func (in *reading) printedNothing(i int) bool {
	c := in.c
	if out := strings.TrimSpace(c.Output); out == "" || out == "[]" {
		return true
	}
	others := slices.ContainsFunc(c.Commands, func(o facts.Command) bool { return o.Text != c.Commands[i].Text && o.Name != "cd" })
	f := in.forOutput(c.Commands[i], "diagnostics")
	return others && f != nil && !in.matches(f, "diagnostics")
}

// readUnstarted adds a run for each listed command for one table that did not start, as the readers
// into "runs" without commands find in the output. A command in whose output a result was found has
// started.
func (in *reading) readUnstarted(into string, read map[int]bool) {
	c := in.c
	for i, cmd := range c.Commands {
		exit := c.ExitOf(cmd)
		if cmd.Runner == "" || !isKnown(cmd) || in.leavesOut(cmd) || c.Background || cmd.Background || in.runsTests(cmd.Runner) != (into == "tests") || exit != nil && *exit == 0 {
			continue
		}
		if (c.Output == "" && exit == nil) || slices.ContainsFunc(in.Runs, func(r Run) bool { return r.Command == i && !r.nothing() }) {
			continue
		}
		if !slices.ContainsFunc(in.asked(in.All()), func(f *bundle.File) bool {
			return f.Into == "runs" && len(f.Commands) == 0 && in.about(f, i)["outcome"] == Unstarted
		}) {
			continue
		}
		read[i] = true
		if j := slices.IndexFunc(in.Runs, func(r Run) bool { return r.Command == i }); j >= 0 {
			in.Runs[j].Outcome = Unstarted
			continue
		}
		kind := "check"
		if into == "tests" {
			kind = "test"
		}
		in.addWithoutOutput(i, in.toolOf(cmd), kind, Unstarted)
	}
}

// addWithoutOutput adds a run of which the output says nothing, or that passed without a line of it.
func (in *reading) addWithoutOutput(command int, tool, kind, outcome string) {
	r := Run{Run: runs.Run{N: in.nextRun(), Kind: kind, How: "exit"}, Tool: tool, Command: command, Outcome: outcome}
	if outcome == "pass" {
		r.Failed, r.Ended, r.Complete = new(int64), true, true
	}
	in.Runs = append(in.Runs, r)
}

// Unstarted is the outcome of a run whose runner did not start.
const Unstarted = "unstarted"

// nothing reports whether a run has no result at all.
func (r Run) nothing() bool {
	return r.Outcome == "unknown" && len(r.Items) == 0 && (r.Passed == nil || *r.Passed == 0)
}

// toolOf returns the tool of the runs of a listed command: the reader of its output, or the command
// if there is none.
func (in *reading) toolOf(cmd facts.Command) string {
	if in.readsOutput(cmd.Runner) {
		return cmd.Runner
	}
	return cmd.Name
}
