package report

import "slices"

// A span is a part of a session in which its tests had one state.
type span struct {
	from, to int64 // steps; to is the first of the next span
	state    string
	failing  int64 // how many tests were known to fail at its beginning
}

// States of the tests of a session.
const (
	untested = "untested" // nothing has run, or there were edits since all was green
	green    = "green"    // the last run passed, and nothing was edited since
	red      = "red"      // something is known to fail
)

// A suspect is what a run showed to fail: a test, or, if its failures were counted and not named, all tests of
// the runner in the project.
type suspect struct{ root, tool, suite, test string }

// findSpans sets the spans of a session. A test is red from the run in which it fails to the run in which it passes. If no later
// run names it, the store is asked whether it still fails at the end of the session; if not, the next passing run has cleared it.
func (s *Session) findSpans() {
	named, last := map[[2]int64][]outcome{}, map[[3]string]int64{}
	for _, o := range s.tests {
		named[[2]int64{o.step, o.n}] = append(named[[2]int64{o.step, o.n}], o)
		last[o.key()] = o.step
	}
	failing := map[suspect]int64{}
	s.spans = []span{{s.First, s.Last + 1, untested, 0}}
	edits := s.edits
	editedUntil := func(step int64) {
		for ; len(edits) > 0 && edits[0] < step; edits = edits[1:] {
			if s.end().state == green {
				s.turn(edits[0], untested, nil)
			}
		}
	}
	for _, r := range s.Runs {
		if r.Kind != "test" || r.stashed || r.Outcome != "pass" && r.Outcome != "fail" {
			continue
		}
		editedUntil(r.Step)
		unnamed := suspect{r.root, r.Tool, "", ""}
		left := max(1, r.Failed)
		for _, o := range named[[2]int64{r.Step, r.n}] {
			k := suspect{r.root, o.tool, o.suite, o.test}
			if o.result == "pass" {
				delete(failing, k)
			} else {
				failing[k] = 1
				left--
			}
		}
		if r.Outcome == "fail" && left > 0 {
			failing[unnamed] = left
		}
		if r.Outcome == "pass" {
			for k := range failing {
				if k.root == r.root && k.tool == r.Tool && last[[3]string{k.tool, k.suite, k.test}] <= r.Step && !s.stillFails(k) {
					delete(failing, k)
				}
			}
		}
		if len(failing) > 0 {
			s.turn(r.Step, red, failing)
		} else {
			s.turn(r.Step, green, nil)
		}
	}
	editedUntil(s.Last + 1)
}

// stillFails reports whether the store knows at the end of the session that something fails.
func (s *Session) stillFails(k suspect) bool {
	if k.test != "" {
		return s.failing[k]
	}
	for f := range s.failing { // the suite of what was not named is its command
		if f.root == k.root && f.tool == k.tool && f.test == "" {
			return true
		}
	}
	return false
}

// turn begins a span at a step, unless nothing changes.
func (s *Session) turn(step int64, state string, failing map[suspect]int64) {
	total := int64(0)
	for _, n := range failing {
		total += n
	}
	last := &s.spans[len(s.spans)-1]
	switch {
	case last.state == state && last.failing == total:
	case last.from == step:
		last.state, last.failing = state, total
	default:
		last.to = step
		s.spans = append(s.spans, span{step, s.Last + 1, state, total})
	}
}

// end returns the last span.
func (s *Session) end() span { return s.spans[len(s.spans)-1] }

// editsIn returns how many edits a part of the session has.
func (s *Session) editsIn(from, to int64) (n int) {
	i, _ := slices.BinarySearch(s.edits, from)
	j, _ := slices.BinarySearch(s.edits, to)
	return j - i
}
