package runs

import (
	"slices"
	"strconv"

	"witness/engine/lines"
)

// result returns the runs of a walk as those of an aggregate. base is the number of the first.
func (w *walk) result(kind string, g *aggregate) {
	if w.unproven() {
		return
	}
	if w.closes() && len(w.runs) > 0 {
		w.closed.conclude(w.runs[len(w.runs)-1], w.in.Own)
	} else if w.closes() && w.closed.lonely {
		w.runs = append(w.runs, newRun())
		w.closed.conclude(w.runs[0], w.in.Own)
	}
	for n, r := range w.runs {
		t := g.run(g.base + int64(n))
		if kind == "check" {
			w.checks(r, t, g)
		} else {
			w.tests(r, t, g)
		}
	}
	g.tallies = slices.DeleteFunc(g.tallies, func(t *tally) bool { return len(t.Items) == 0 && !t.summarized })
}

// tests adds the tests of a run to its tally.
func (w *walk) tests(r *walkedRun, t *tally, g *aggregate) {
	r.resolve()
	r.pair()
	if r.tail && !r.stopped || !w.hasEnds(r) {
		r.tallied = false
	}
	r.dropOtherwise()
	r.dropSuites()
	expected := r.settleAttempts()
	r.placeBelow(&w.below)
	passed := map[entryKey]*Item{}
	var order []*Item
	rest, apart := false, int64(0) // tests that did not fail
	for _, e := range r.list {
		if e.outcome == "" || e.outcome == begun {
			continue
		}
		name := e.key.test
		if e.outcome == "pass" && e.key.suite == "" && w.heading("suite") {
			continue // another suite may have a test of this name
		}
		g.rows++
		rest = rest || e.outcome != "fail" && name != ""
		if e.outcome == "pass" {
			group := entryKey{suite: e.key.suite, file: w.file(e.file, e)}
			if w.filed {
				group.test = e.column(lines.LineNumber)
			}
			if passed[group] == nil {
				passed[group] = &Item{I: g.rows, Suite: e.key.suite, Outcome: "pass", File: group.file, Line: wholeNumber(group.test)}
				order = append(order, passed[group])
			}
			passed[group].Tests = append(passed[group].Tests, name)
			continue
		}
		if e.apart {
			apart++
		}
		item := Item{I: g.rows, Tests: []string{name}, Suite: e.key.suite, Outcome: e.outcome, Message: e.message(), File: w.file(e.column(lines.File), e)}
		item.Line = wholeNumber(e.column(lines.LineNumber))
		t.add(item, "test")
	}
	for _, item := range order {
		t.add(*item, "test")
	}
	if len(t.Items) == 0 && (!r.tallied || w.closes()) {
		return
	}
	c := r.counts
	if !w.closes() && r.tallied {
		c = w.finish(r, t, apart)
		if r.verdict == "fail" && !r.numeric && len(t.failures) == 0 {
			t.How, t.summarized, t.Ended = "exit", true, !r.stopped
			return
		}
		if c.passed+c.failed+c.skipped == 0 && len(t.Items) == 0 && !w.f.Empty && r.verdict == "" && !r.again {
			return
		}
		if !r.numeric {
			c.failed, c.skipped = int64(len(t.failures)), t.skips
		}
		if !c.passes && !c.totals && (c.failed > 0 || !r.numeric) && t.passes > 0 {
			c.passed = t.passes // they are named and not counted
		}
		r.stopped = r.stopped || w.f.Names && c.failed == 0 && t.passes < c.passed
		t.Failed, t.Counted, t.Absent = &c.failed, w.countsFailures(r), c.absent
		if r.numeric || w.f.Empty || r.verdict == "" && len(r.counted) > 0 {
			t.Passed, t.Skipped = &c.passed, &c.skipped
		}
		if r.again {
			t.Passed, r.stopped = nil, r.stopped || len(t.failures) == 0
		}
		if r.counted[uncounted] > 0 && c.passed+c.skipped == 0 {
			t.Passed, t.Skipped, r.stopped = nil, nil, true // what else the run had is unknown
		}
	}
	switch {
	case r.planned && r.plan <= r.results && len(t.Items) > 0 && !r.tallied:
		r.conclude(t)
	case r.planned && r.plan <= r.results && len(t.Items) > 0 && r.numeric:
		t.How = "structured"
	case (!r.tallied || len(r.counted) == 0) && !w.closes(): // it is known from its tests
	case r.tallied && !w.closes() && (r.named || len(r.list) == 0 && len(w.f.Lists) == 0) && w.namesPasses() && (t.passes+expected == c.passed || t.Passed == nil && t.passes > 0), w.closes() && rest:
		t.How = "items"
	default:
		t.How = "summary"
	}
	failed := c.failed > 0 || len(t.failures) > 0
	t.summarized = true
	t.Ended = r.tallied && !r.stopped && !(w.f.Adds && r.gap) && c.lost == 0 && (r.numeric || r.verdict != "fail") && !(failed && w.stopsEarly()) && !w.has(w.f.Mute)
}

// placeBelow gives the only failure of a run the line that stands below a gap, if it is one of the failure's file.
func (r *walkedRun) placeBelow(below *entry) {
	var only *entry
	for _, e := range r.list {
		switch {
		case e.outcome != "fail":
		case only != nil:
			return
		default:
			only = e
		}
	}
	if only != nil && r.gap && max(r.counts.failed, 1) == 1 && only.column(lines.LineNumber) == "" && sameFile(only.column(lines.File), below.column(lines.File)) {
		only.set(lines.LineNumber, below.column(lines.LineNumber))
	}
}

// unproven reports whether only one pattern that matches other tools' lines as well took lines of the
// output of another command.
func (w *walk) unproven() bool {
	if w.in.Own || len(w.kinds) != 1 {
		return false
	}
	return slices.ContainsFunc(w.f.Weak, func(kind string) bool { return w.kinds[kind] })
}

// wholeNumber returns a number from its digits, nil if there are none.
func wholeNumber(digits string) *int64 {
	if digits == "" {
		return nil // most lines have no number, and an error of strconv is allocated
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return nil
	}
	return &n
}
