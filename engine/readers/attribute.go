package readers

import (
	"context"
	"slices"
	"strings"

	"witness/engine/bundle"
	"witness/engine/facts"
	"witness/engine/runs"
	"witness/engine/store"
)

// readOtherForms reads the output of a known runner in a format other than its own, such as SARIF
// or JUnit XML. Candidates are the readers that list no command, and a reader whose name is a
// word of the command, as in --reporter=tap. The runs are attributed to the runner.
func (in *reading) readOtherForms() {
	if in.c.Background || in.c.Output == "" {
		return
	}
	in.attribute()
	for i, cmd := range in.c.Commands {
		if cmd.Runner == "" || !isKnown(cmd) || slices.ContainsFunc(in.Runs, func(r Run) bool { return r.Command == i && r.How != "exit" }) {
			continue
		}
		into := "diagnostics"
		if in.runsTests(cmd.Runner) {
			into = "tests"
		}
		if in.forOutput(cmd, into) == nil {
			continue // readRuns has tried every reader on its output
		}
		for _, f := range in.asked(in.All()) {
			if f.Trust == bundle.Untrusted || !in.matches(f, into) || len(f.Commands) > 0 && !namesFormat(cmd.Args, f.Name) {
				continue
			}
			before := len(in.Runs)
			in.readWith(f, []int{i}, map[int]bool{})
			for j := before; j < len(in.Runs); j++ {
				in.Runs[j].Tool = cmd.Runner
			}
			if len(in.Runs) > before {
				in.Runs = slices.DeleteFunc(in.Runs, func(r Run) bool { return r.Command == i && r.How == "exit" })
				break
			}
		}
	}
}

// namesFormat reports whether a flag or a word is the name of a format, or of a variant of it: tap,
// --tap, -o TAP, --reporter=tap-flat.
func namesFormat(words []string, format string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		w = strings.TrimLeft(w[strings.LastIndexByte(w, '=')+1:], "-")
		return strings.EqualFold(w, format) || strings.HasPrefix(w, format+"-")
	})
}

// attribute drops the runs that were attributed to the wrong command. A filter in a pipe passes on
// the output of the command before it; if that command has a reader of its own, only that reader
// counts. A runner prints one summary, its last; an earlier one was printed by a test, and its run
// is merged into the last, unless it may be a turn of a loop, or another run of the same command, that failed.
func (in *reading) attribute() {
	commands := in.c.Commands
	in.Runs = slices.DeleteFunc(in.Runs, func(r Run) bool {
		i := r.Command
		for i > 0 && commands[i].Runner == "" && (commands[i].Name == "tee" || commands[i-1].OutputHidden) {
			i--
		}
		return i != r.Command && commands[i].Runner != "" && r.How != "exit"
	})
	kept := in.Runs[:0]
	for i := range in.Runs {
		r := in.Runs[i]
		cmd := commands[r.Command]
		if n := len(kept); n > 0 && cmd.Known && cmd.Runner == r.Tool && kept[n-1].Command == r.Command && kept[n-1].Tool == r.Tool && r.Kind == "test" && !in.counts(kept[n-1], r) {
			r.join(kept[n-1])
			kept = kept[:n-1]
		}
		kept = append(kept, r)
	}
	in.Runs = kept
}

// counts reports whether a run that failed stands beside a later one of the same command that did not: the worst of several
// counts. If the command alone has succeeded, a test has printed it.
func (in *reading) counts(before, later Run) bool {
	cmd := in.c.Commands[later.Command]
	exit := in.c.ExitOf(cmd)
	return before.Outcome == "fail" && later.Outcome != "fail" && (cmd.Looped || exit == nil || *exit != 0)
}

// printedBefore gives a run that failed to an earlier command of the line if the one that it was attributed to has succeeded:
// one that runs something of the project and whose status is not known.
func (in *reading) printedBefore(r *Run) bool {
	for i, cmd := range in.c.Commands[:r.Command] {
		if r.Outcome == "fail" && !cmd.Inert && cmd.Runner == "" && in.c.ExitOf(cmd) == nil && agrees(in.c, *r, cmd) {
			r.Command = i
			return true
		}
	}
	return false
}

// join merges a run that was read before the runner's own summary, unless the run is complete
// without it.
func (r *Run) join(before Run) {
	r.N = before.N
	if r.Complete {
		return
	}
	r.Items = append(before.Items, r.Items...)
	if before.Named == 0 {
		return
	}
	r.Outcome = "fail"
	r.Named += before.Named
	if !r.Counted {
		failed := r.Named
		r.Failed = &failed
	}
}

// Elsewhere is the origin of a run that was not made by the line: it is read from a log or from
// another machine, and not recorded.
const Elsewhere = "elsewhere"

// originReader returns the reader into "runs" that lists a command, nil if there is none.
func (in *reading) originReader(cmd facts.Command) *bundle.File {
	list := in.listing(cmd.Name)
	if i := slices.IndexFunc(list, func(f *bundle.File) bool { return f.Into == "runs" }); i >= 0 && !cmd.Inert {
		return list[i]
	}
	return nil
}

// originOf returns where the runs were made that the output of a command shows, "" for the command
// itself.
func (in *reading) originOf(command int) string {
	cmd := in.c.Commands[command]
	f := in.originReader(cmd)
	if f == nil || cmd.Runner != "" {
		return ""
	}
	return in.about(f, command)["origin"]
}

// about runs a reader into "runs" or "changes" for one command and returns its row, nil if it has none.
func (in *reading) about(f *bundle.File, command int) map[string]string {
	cmd := in.c.Commands[command]
	a := cmd.Params(command, in.c.Params())
	exit := in.c.ExitOf(cmd)
	if exit == nil && f.Into == "changes" && cmd.Last && !in.c.Background && !cmd.Background {
		exit = in.c.Exit // if it was not reached, it changed nothing either
	}
	a["output"], a["exit"] = in.c.Output, exit
	var found map[string]string
	_ = in.inTime(f, func(ctx context.Context) error { // it reports the error
		return runs.Ask(ctx, in.DB, f, in.c.Output, a, func(columns []string, row []store.Value) error {
			found = map[string]string{}
			for i, column := range columns {
				found[column] = store.Text(row[i])
			}
			return nil
		})
	})
	return found
}
