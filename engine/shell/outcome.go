package shell

import "slices"

// outcome is how a statement can end.
type outcome struct {
	ok     state // it succeeded
	fail   state // it failed
	exempt state // it failed in a way that set -e forgives, as a does in "a && b"
	// last are the commands whose exit status is the statement's.
	last []int
	// prints is what it writes to standard output, nil if that cannot be known.
	prints *stream
}

// either is the outcome of something that may end both ways and adds no certainty.
func mayFail(st state) outcome { return outcome{ok: st, fail: st, exempt: unreachable} }

// nothing is the outcome of something that cannot fail.
func succeeds(st state) outcome { return outcome{ok: st, fail: unreachable, exempt: unreachable} }

// stopped is the outcome of a command after which the list does not go on.
func neverReturns(last []int) outcome {
	return outcome{ok: unreachable, fail: unreachable, exempt: unreachable, last: last}
}

// state is what is certain at one point of the line.
type state struct {
	// done are the commands that have certainly succeeded, ascending.
	succeeded []int
	// dead is true if the point cannot be reached.
	dead bool
}

var unreachable = state{dead: true}

func (s state) withSuccess(command int) state {
	if s.dead || command < 0 {
		return s
	}
	if n := len(s.succeeded); n > 0 && s.succeeded[n-1] >= command {
		return union(s, state{succeeded: []int{command}})
	}
	return state{succeeded: append(s.succeeded[:len(s.succeeded):len(s.succeeded)], command)}
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
	for i, j := 0, 0; i < len(a.succeeded) && j < len(b.succeeded); {
		switch {
		case a.succeeded[i] < b.succeeded[j]:
			i++
		case a.succeeded[i] > b.succeeded[j]:
			j++
		default:
			both = append(both, a.succeeded[i])
			i, j = i+1, j+1
		}
	}
	return state{succeeded: both}
}

// union is the state after several things that all hold.
func union(states ...state) state {
	var all []int
	for _, s := range states {
		if s.dead {
			return unreachable
		}
		all = append(all, s.succeeded...)
	}
	slices.Sort(all)
	return state{succeeded: slices.Compact(all)}
}
