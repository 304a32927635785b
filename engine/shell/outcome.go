package shell

import "slices"

// outcome describes how a statement may end: the state after each way, in which the next command
// starts.
type outcome struct {
	ok     state // it succeeded
	fail   state // it failed
	exempt state // it failed where errexit does not apply, as a does in "a && b"
	// last are the commands whose exit status is that of the statement.
	last []int
	// prints is what the statement writes to standard output, nil if it is not known.
	prints *stream
}

// mayFail returns the outcome of a statement that may succeed or fail, neither of which makes
// anything certain.
func mayFail(st state) outcome { return outcome{ok: st, fail: st, exempt: unreachable} }

// succeeds returns the outcome of a statement that cannot fail.
func succeeds(st state) outcome { return outcome{ok: st, fail: unreachable, exempt: unreachable} }

// neverReturns returns the outcome of a command such as exit, after which the list does not
// continue.
func neverReturns(last []int) outcome {
	return outcome{ok: unreachable, fail: unreachable, exempt: unreachable, last: last}
}

// state is what is certain at a point of the line.
type state struct {
	// succeeded are the commands that have succeeded for certain, in ascending order.
	succeeded []int
	// dead is set if the point cannot be reached.
	dead bool
}

// unreachable is the state of a point that is never reached.
var unreachable = state{dead: true}

// withSuccess returns the state after the command with the given index has succeeded.
func (s state) withSuccess(command int) state {
	if s.dead || command < 0 {
		return s
	}
	if n := len(s.succeeded); n > 0 && s.succeeded[n-1] >= command {
		return union(s, state{succeeded: []int{command}})
	}
	return state{succeeded: append(s.succeeded[:len(s.succeeded):len(s.succeeded)], command)}
}

// join returns the state at a point that is reached from a or from b: only what is certain in both
// is certain there.
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

// union returns the state at a point that is reached only after all of states have been.
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
