package facts

import "slices"

// attribute drops the runs that belong to another command. What a filter passes on was printed by
// the command before it in the pipe, and if that has a reader of its own, only that reader
// counts. A runner prints one summary, its last: one before it was printed by a test.
func (in *reading) attribute() {
	commands := in.c.Commands
	in.Runs = slices.DeleteFunc(in.Runs, func(r Run) bool {
		i := r.Command
		for i > 0 && commands[i].Runner == "" && (commands[i].Name == "tee" || commands[i-1].Filtered) {
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
