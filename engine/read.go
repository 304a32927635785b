package engine

import (
	"context"
	"slices"
	"strings"
	"time"
)

// readingColumns are what a reader's SELECT may return: a test, a diagnostic, or, without a
// test and a message, the summary of a run. A test that is the empty text stands for a whole
// suite that passed without naming its tests. `tests` stands for `test` where several fared
// alike: a JSON array of them. `n` counts the runs of one output from 0.
var readingColumns = []string{
	"test", "tests", "suite", "outcome", "message", "file", "line", "col", "code", "level",
	"passed", "failed", "skipped", "ended", "how", "kind",
}

// maxOutput bounds the bytes of an output that are read: its beginning and its end.
const maxOutput = 512 << 10

// read lets the readers of facts.d see what a call did.
func (e *Engine) read(ctx context.Context, c *call) found {
	var all found
	if c.Moment != After || c.Tool != Run || c.Outcome == Denied {
		return all
	}
	c.Output = plainOutput(c.Output)
	for _, f := range e.loadFacts() {
		if f.Err == nil && len(all.changes) == 0 && slices.ContainsFunc(c.commands, func(cmd command) bool {
			return !cmd.Inert && slices.Contains(e.claimants(cmd.Name), f) && f.Into == "changes"
		}) {
			all.changes = e.readChanges(ctx, f, c)
		}
	}
	c.printed = pairsOf(c.Output)
	for _, kind := range []string{"tests", "diagnostics"} {
		e.readRuns(ctx, c, kind, &all)
	}
	e.readFormats(ctx, c, &all)
	e.readChecks(ctx, c, &all)
	return all
}

// readChanges asks a reader whether the call changed the tree.
func (e *Engine) readChanges(ctx context.Context, f *Script, c *call) (kinds []string) {
	a := c.params()
	a["output"] = c.Output
	err := e.db.guard(Facts, func() error {
		return e.db.each(ctx, e.db.one(f.Text), a, func(_ []string, row []driverValue) error {
			kinds = append(kinds, show(row[0]))
			return nil
		})
	})
	if err != nil {
		e.fault(f.Path, f.sqlError(err))
	}
	return kinds
}

// readRuns finds the runs of one kind. A reader is asked about the output of the
// commands that it knows; the output of a command that no reader knows (make, a script)
// is shown to every reader that finds one of its literals in it. Readers that know only
// commands come last and speak for those of which nothing was read.
func (e *Engine) readRuns(ctx context.Context, c *call, into string, all *found) {
	var claimed, free []int // commands that have a reader for their output, and others that ran something
	for i, cmd := range c.commands {
		switch {
		case cmd.Inert:
		case e.readerOf(cmd, into) != nil:
			claimed = append(claimed, i)
		case into == "tests" && e.readerOf(cmd, "diagnostics") != nil:
			// A linter runs no tests, in whatever form it prints what it found.
		default:
			free = append(free, i)
		}
	}
	if len(claimed)+len(free) == 0 {
		return
	}
	read := map[int]bool{} // commands of which a run was read
	for _, f := range e.loadFacts() {
		own := slices.DeleteFunc(slices.Clone(claimed), func(i int) bool { return c.commands[i].runner != f.reads() })
		runs := slices.DeleteFunc(slices.Clone(own), func(i int) bool { return !c.commands[i].known })
		if len(own) > 0 && len(runs) == 0 || len(own) == 0 && len(free) == 0 || c.Output == "" || c.Background {
			continue
		}
		if f.Err != nil || !e.wants(f, into, c.printed) {
			continue
		}
		if len(runs) == 0 {
			runs = []int{e.likeliest(c, free)}
		}
		e.readWith(ctx, f, c, runs, all, read)
	}
	if into == "tests" {
		e.readExits(ctx, c, all, read)
	}
}

// reads is the name of the reader that knows the commands which print what this one reads.
func (f *Script) reads() string {
	if strings.Contains(f.beforeStatement(), "\n--- form") && f.parse() == nil && f.Form != "" {
		return f.Form
	}
	return f.Name
}

// readerOf is the reader that recognises a command's output, nil if none does.
func (e *Engine) readerOf(cmd command, into string) *Script {
	for _, f := range e.loadFacts() {
		if f.Name == cmd.runner && f.Into == into && len(f.Contains) > 0 {
			return f
		}
	}
	return nil
}

// likeliest is the command that printed an output which none is known to print: the last
// that is known to run tests somehow, else the last that ran anything.
func (e *Engine) likeliest(c *call, free []int) int {
	best := free[len(free)-1]
	for _, i := range free {
		if c.commands[i].runner != "" && c.commands[i].known {
			best = i
		}
	}
	return best
}

// wants tells whether a reader finds one of its literals in the output.
func (e *Engine) wants(f *Script, into string, output *pairs) bool {
	if !strings.Contains(f.beforeStatement(), into) {
		return false
	}
	// Of witness's own nothing more of the header is read. What is wrong with another's is told.
	if f.Origin == "embedded" {
		if literals, ok := f.literals(); ok && !slices.ContainsFunc(literals, output.contain) {
			return false
		}
	}
	if err := f.parse(); err != nil {
		e.fault(f.Path, err)
		return false
	}
	return f.Into == into && slices.ContainsFunc(f.Contains, output.contain)
}

// literals are what the reader lists as contains, if that stands on a line of its own.
func (f *Script) literals() (list []string, ok bool) {
	_, line, ok := strings.Cut(f.beforeStatement(), "\n--- contains")
	if !ok {
		return nil, false
	}
	line, _, _ = strings.Cut(line, "\n")
	list, rest, ok := plainList(strings.TrimLeft(strings.TrimLeft(line, " \t"), "= \t"))
	return list, ok && atEnd(rest)
}

// readWith runs one reader over the output and adds the runs it found. commands are
// those that may have printed it, in order. A stranger's reader has its share of the time.
func (e *Engine) readWith(ctx context.Context, f *Script, c *call, commands []int, all *found, read map[int]bool) {
	if f.Origin != "embedded" {
		own, cancel := withBudget(ctx, time.Duration(e.config.AfterMS)*time.Millisecond/share)
		defer cancel()
		ctx = own
	}
	runs, err := e.rows(ctx, f, c, commands[0], all.next())
	if err != nil {
		e.fault(f.Path, f.sqlError(err))
		return
	}
	for i := range runs {
		r := &runs[i]
		r.command = commands[min(i, len(commands)-1)]
		cmd := c.commands[r.command]
		r.tool = f.reads()
		c.settle(r, cmd)
		read[r.command] = true
		if len(runs) != len(commands) && len(commands) > 1 && !cmd.Last {
			r.complete = false // which command printed it is not known
		}
	}
	all.runs = append(all.runs, runs...)
}

// rows runs a reader's SELECT and sums up its runs, which are numbered from base.
func (e *Engine) rows(ctx context.Context, f *Script, c *call, command int, base int64) ([]run, error) {
	a := c.commands[command].params(command, c.params())
	a["output"], a["exit"] = c.Output, c.exitOf(c.commands[command])
	s := newSum(f.Into, base)
	err := e.db.guard(Facts, func() error {
		return e.db.each(ctx, e.db.one(f.Text), a, s.add)
	})
	return s.done(), err
}
