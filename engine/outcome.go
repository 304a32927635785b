package engine

import (
	"context"
	"slices"
	"strconv"
	"strings"
)

// settle decides what a run that was read amounts to: whether it came to its end, named
// all it counted, and how it went. The findings beat the exit code; only where they are
// no evidence, because a part of the output was not seen, does a known exit code speak,
// and never to turn red into green. Nor do findings make a run green
// whose runner ended with another code than 0.
func (c *call) settle(r *run, cmd command) {
	failed := int64(0)
	if r.failed != nil {
		failed = *r.failed
	}
	exit := c.exitOf(cmd)
	if r.how != "exit" {
		r.ended = r.ended && !c.Cut && !c.Background && (!cmd.Filtered || r.named >= failed && c.filterKeeps(r))
	}
	r.complete = r.ended && r.named >= failed && r.failed != nil
	switch {
	case failed > 0, r.how == "exit" && r.failed == nil && r.ended:
		r.outcome = "fail"
	case r.empty():
		r.outcome, r.ended, r.complete = "unknown", false, false
	case exit != nil && *exit != 0 && !r.ended && r.kind == "test" && (c.Cut || cmd.Filtered || r.passed != nil):
		r.outcome, r.failed, r.complete = "fail", nil, false
	case r.ended && exit != nil && *exit != 0:
		r.outcome = "unknown" // all that was named and counted passed, and yet the runner says no
	case r.ended:
		r.outcome = "pass"
	default:
		r.outcome = "unknown"
	}
}

// filterKeeps tells whether what stands at the end of the pipe passes on what tells how a
// run went: the end of its input, or counts of all tests, those that failed among them. A stream of events has no such
// end: each may be the one that is missing.
func (c *call) filterKeeps(r *run) bool {
	last := func(names ...string) bool {
		return slices.ContainsFunc(c.commands, func(cmd command) bool { return cmd.Last && slices.Contains(names, cmd.Name) })
	}
	if r.how == "structured" {
		return last("tee", "cat")
	}
	return r.passed != nil && r.told && !c.headFull() || last("tail", "tee", "cat")
}

// headFull tells whether `head` at the end of the line printed as much as it may, so that more
// may have followed: what counts a run stands at its end, and what stands before may be what a
// test printed.
func (c *call) headFull() bool {
	i := slices.IndexFunc(c.commands, func(cmd command) bool { return cmd.Last && cmd.Name == "head" })
	if i < 0 {
		return false
	}
	most := 10
	for j, arg := range c.commands[i].Args {
		number := strings.TrimLeft(strings.TrimPrefix(arg, "--lines="), "-n")
		if arg == "-n" && j+1 < len(c.commands[i].Args) {
			number = c.commands[i].Args[j+1]
		}
		if n, err := strconv.Atoi(number); err == nil {
			most = n
		} else if strings.HasPrefix(arg, "-") {
			return true // it counts something else
		}
		if arg == "-n" {
			break
		}
	}
	return strings.Count(strings.TrimRight(c.Output, "\n"), "\n")+1 >= most
}

// exitOf is the exit code of one command of the line, nil if it is not known: the line's
// own for the command that decides it; success for one that must have succeeded.
func (c *call) exitOf(cmd command) *int {
	if c.Exit == nil || c.Background || cmd.Background {
		return nil
	}
	i := slices.IndexFunc(c.commands, func(o command) bool { return o.Text == cmd.Text && o.Last == cmd.Last })
	last := slices.IndexFunc(c.commands, func(o command) bool { return o.Last })
	switch {
	case cmd.Last && (*c.Exit == 0 || !c.mayNotHaveRun(cmd)):
		return c.Exit
	case last >= 0 && *c.Exit == 0 && slices.Contains(c.commands[last].Gates, i):
		return c.Exit
	}
	return nil
}

// mayNotHaveRun tells whether a failed line may have ended before the command.
func (c *call) mayNotHaveRun(cmd command) bool {
	return slices.ContainsFunc(cmd.Gates, func(i int) bool { return !c.commands[i].Inert }) ||
		len(cmd.Gates) > 0 && strings.Contains(c.Output, "cd: ")
}

