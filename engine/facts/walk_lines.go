package facts

import (
	"slices"
	"strings"

	"witness/engine/lines"
)

// detail fills the columns of the test or finding above that are empty, or those of its suite.
func (w *walk) detail(l *lines.Line) {
	if w.placed && w.open != nil && l.Known[lines.File] != "" && !sameFile(w.open.known[lines.File], l.Known[lines.File]) {
		l.Known[lines.File], l.Known[lines.LineNumber] = "", "" // a frame of the stack
	}
	if w.open != nil {
		w.open.fill(&l.Known)
		return
	}
	w.closed.detail(w.Heads[lines.Suite]).fill(&l.Known)
}

// sameFile reports whether one path is the end of the other.
func sameFile(a, b string) bool {
	a, b = strings.TrimPrefix(a, "./"), strings.TrimPrefix(b, "./")
	return a != "" && b != "" && (a == b || strings.HasSuffix(a, "/"+b) || strings.HasSuffix(b, "/"+a))
}

// test adds a line that names a test.
func (w *walk) test(l *lines.Line) {
	w.quoted = false
	outcome := w.words.outcome(l.Name, l.Known[lines.Outcome])
	if l.Role == "stop" {
		outcome = "fail"
	} else if l.Role == "section" && outcome == "" {
		outcome = begun
	}
	if outcome == "" {
		return
	}
	name, short := w.name(l), l.Known[lines.Short]
	if name == "" && short == "" {
		if w.open != nil && w.opened == w.taken-1 {
			w.open.settle(outcome) // the test above, whose outcome is on a line of its own
		}
		return
	}
	r := w.run(l)
	suite := l.Known[lines.Suite]
	if suite == "" {
		suite = w.Heads[lines.Suite]
	}
	e := r.entry(entryKey{suite, name, short, w.words.isError(l.Name, l.Known[lines.Outcome])}, w)
	r.named = r.named || outcome != begun && !slices.Contains(w.f.Lists, w.Section)
	if outcome == begun {
		w.closed.begun[name] = true
	}
	e.settle(outcome)
	e.apart = e.apart || l.Role == "stop"
	e.fillLine(&l.Known)
	if outcome == "fail" {
		e.adopt(&w.above)
		if w.stopSaid != "" {
			e.more = append(e.more, w.stopSaid)
		}
	}
	e.fillHead(&w.Heads)
	w.above = entry{}
	w.open, w.opened = e, w.taken
}

// stop adds a line that says that the run was cut short. What it says is why the open test failed, and
// the failing tests that are named below it. If it names a test, that test failed;
// in a reader of diagnostics it is a finding. It may give the run's counts instead.
func (w *walk) stop(l *lines.Line) {
	r := w.run(l)
	r.stopped, w.closed.stopped = true, true
	r.tallied = r.tallied || w.f.Adds && l.Known[lines.Test] != "" // nothing else of it will be counted
	if len(countedWords(l)) > 0 {
		w.count(l)
	} else if w.f.Into == "diagnostics" && l.Known[lines.Message] != "" {
		w.finding(l)
	} else if l.Known[lines.Test] != "" {
		w.test(l)
		w.Section = l.Name
	} else if l.Known[lines.Message] != "" {
		w.stopSaid = l.Known[lines.Message]
		w.detail(l)
	}
}
