package report

import (
	"slices"
	"strings"
)

// A span is a part of a session in which its tests had one state.
type span struct {
	from, to int64 // steps; to is the first of the next span
	state    string
	failing  int64 // how many tests fail in it that give it its state
	why      string
}

// States of the tests of a session.
const (
	untested = "untested" // nothing has run, or there were edits since all was green
	green    = "green"    // the last run passed, and nothing was edited since
	red      = "red"      // the session has turned a test red, and it still fails
	apart    = "apart"    // something fails, and the session has not turned it red
)

// A failure is a row of views/failures.sql, which alone says what is red, since when, and whose doing it is.
type failure struct {
	since, until int64 // steps; until is the first after which it no longer fails
	count        int64
	apart        string // "" if the session has turned it red
}

// findSpans sets the spans of a session from its failures, its test runs and its edits.
func (s *Session) findSpans() {
	steps := []int64{s.First}
	for _, f := range s.failures {
		steps = append(steps, max(f.since, s.First), f.until)
	}
	runs := slices.DeleteFunc(slices.Clone(s.Runs), func(r Run) bool {
		return r.Kind != "test" || r.stashed || r.Outcome != "pass" && r.Outcome != "fail"
	})
	for _, r := range runs {
		steps = append(steps, r.Step)
	}
	steps = append(steps, s.edits...)
	slices.Sort(steps)
	last := untested
	s.spans = nil
	for _, step := range slices.Compact(steps) {
		if step > s.Last {
			break
		}
		if _, edited := slices.BinarySearch(s.edits, step); edited && last == green {
			last = untested
		}
		for ; len(runs) > 0 && runs[0].Step <= step; runs = runs[1:] {
			switch {
			case runs[0].Outcome == "pass":
				last = green
			case runs[0].root == s.Root: // elsewhere only what is known to fail counts: a clone may be gone by now
				last = apart
			}
		}
		s.turn(s.stateAt(step, last))
	}
}

// stateAt returns the span that begins at a step, if last is what the last run says.
func (s *Session) stateAt(step int64, last string) span {
	one := span{from: step, to: s.Last + 1, state: last}
	counts, why := map[bool]int64{}, []string{}
	for _, f := range s.failures {
		if f.since <= step && step < f.until {
			counts[f.apart == ""] += f.count
			if f.apart != "" {
				why = append(why, Apart(f.apart))
			}
		}
	}
	slices.Sort(why)
	switch {
	case counts[true] > 0:
		one.state, one.failing = red, counts[true]
	case counts[false] > 0:
		one.state, one.failing, one.why = apart, counts[false], strings.Join(slices.Compact(why), ", ")
	}
	return one
}

// turn begins a span, unless nothing changes.
func (s *Session) turn(next span) {
	if len(s.spans) > 0 {
		last := &s.spans[len(s.spans)-1]
		if last.state == next.state && last.failing == next.failing {
			return
		}
		last.to = next.from
	}
	s.spans = append(s.spans, next)
}

// Apart returns in words why a failure stands apart from what a session has turned red.
func Apart(why string) string {
	words := map[string]string{
		"baseline":     "red before the first edit",
		"environment":  "a service or a setting was missing",
		"stashed":      "its edits are stashed away",
		"outdated":     "what passed was built before the last change",
		"returned":     "the files are again what they were when it failed",
		"passed":       "a command has passed since that may have run it",
		"doubtful":     "files were replaced since it was last run",
		"never passed": "not seen to pass in its session",
		"unknown":      "never seen to pass",
		"no edit":      "no edit came between",
	}[why]
	if words == "" {
		return why
	}
	return words
}

// end returns the last span.
func (s *Session) end() span { return s.spans[len(s.spans)-1] }

// editsIn returns how many edits a part of the session has.
func (s *Session) editsIn(from, to int64) (n int) {
	i, _ := slices.BinarySearch(s.edits, from)
	j, _ := slices.BinarySearch(s.edits, to)
	return j - i
}