// readExits adds the runs of which only the exit code is known: commands known to be
// test runs of which no reader read anything. Whether what was printed for all to see is
// no run (a usage error) is for the readers without literals to say.
func (e *Engine) readExits(ctx context.Context, c *call, all *found, read map[int]bool) {
	for i, cmd := range c.commands {
		if cmd.runner == "" || !cmd.known || read[i] || !e.runsTests(cmd.runner) {
			continue
		}
		if c.Exit != nil && cmd.Last && (*c.Exit == 126 || *c.Exit == 127) {
			continue // it could not be started
		}
		hidden := c.Output == "" || cmd.Filtered || c.Cut || c.Background || cmd.Background
		if len(read) > 0 && len(all.runs) > 0 && !hidden {
			continue // the output was another command's of the same line
		}
		if c.Outcome == Failed && !hidden && c.mayNotHaveRun(cmd) {
			continue // the output may be that of a command before it, for which the line ended
		}
		before := len(all.runs)
		e.readExit(ctx, c, i, "tests", all, read)
		if len(all.runs) == before && hidden {
			all.runs = append(all.runs, run{n: all.next(), tool: cmd.runner, kind: "test", how: "exit", command: i, outcome: "unknown"})
		}
	}
}

// readChecks adds the checks of which only the exit code is known: commands known to be a
// linter or compiler of which no reader read anything, because they passed without a word,
// or failed and printed what nobody understands.
func (e *Engine) readChecks(ctx context.Context, c *call, all *found) {
	for i, cmd := range c.commands {
		if cmd.runner == "" || !cmd.known || cmd.Filtered || e.runsTests(cmd.runner) {
			continue
		}
		exit := c.exitOf(cmd)
		if exit == nil || slices.ContainsFunc(all.runs, func(r run) bool { return r.tool == cmd.runner }) {
			continue
		}
		if *exit == 0 && (c.Cut || !e.saidNothing(c, i)) {
			continue // some linters find and end with 0
		}
		e.readExit(ctx, c, i, "diagnostics", all, map[int]bool{})
	}
}

// readExit lets the readers without literals say what the exit code of a command means.
func (e *Engine) readExit(ctx context.Context, c *call, i int, into string, all *found, read map[int]bool) {
	cmd := c.commands[i]
	before := len(all.runs)
	for _, f := range e.loadFacts() {
		if !strings.Contains(f.Text, "\n--- contains") && f.parse() == nil && len(f.Contains) == 0 && f.Into == into {
			e.readWith(ctx, f, c, []int{i}, all, read)
		}
	}
	for j := before; j < len(all.runs); j++ {
		all.runs[j].tool = cmd.runner
		if !e.recognises(cmd.runner) {
			all.runs[j].tool = cmd.Name
		}
	}
}

// saidNothing tells whether the output is empty (as JSON: an empty list), or another command's
// of the line and holds nothing of what the i-th would have printed.
func (e *Engine) saidNothing(c *call, i int) bool {
	if said := strings.TrimSpace(c.Output); said == "" || said == "[]" {
		return true
	}
	others := slices.ContainsFunc(c.commands, func(o command) bool { return o.Text != c.commands[i].Text && o.Name != "cd" })
	f := e.readerOf(c.commands[i], "diagnostics")
	return others && f != nil && !e.wants(f, "diagnostics", c.printed)
}

// runsTests tells whether a reader is about tests.
func (e *Engine) runsTests(reader string) bool {
	return slices.ContainsFunc(e.loadFacts(), func(f *Script) bool { return f.Name == reader && f.Into == "tests" })
}

// recognises tells whether a reader reads output, and does not only know commands.
func (e *Engine) recognises(reader string) bool {
	return slices.ContainsFunc(e.loadFacts(), func(f *Script) bool { return f.Name == reader && len(f.Contains) > 0 })
}
