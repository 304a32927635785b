package facts

import (
	"slices"
	"strings"
)

// readOtherForms reads what a known runner printed in a form that is not its own, such as SARIF
// or JUnit XML. The readers that list no command know those forms, and so does one that the
// command names, as in --reporter=tap. The runs are the runner's.
func (in *reading) readOtherForms() {
	if in.c.Background || in.c.Output == "" {
		return
	}
	in.attribute()
	for i, cmd := range in.c.Commands {
		if cmd.Runner == "" || !cmd.Known || slices.ContainsFunc(in.Runs, func(r Run) bool { return r.Command == i && r.How != "exit" }) {
			continue
		}
		into := "diagnostics"
		if in.runsTests(cmd.Runner) {
			into = "tests"
		}
		if in.forOutput(cmd, into) == nil {
			continue // every reader has been tried on its output
		}
		for _, f := range in.All() {
			if f.Err != nil || !in.matches(f, into) || len(f.Commands) > 0 && !namesForm(cmd.Args, f.Name) {
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

// namesForm reports whether a flag or a word is the name of a form, or of a variety of it: tap,
// --tap, -o TAP, --reporter=tap-flat.
func namesForm(words []string, form string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		w = strings.TrimLeft(w[strings.LastIndexByte(w, '=')+1:], "-")
		return strings.EqualFold(w, form) || strings.HasPrefix(w, form+"-")
	})
}

// attribute drops the runs that belong to another command. What a filter passes on was printed by
// the command before it in the pipe, and if that has a reader of its own, only that reader
// counts. A runner prints one summary, its last: one before it was printed by a test.
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
		if n := len(kept); n > 0 && cmd.Known && cmd.Runner == r.Tool && kept[n-1].Command == r.Command && kept[n-1].Tool == r.Tool && r.Kind == "test" {
			r.join(kept[n-1])
			kept = kept[:n-1]
		}
		kept = append(kept, r)
	}
	in.Runs = kept
}

// join merges what was read before the run's own summary, unless the run is complete without it.
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
	if !r.counted {
		failed := r.Named
		r.Failed = &failed
	}
}
