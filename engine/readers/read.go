package readers

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"witness/engine/bundle"
	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/runs"
	"witness/engine/store"
)

// A reading is the state of reading the output of one call.
type reading struct {
	*Set
	ctx     context.Context
	c       *facts.Call
	bigrams *bigrams // of the output
	own     bool     // the project's readers are left out
	Found
}

// Read runs the readers on the output of a shell line that has ended. It replaces the call's output
// by what a terminal would show of it. Readers of the project are left out, and so are the commands that
// they claim: see ReadProject. Other texts, which are no output of a command, are given labels.
func (s *Set) Read(ctx context.Context, c *facts.Call) Found {
	if text, what := labelled(c); text != "" {
		return Found{Labels: s.labels(text, what)}
	}
	if c.Moment != hook.After || c.Tool != hook.Run || c.Outcome == hook.Denied {
		return Found{}
	}
	if c.Output = shown(c); !c.Background {
		c.Output = withoutPrinted(c)
	}
	in := reading{Set: s, ctx: ctx, c: c, bigrams: bigramsOf(c.Output), own: true}
	in.read()
	in.Labels = s.labelsOf(c.Output[:min(len(c.Output), maxLabelled)], Output, in.bigrams)
	if in.Project = in.concernsProject(); in.Project {
		in.MayChange = in.mayChange()
	}
	return in.Found
}

// shown returns what a terminal would show of a call's output, with the lines of each task together if
// several ran at once.
func shown(c *facts.Call) string {
	output := runs.Plain(c.Output)
	if slices.ContainsFunc(c.Commands, func(cmd facts.Command) bool {
		return len(cmd.Tasks) > 0 || strings.HasPrefix(cmd.Name, "docker compose ")
	}) {
		return runs.Separated(output)
	}
	return output
}

// read runs the readers of all kinds.
func (in *reading) read() {
	in.readChanges()
	for _, kind := range []string{"tests", "diagnostics"} {
		in.readRuns(kind)
	}
	in.readOtherForms()
	in.readCheckExits()
}

// readChanges runs the readers of the changes of the tree that the commands of the line make, such as
// an install. A command that was not reached changed nothing.
func (in *reading) readChanges() {
	for i, cmd := range in.c.Commands {
		if cmd.Inert || in.c.NeverRan(cmd) {
			continue
		}
		for _, f := range in.Changing(cmd) {
			if in.own && isProjects(f) {
				continue
			}
			if kind := in.about(f, i)["kind"]; kind != "" {
				in.Changes = append(in.Changes, Change{kind, i})
			}
		}
	}
}

// readRuns finds the runs for one table. A reader reads the output of the commands that it lists.
// The output of a command that no reader lists, such as make or a script, is read by every reader
// that finds one of its literals in it. Test commands for which no run was found get one from
// their exit code.
func (in *reading) readRuns(into string) {
	c := in.c
	var claimed, free []int // commands that have a reader for their output, and other commands that are not inert
	for i, cmd := range c.Commands {
		switch {
		case cmd.Inert || cmd.Via != "": // what a script prints is the output of the command that runs it
		case in.forOutput(cmd, into) != nil:
			claimed = append(claimed, i)
			if in.forOutput(cmd, into).Trust == bundle.Untrusted {
				free = append(free, i) // it takes no output away from other readers
			}
		case into == "tests" && in.forOutput(cmd, "diagnostics") != nil:
			// A linter runs no tests, whatever the format of its report.
		default:
			free = append(free, i)
		}
	}
	if len(claimed)+len(free) == 0 {
		return
	}
	read := map[int]bool{} // commands for which a run was found
	for _, f := range in.candidates(into, claimed, free) {
		own := slices.DeleteFunc(slices.Clone(claimed), func(i int) bool { return c.Commands[i].Runner != runnerOf(f) })
		runs := slices.DeleteFunc(slices.Clone(own), func(i int) bool { return !c.Commands[i].Known })
		if len(own) == 0 && f.Trust == bundle.Untrusted {
			continue // it reads the output of its own commands only
		}
		if len(own) > 0 && len(runs) == 0 || len(own) == 0 && len(free) == 0 {
			continue
		}
		if !in.matches(f, into) {
			continue
		}
		if len(runs) == 0 {
			runs = []int{in.likeliest(free)}
		}
		in.readWith(f, runs, read)
	}
	in.readUnstarted(into, read)
	if into == "tests" {
		in.readTestExits(read)
	}
}

// candidates returns the readers that may read the output: those for the table that have a literal in it if no
// reader lists one of the commands that may have printed it, otherwise those of the listed commands.
func (in *reading) candidates(into string, claimed, free []int) (list []*bundle.File) {
	if in.c.Output == "" || in.c.Background {
		return nil
	}
	if len(free) > 0 {
		return in.asked(in.printing(into, in.bigrams.contain))
	}
	for _, i := range claimed {
		runner := in.c.Commands[i].Runner
		for _, f := range slices.Concat(in.mentioning(runner), []*bundle.File{in.named(runner)}) {
			if f != nil && in.decode(f) && runnerOf(f) == runner && !slices.Contains(list, f) {
				list = append(list, f)
			}
		}
	}
	slices.SortFunc(list, func(a, b *bundle.File) int { return strings.Compare(a.Name, b.Name) })
	return in.asked(list)
}

