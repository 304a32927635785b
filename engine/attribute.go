package engine

import "slices"

// attribute decides which runs are whose, once all were read. What a filter passes on was
// printed by the command before it in the pipe, and if that has a reader of its own, only
// that one has a say. A runner prints one summary, its last: what looks like one before it
// was printed by a test.
func (e *Engine) attribute(c *call, all *found) {
	all.runs = slices.DeleteFunc(all.runs, func(r run) bool {
		i := r.command
		for i > 0 && c.commands[i].runner == "" && (c.commands[i].Name == "tee" || c.commands[i-1].Filtered) {
			i--
		}
		return i != r.command && c.commands[i].runner != "" && r.how != "exit"
	})
	kept := all.runs[:0]
	for i := range all.runs {
		r := all.runs[i]
		cmd := c.commands[r.command]
		if n := len(kept); n > 0 && cmd.known && cmd.runner == r.tool && kept[n-1].command == r.command && kept[n-1].tool == r.tool && r.kind == "test" {
			r.join(kept[n-1])
			kept = kept[:n-1]
		}
		kept = append(kept, r)
	}
	all.runs = kept
}

// join takes in what was read before the run's own summary, unless the run is whole
// without it.
func (r *run) join(before run) {
	r.n = before.n
	if r.complete {
		return
	}
	r.items = append(before.items, r.items...)
	if before.named == 0 {
		return
	}
	r.outcome = "fail"
	r.named += before.named
	if !r.told {
		failed := r.named
		r.failed = &failed
	}
}
