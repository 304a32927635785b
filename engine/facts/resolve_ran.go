package facts

import (
	"slices"

	"witness/engine/hook"
	"witness/engine/shell"
)

// ranCommands records which commands of a line ran. A command all of whose changes are refuted is in
// a branch that was not taken, so its reads did not happen either.
type ranCommands struct {
	changed, refuted map[int]bool     // commands
	readers          map[string][]int // commands that read a file
}

// note adds what a command does to a file, and whether the disk refutes it.
func (r *ranCommands) note(t shell.Touch, path string, refuted bool) {
	if r.changed == nil {
		r.changed, r.refuted, r.readers = map[int]bool{}, map[int]bool{}, map[string][]int{}
	}
	switch {
	case refuted:
		r.refuted[t.Command] = true
	case hook.ReadOnly(t.Kind):
		r.readers[path] = append(r.readers[path], t.Command)
	default:
		r.changed[t.Command] = true
	}
}

// skipped reports whether a touch is a read by commands that did not run.
func (r *ranCommands) skipped(t Touch) bool {
	return t.Via == "shell" && hook.ReadOnly(t.Kind) && len(r.refuted) > 0 &&
		!slices.ContainsFunc(r.readers[t.Path], func(i int) bool { return r.changed[i] || !r.refuted[i] })
}