// likeliest returns the command that probably printed an output whose reader lists none of the
// commands: the last of free that is known to run tests or checks, or else to show runs of another
// origin, otherwise the last of free.
func (in *reading) likeliest(free []int) int {
	best, rank := free[len(free)-1], 0
	for _, i := range free {
		cmd := in.c.Commands[i]
		switch {
		case cmd.Runner != "" && cmd.Known:
			best, rank = i, 2
		case rank < 2 && in.originReader(cmd) != nil:
			best, rank = i, 1
		}
	}
	return best
}

// readWith runs one reader on the output and adds the runs that it finds. commands are those that
// may have printed it, in order. A third-party reader gets a share of the time.
func (in *reading) readWith(f *bundle.File, commands []int, read map[int]bool) {
	if origin := in.originReader(in.c.Commands[commands[0]]); in.own && origin != nil && isProjects(origin) {
		return
	}
	var runs []Run
	if err := in.inTime(f, func(ctx context.Context) (err error) {
		runs, err = in.runsOf(ctx, f, commands[0])
		return err
	}); err != nil {
		return
	}
	origin := in.originOf(commands[0])
	if origin == Elsewhere {
		return
	}
	explained := slices.ContainsFunc(runs, func(r Run) bool { return r.Failed != nil && *r.Failed > 0 }) && len(commands) == 1
	for i := range runs {
		r := &runs[i]
		r.Origin = origin
		r.Command = commands[min(i, len(commands)-1)]
		cmd := in.c.Commands[r.Command]
		r.Tool, r.Language = runnerOf(f), f.Language
		conclude(in.c, r, cmd, explained)
		in.believe(r, cmd, f)
		if r.Outcome == "pass" && (r.Passed == nil || *r.Passed == 0) && in.filtered(f) && !in.hasLiteral(f) {
			r.Outcome, r.Ended, r.Complete = "unknown", false, false // such as the number of warnings, below that of the errors
		}
		if cmd.Runner == "" && origin == "" && !agrees(in.c, *r, cmd) && !in.printedBefore(r) {
			r.Outcome = disagrees
			continue
		}
		if r.Outcome == "pass" && in.replayed() {
			r.takeBack()
		}
		read[r.Command] = true
		if len(runs) != len(commands) && len(commands) > 1 && !cmd.Last {
			r.Complete = false // which command printed it is unknown
		}
	}
	in.Runs = append(in.Runs, withoutDisagreeing(runs)...)
}

// inTime calls do, which runs the SELECT of a reader, and reports its error as a fault. A reader that is not
// embedded in witness gets a share of the time.
func (in *reading) inTime(f *bundle.File, do func(ctx context.Context) error) (err error) {
	if f.Origin == "embedded" {
		err = do(in.ctx)
	} else {
		err = in.Mark.Run(in.ctx, f, time.Duration(in.Config.AfterMS)*time.Millisecond, do)
	}
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*bundle.FileError](err); !ok {
		err = store.FileError(f, err)
	}
	in.Faults(f.Path, err)
	return err
}

// afterBuild reports whether the command is reached only if a build, or a task that may build, succeeds before it on its line:
// the complaint of a compiler may be the end of that.
func afterBuild(c *facts.Call, cmd facts.Command) bool {
	return slices.ContainsFunc(cmd.Gates, func(i int) bool { return c.Commands[i].Kind == "build" || len(c.Commands[i].Tasks) > 0 })
}

// runsOf returns the runs that a reader finds in the output of a command. An output that nothing shows to be
// of its runner is not read.
func (in *reading) runsOf(ctx context.Context, f *bundle.File, command int) ([]Run, error) {
	cmd := in.c.Commands[command]
	a := cmd.Params(command, in.c.Params())
	a["output"], a["exit"], a["runner"] = in.c.Output, in.c.ExitOf(cmd), knownBy(cmd)
	listed := cmd.Runner == runnerOf(f)
	own := listed || in.namedIn(f, in.c.Event.Command) || in.echoes(f)
	if f.HasPatterns() && !in.proven(f, own) {
		return nil, nil
	}
	found, err := runs.Read(ctx, in.DB, f, runs.Input{
		Output: in.c.Output, Command: in.c.Event.Command, Root: in.c.Project.Root, Exit: in.c.ExitOf(cmd),
		Listed: listed, Own: own, Shared: f.Into == "tests" && afterBuild(in.c, cmd), First: in.nextRun(),
	}, a, in.named)
	list := make([]Run, 0, len(found))
	for _, r := range found {
		list = append(list, Run{Run: r})
	}
	return list, err
}
