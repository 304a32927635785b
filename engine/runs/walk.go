package runs

import (
	"slices"

	"witness/engine/bundle"
	"witness/engine/lines"
)

// A walk goes through an output line by line and concludes its runs from what the patterns of one
// reader take. What all runners have in common is decided in this package:
//
//   - A test that is named twice failed if it failed once; the first value of a column counts.
//   - What a heading says holds for the lines below it, until the next counts or the next gap.
//   - Good news in a section of what a test printed is not believed; bad news is.
//   - A suite that failed without naming a failing test is a failure itself.
//   - Counts end a run, and lines below belong to the next, unless the header says otherwise.
type walk struct {
	*reader
	lines.Context
	announced bool // a line that comes before counts has come
	quoted    bool // in what a test printed
	nested    []nestedHead
	open      *entry          // the test or finding that details belong to
	inner     bool            // such a section is open
	opened    int             // how many lines had been taken when it was opened
	taken     int             // lines so far
	above     entry           // details of the test below
	below     entry           // details below a gap, of a test that is not known
	stopSaid  string          // why the run was cut short
	kinds     map[string]bool // of the patterns that took lines that show a run, in the output of another command

	runs      []*walkedRun
	gapped    bool // a gap came before the first run
	closed    suites
	uncounted *lines.Line // the first that counts only if the output has no counts
	doubtful  *lines.Line // counts in a quotation that nothing has followed yet
	chosen    []chosenLine
}

// newWalk prepares a walk with a reader's patterns.
func newWalk(f *bundle.File, set *lines.Set, in Input) *walk {
	w := &walk{reader: newReader(f, set, in), kinds: map[string]bool{}}
	w.closed.details = map[string]*entry{}
	return w
}

// each walks through the whole output.
func (w *walk) each() {
	w.set.Each(w.in.Output, &w.Context, func(l *lines.Line) {
		w.taken++
		if l.Gap {
			w.gap()
			return
		}
		w.line(l)
	})
	if w.doubtful != nil {
		w.count(w.doubtful)
	}
	if w.open != nil && w.open.outcome == begun && w.in.Exit != nil && slices.Contains(crashes[:], *w.in.Exit) {
		w.crash()
	}
	w.endUncounted()
	w.endSuites()
}

// crashes are the exit codes of a program that SIGILL, SIGABRT, SIGBUS, SIGFPE or SIGSEGV ended.
var crashes = [...]int{132, 134, 135, 136, 139}

// line adds one line.
func (w *walk) line(l *lines.Line) {
	if w.quoted && w.inQuote(l) {
		return
	}
	if !w.in.Own && (l.Role == "test" || l.Role == "finding" || l.Role == "tally" || l.Role == "line") {
		w.kinds[l.Kind()] = true
	}
	if l.Name == uncounted {
		if w.uncounted == nil {
			copied := *l
			w.uncounted = &copied
		}
		return
	}
	w.take(l)
}

// uncounted is the name of patterns whose lines count only if no counts come after them. Those of the role tally count only if the output
// has no counts at all.
const uncounted = "uncounted"

// endUncounted takes the line that counts only without counts, if none have come.
func (w *walk) endUncounted() {
	l := w.uncounted
	w.uncounted = nil
	if l == nil || l.Role == "tally" && slices.ContainsFunc(w.runs, func(r *walkedRun) bool { return r.tallied }) {
		return
	}
	w.forget()
	w.take(l)
}

// begins is the name of lines with which a run begins. What has come before without counts is a run of its own, such as a turn of a
// loop that was cut short: the counts of the next turn are not its own.
const begins = "begins"

// beginRun ends the run before one that begins.
func (w *walk) beginRun() {
	w.endUncounted()
	if last := len(w.runs) - 1; last >= 0 && len(w.runs[last].list) > 0 {
		w.runs[last].over = true
	}
	w.forget()
}

// take adds a line by the role of its pattern.
func (w *walk) take(l *lines.Line) {
	switch l.Role {
	case "test", "finding":
		w.leave()
		if l.Role == "test" {
			w.test(l)
		} else {
			w.finding(l)
		}
		w.enter(l)
	case "detail":
		w.detail(l)
		w.enter(l)
	case "above":
		w.enter(l)
		w.lead(l)
	case "head":
		w.head(l)
	case "suite":
		w.suite(l)
	case "close":
		w.close(l)
	case "tally":
		w.count(l)
	case "section":
		w.begin(l)
	case "stop":
		w.stop(l)
	case "filter":
		r := w.run(l)
		r.stopped = r.stopped || !w.in.Listed
	case "line":
		if l.Name == begins {
			w.beginRun()
		}
		w.choose(l)
	}
	w.announced = w.announced || slices.Contains(w.f.Before, l.Kind())
	if last := len(w.runs) - 1; last >= 0 && slices.Contains(w.f.Halts, l.Kind()) {
		w.runs[last].stopped = true
	}
}

// inQuote reports whether a line of what a test printed is not believed. Counts that tell of no
// failure may be the run's own if nothing follows them, or a line that follows the counts of a run.
func (w *walk) inQuote(l *lines.Line) bool {
	switch {
	case w.doubtful != nil && w.follows(l):
		w.count(w.doubtful)
	case l.Role == "section" || l.Role == "test" && l.Name != "pass":
		w.doubtful = nil
	case l.Role == "test", l.Role == "suite", l.Role == "close" && l.Name == "pass":
		return true
	case l.Role == "tally":
		if w.countsOf(l).failed > 0 {
			return false
		}
		copied := *l
		w.doubtful = &copied
		return true
	}
	return false
}
