package shell

import "slices"

// state is what is certain at one point of the line.
type state struct {
	// done are the commands that have certainly succeeded, ascending.
	done []int
	// dead is true if the point cannot be reached.
	dead bool
}

var unreachable = state{dead: true}

func (s state) with(command int) state {
	if s.dead || command < 0 {
		return s
	}
	if n := len(s.done); n > 0 && s.done[n-1] >= command {
		return union(s, state{done: []int{command}})
	}
	return state{done: append(s.done[:len(s.done):len(s.done)], command)}
}

// join is the state where two ways meet: only what holds on both is certain.
func join(a, b state) state {
	if a.dead {
		return b
	}
	if b.dead {
		return a
	}
	var both []int
	for i, j := 0, 0; i < len(a.done) && j < len(b.done); {
		switch {
		case a.done[i] < b.done[j]:
			i++
		case a.done[i] > b.done[j]:
			j++
		default:
			both = append(both, a.done[i])
			i, j = i+1, j+1
		}
	}
	return state{done: both}
}

// union is the state after several things that all hold.
func union(states ...state) state {
	var all []int
	for _, s := range states {
		if s.dead {
			return unreachable
		}
		all = append(all, s.done...)
	}
	slices.Sort(all)
	return state{done: slices.Compact(all)}
}

// outcome is how a statement can end.
type outcome struct {
	ok   state // it succeeded
	fail state // it failed
	soft state // it failed in a way that set -e forgives, as a does in "a && b"
	// last are the commands whose exit status is the statement's.
	last []int
	// prints is what it writes to standard output, nil if that cannot be known.
	prints *stream
}

// either is the outcome of something that may end both ways and adds no certainty.
func either(st state) outcome { return outcome{ok: st, fail: st, soft: unreachable} }

// nothing is the outcome of something that cannot fail.
func nothing(st state) outcome { return outcome{ok: st, fail: unreachable, soft: unreachable} }

// stopped is the outcome of a command after which the list does not go on.
func stopped(last []int) outcome {
	return outcome{ok: unreachable, fail: unreachable, soft: unreachable, last: last}
}

// frame gathers the states in which exit, return or break left a part of the line.
type frame struct{ ok, fail state }

func newFrame() *frame { return &frame{ok: unreachable, fail: unreachable} }

// closed adds to o the ways in which the part was left early.
func (f *frame) closed(o outcome) outcome {
	o.ok = join(o.ok, f.ok)
	o.fail = join(o.fail, f.fail)
	return o
}

// scope is what surrounds a command.
type scope struct {
	background, filtered bool
	tolerant             bool // set -e is ignored here: a condition or the left of && and ||
	away                 bool // inside a container: another file system
	external             bool // started by an interpreter or another program, so no builtin
	input                *stream
	src                  string              // the text that the nodes at hand were parsed from
	funcs                map[string]function // the functions of this process
	exit, ret, loop      *frame
	nested               int
	names                []Name   // that a wrapper names for the command inside it
	sets                 []string // variables that the command is given
	by                   []field  // the interpreter that starts the script at hand, with its words
	maybe                bool     // in a branch, and nothing says whether it is taken
	tests                []Test   // about files, that the way here was asked
}

// inSubshell is the scope of a process of its own, whose exit ends only that.
func (sc scope) inSubshell() scope {
	sc.exit, sc.ret, sc.loop = newFrame(), nil, nil
	return sc
}
