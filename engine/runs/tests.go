package runs

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"witness/engine/lines"
)

// detail fills the columns of the test or finding above that are empty, or those of its suite.
func (w *walk) detail(l *lines.Line) {
	if test := l.Known[lines.Test]; test != "" && (w.open == nil || !hasWord(w.open.key.test, test)) {
		l.Known[lines.File], l.Known[lines.LineNumber] = "", "" // the place of another function
	}
	if w.open != nil {
		w.place(l, w.open.column(lines.File))
		w.rename(w.open, l.Known[lines.Suite])
		if slices.Contains(w.f.Restarts, l.Kind()) {
			w.open.more = nil
		}
		w.open.fillDetail(&l.Known)
		return
	}
	if w.Section == lines.GapSection {
		w.below.fill(&l.Known)
	}
	w.closed.detail(w.Heads[lines.Suite]).fillDetail(&l.Known)
}

// rename gives a test the suite that a detail names, so that another suite can have a test of its name.
func (w *walk) rename(e *entry, suite string) {
	last := len(w.runs) - 1
	if suite == "" || e.key.suite != "" || last < 0 || w.runs[last].tests[e.key] != e {
		return
	}
	delete(w.runs[last].tests, e.key)
	e.key.suite = suite
	w.runs[last].tests[e.key] = e
}

// place takes the place from a detail that is in another file than the test, if headings give that one: it
// is a frame of the stack.
func (w *walk) place(l *lines.Line, file string) {
	switch {
	case !w.placed || l.Known[lines.File] == "":
	case sameFile(file, l.Known[lines.File]):
		l.Known[lines.File] = file
	default:
		l.Known[lines.File], l.Known[lines.LineNumber] = "", ""
	}
}

// hasWord reports whether a name has a word: test_add of "test_add (shop.tests.Cart)".
func hasWord(name, word string) bool {
	return slices.Contains(strings.FieldsFunc(name, func(r rune) bool {
		return r != '_' && r < utf8.RuneSelf && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}), word)
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
	if l.Role == "stop" || l.Name == uncounted {
		outcome = "fail"
	} else if l.Role == "section" && outcome == "" {
		outcome = begun
	}
	if outcome == "" {
		return
	}
	above := w.nested
	name, short := w.name(l), l.Known[lines.Short]
	isError := outcome == "fail" && w.words.isError(l.Name, l.Known[lines.Outcome])
	if name == "" && short == "" {
		if w.open == nil || w.opened < w.taken-1 || w.open.outcome != begun {
			return
		}
		w.open.settle(outcome, w.f.Retries) // the test above, whose outcome is on a line of its own
		w.open.fillDetail(&l.Known)
		return
	}
	r := w.run(l)
	if n := wholeNumber(l.Known[lines.Attempt]); n != nil && *n > r.attempt {
		r.forgetAttempt(*n)
	}
	suite := l.Known[lines.Suite]
	if suite == "" && !l.Gives(lines.Suite) {
		suite = w.Heads[lines.Suite]
	}
	key := entryKey{suite: suite, test: name, short: short, isError: isError}
	if w.filed && suite == "" {
		key.file = l.Known[lines.File]
	}
	if l.Known[lines.Indent] == "" && outcome != begun {
		r.results++
	}
	if outcome == "pass" {
		r.passes++
	}
	if outcome != "fail" && l.Known[lines.Indent] != "" && len(w.nested) == 0 && (r.gap || w.gapped || w.suited) {
		w.open = nil
		return // what it is in is unknown
	}
	e := r.entry(key, w)
	r.named = r.named || outcome != begun && !slices.Contains(w.f.Lists, w.Section)
	if outcome == begun {
		w.closed.begun = append(w.closed.begun, name)
	}
	e.suite = e.suite || slices.ContainsFunc(above, func(h nestedHead) bool { return h.suite && h.path == name })
	otherwise := l.Name == "otherwise"
	if otherwise && e.outcome != "" && e.outcome != begun && !e.otherwise {
		return // it was named before
	}
	e.otherwise = otherwise
	e.settle(outcome, w.f.Retries)
	e.base, e.besides = cmp.Or(e.base, l.Known[lines.Test]), e.besides || slices.Contains(w.f.Besides, l.Kind())
	e.apart = e.apart || l.Role == "stop" && !strings.HasPrefix(l.Name, "fail")
	e.fillLine(&l.Known)
	if outcome == "fail" || outcome == begun && len(w.above.more) > 0 {
		e.adopt(&w.above)
	}
	if outcome == "fail" && w.stopSaid != "" {
		e.more = append(e.more, w.stopSaid)
	}
	e.fillHead(&w.Heads, suite != "")
	w.above = entry{}
	w.open, w.opened = e, w.taken
}

// stop adds a line that says that the run was cut short. What it says is why the open test failed, and
// the failing tests that are named below it. If it names a test, that test failed;
// in a reader of diagnostics it is a finding. It may give the run's counts instead.
func (w *walk) stop(l *lines.Line) {
	if len(countedWords(l)) > 0 {
		if w.count(l); len(w.runs) > 0 {
			w.runs[len(w.runs)-1].stopped = true
		}
		return
	}
	r := w.run(l)
	r.stopped, w.closed.stopped = true, true
	if l.Name == "fail" && l.Known[lines.Test] == "" {
		r.verdict = "fail"
	}
	r.tallied = r.tallied || w.f.Adds && l.Known[lines.Test] != "" // nothing else of it will be counted
	if w.f.Into == "diagnostics" && l.Known[lines.Message] != "" {
		w.finding(l)
	} else if l.Known[lines.Test] != "" {
		w.test(l)
		w.Section = l.Name
	} else if w.open != nil && w.open.outcome == begun && l.Known[lines.Outcome] != "" {
		w.crash()
	} else if l.Known[lines.Message] != "" {
		w.stopSaid = l.Known[lines.Message]
		w.detail(l)
	}
}

// lead fills the columns of the test or finding below. A place alone is about no test if other lines above
// tests give messages; a message is about one finding.
func (w *walk) lead(l *lines.Line) {
	says := l.Known[lines.Message] != "" || l.Known[lines.Reason] != ""
	if w.f.Into == "diagnostics" {
		if says && len(w.above.text) == 0 {
			w.above = entry{} // what came before was not about this message
		}
		w.above.fillDetail(&l.Known)
	} else if says || len(w.above.more) > 0 || !w.leadsSay() {
		w.place(l, w.Heads[lines.File])
		w.above.fillDetail(&l.Known)
	}
}

// crash records that the open test ended the run.
func (w *walk) crash() {
	w.open.outcome, w.open.said = "fail", "ended without a result"
}
