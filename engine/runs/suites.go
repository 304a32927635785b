package runs

import (
	"slices"

	"witness/engine/lines"
)

// suites are the suites of a run, and what is known of the one whose line has not come yet.
type suites struct {
	part    []*entry // the tests since the last line that ended a suite
	own     entry    // details that belong to no test
	details map[string]*entry
	begun   []string // names of tests that were announced

	ended   map[string]bool // the suites of this run that have ended
	count   int             // lines that end a suite
	ran     int             // of them, those of a suite that ran
	red     int             // the line of the last suite that failed, 0 if none did
	end     int             // the line that ends a run of several suites after a failure
	lonely  bool            // that line came where no suite had ended
	open    bool            // tests whose suite did not end
	unnamed bool            // a suite failed without naming a failing test
	stopped bool            // since the last line that ended a suite: it crashed
}

// entry returns the test of this name in the suite that has not ended yet.
func (s *suites) entry(key entryKey) *entry {
	for i := len(s.part) - 1; i >= max(0, len(s.part)-recent); i-- {
		if s.part[i].key == key {
			return s.part[i]
		}
	}
	e := &entry{key: key}
	s.part = append(s.part, e)
	return e
}

// recent is how many of the last tests are searched for one that is named again; others are found
// when the suite ends.
const recent = 8

// detail returns the entry for details that belong to no test: of a suite, by its name, or of the one
// that ends next.
func (s *suites) detail(suite string) *entry {
	if suite == "" {
		return &s.own
	}
	if s.details[suite] == nil {
		s.details[suite] = &entry{}
	}
	return s.details[suite]
}

// suite adds a line that names a suite above its tests, or one without a name, which says that the test
// above is a suite.
func (w *walk) suite(l *lines.Line) {
	if l.Known[lines.Suite] == "" && l.Known[lines.Test] == "" {
		if w.open != nil {
			w.open.heading = true
		}
		return
	}
	w.head(l)
	if w.words.outcome(l.Name, l.Known[lines.Outcome]) == "pass" {
		r := w.run(l)
		e := r.entry(entryKey{suite: l.Known[lines.Suite]}, w)
		e.settle("pass", false)
		e.fillLine(&l.Known)
	}
}

// close ends a suite: the tests since the last one belong to it. A suite that ends once more is of another run, such as the same
// tests before and after a repair in one line.
func (w *walk) close(l *lines.Line) {
	suite, outcome := l.Known[lines.Suite], w.words.outcome(l.Name, l.Known[lines.Outcome])
	if w.closed.ended[suite] {
		part := w.closed.part
		w.closed.part = nil
		w.closed.conclude(w.runs[len(w.runs)-1], w.in.Own)
		w.closed = suites{part: part, begun: w.closed.begun, details: map[string]*entry{}}
		w.runs = append(w.runs, newRun())
	}
	s, r := &w.closed, w.run(l)
	if s.ended == nil {
		s.ended = map[string]bool{}
	}
	s.ended[suite] = true
	s.count++
	failed := false
	r.grow(len(s.part))
	var begun map[string]bool
	for _, e := range s.part {
		if outcome == "pass" && e.outcome == "fail" && len(s.begun) > 0 {
			if begun == nil {
				begun = setOf(s.begun)
			}
			if !begun[e.key.test] {
				continue // a test printed it
			}
		}
		e.key.suite = suite
		failed = r.merge(e) == "fail" || failed
	}
	switch outcome {
	case "pass":
		s.ran++
		e := &entry{key: entryKey{suite: suite}, outcome: "pass"}
		r.merge(e)
	case "fail":
		s.ran++
		s.red = l.Number
		if !failed {
			name := l.Known[lines.Test]
			if name == "" {
				name = unnamed
			}
			e := &entry{key: entryKey{suite: suite, test: name}, outcome: "fail"}
			e.adopt(&s.own)
			if told := s.details[suite]; told != nil {
				e.adopt(told)
			}
			r.merge(e)
		}
		s.unnamed = s.unnamed || !failed || s.stopped
	}
	s.part, s.own, s.stopped = nil, entry{}, false
	w.forget()
	w.stopSaid = ""
}

// unnamed is the name of a failure whose test is not known.
const unnamed = "[failed]"

// adopt fills empty columns from another entry.
func (e *entry) adopt(other *entry) {
	e.fill(other.known)
	e.more = append(e.more, other.more...)
	if len(e.text) == 0 {
		e.text, e.whole = other.text, len(other.text) > 0
	}
}

// setOf returns the set of some names.
func setOf(names []string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, name := range names {
		set[name] = true
	}
	return set
}

// grow makes room for the tests of a suite at once.
func (r *walkedRun) grow(tests int) {
	r.list = slices.Grow(r.list, tests)
	if len(r.tests) == 0 {
		r.tests = make(map[entryKey]*entry, tests)
	}
}

// merge adds a test to the run, or what is new of it if the run has it.
func (r *walkedRun) merge(e *entry) (outcome string) {
	known := r.tests[e.key]
	if known == nil {
		r.tests[e.key] = e
		r.list = append(r.list, e)
		return e.outcome
	}
	known.settle(e.outcome, false)
	known.adopt(e)
	if known.said == "" {
		known.said = e.said
	}
	return known.outcome
}

// endSuites adds the tests whose suite did not end: those that failed count, those that passed may be
// of any suite unless a heading named it.
func (w *walk) endSuites() {
	if !w.closes() {
		return
	}
	s := &w.closed
	named := slices.ContainsFunc(s.part, func(e *entry) bool { return e.outcome != "" })
	if named {
		s.open = true
		r := w.run(&lines.Line{Pattern: &lines.Pattern{}})
		for _, e := range s.part {
			if e.outcome != "pass" || e.key.suite != "" {
				r.merge(e)
			}
		}
	}
	s.part, s.own, s.stopped = nil, entry{}, false
}

// conclude sets what the lines of suites say of a run: whether it ended, and whether it failed without
// a name.
func (s *suites) conclude(r *walkedRun, own bool) {
	failed := slices.ContainsFunc(r.list, func(e *entry) bool { return e.outcome == "fail" })
	if s.lonely && s.red == 0 && !failed && (own || s.count > 0) {
		r.merge(&entry{key: entryKey{test: unnamed}, outcome: "fail"})
		return
	}
	r.tallied = s.ran > 0 && !s.open && (s.red == 0 || s.count == 1 || s.end > s.red) && !(s.lonely && s.red == 0)
	r.stopped = s.unnamed
}
