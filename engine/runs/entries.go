package runs

import (
	"cmp"
	"slices"
	"strings"

	"witness/engine/lines"
)

// begun is the outcome of a test that was named without one, attempt that of one that failed and may be
// repeated, or was expected to fail: it is a failure unless the counts of its run have come.
const (
	begun   = "begun"
	attempt = "attempt"
)

// An entry is a test or a finding.
type entry struct {
	key       entryKey
	known     *[lines.NumColumns]string // nil if no line or heading gives a column: most tests that passed have none
	outcome   string
	loose     bool     // it was named outside of the sections that list tests
	listed    bool     // it was named in one
	base      string   // its name without that of a subtest
	besides   bool     // a failure that is not of the total of its run
	exact     bool     // a line that names it gave its file and line, which no detail knows better
	apart     bool     // it is not among the counts of its run
	otherwise bool     // a test only if no other test is named
	heading   bool     // it is a suite, whose tests are named themselves
	suite     bool     // it is the line of a suite below its tests, which count instead
	placed    bool     // a finding only with a position
	name      string   // of the pattern that names a finding
	told      bool     // that line has a message, which may be empty
	file      string   // that the line that names it, or a heading, gives
	said      string   // the message of the line that names it, which may be cut short
	more      []string // messages of its details
	text      []string // the lines of a message, joined
	whole     bool     // a line of another kind came after them
}

// An entryKey identifies a test of a run.
type entryKey struct {
	suite, test, short string
	file               string // if each line that names a test names its file
	isError            bool   // it is an error besides a failure: of its setup or teardown
}

// maxDetails bounds the messages that are kept of a test, maxText the lines of one.
const (
	maxDetails = 50
	maxText    = 4
)

// column returns the text of a column, "" if nothing gives it.
func (e *entry) column(i int) string {
	if e.known == nil {
		return ""
	}
	return e.known[i]
}

// set gives a column a text.
func (e *entry) set(i int, text string) {
	if e.known == nil {
		e.known = new([lines.NumColumns]string)
	}
	e.known[i] = text
}

// fill sets the columns of a detail that are still empty.
func (e *entry) fill(known *[lines.NumColumns]string) {
	if known == nil {
		return
	}
	for _, i := range [...]int{lines.Suite, lines.File, lines.LineNumber, lines.Col, lines.Code, lines.Level, lines.Reason, lines.Module} {
		if known[i] == "" || e.column(i) != "" {
			continue
		}
		if file := e.column(lines.File); i != lines.LineNumber || file == known[lines.File] || sameFile(file, known[lines.File]) || known[lines.File] == "" {
			e.set(i, known[i])
		}
	}
	if m, last := known[lines.Message], len(e.more)-1; m != "" && last >= 0 && isClass(e.more[last]) {
		e.more[last] += " " + m
	} else if m != "" && len(e.more) < maxDetails {
		e.more = append(e.more, m)
	}
	if text := strings.TrimSpace(known[lines.Text]); text != "" && !e.whole && len(e.text) < maxText {
		e.text = append(e.text, text)
	}
}

// fillDetail sets the columns of a line about the test. One without a text ends the message.
func (e *entry) fillDetail(known *[lines.NumColumns]string) {
	e.whole = e.whole || len(e.text) > 0 && strings.TrimSpace(known[lines.Text]) == ""
	e.fill(known)
}

// isClass reports whether a message is only the class of an exception, whose text is in the next line.
func isClass(message string) bool {
	return strings.HasSuffix(message, ":") && !strings.ContainsAny(message, " \t")
}

// fillLine sets the columns of a line that names the test.
func (e *entry) fillLine(known *[lines.NumColumns]string) {
	e.whole = len(e.text) > 0
	m := known[lines.Message]
	if e.said == "" {
		e.said = m
	}
	known[lines.Message] = ""
	if known[lines.File] != "" && known[lines.LineNumber] != "" && !e.exact {
		e.set(lines.File, known[lines.File])
		e.set(lines.LineNumber, known[lines.LineNumber])
		e.exact = true
	}
	e.fill(known)
	known[lines.Message] = m
	e.file = cmp.Or(e.file, known[lines.File])
}

// fillHead sets the columns that headings give. suite is false if the line names no suite and says that there is none.
func (e *entry) fillHead(heads *[lines.NumColumns]string, suite bool) {
	for _, i := range [...]int{lines.Suite, lines.File, lines.LineNumber, lines.Code} {
		if heads[i] != "" && e.column(i) == "" && (suite || i != lines.Suite) {
			e.set(i, heads[i])
		}
	}
	e.file = cmp.Or(e.file, heads[lines.File])
}

// message returns why a test failed: the reason if a line gave one that counts before all others,
// what the line that names the test says, completed by a detail that begins with it, or the first
// detail.
func (e *entry) message() string {
	if reason := e.column(lines.Reason); reason != "" {
		return reason
	}
	if e.said == "" {
		if len(e.more) > 0 {
			return e.more[0]
		}
		if len(e.text) > 0 {
			return strings.Join(e.text, " ")
		}
		return e.column(lines.Message)
	}
	for _, m := range e.more {
		if strings.HasPrefix(m, strings.TrimRight(e.said, ".")) {
			return m
		}
	}
	return e.said
}

// settle adds an outcome: a test that failed once has failed, and one that passed once has run. Of a
// runner that tries a test again, the last outcome counts.
func (e *entry) settle(outcome string, retried bool) {
	if retried && outcome != begun {
		e.outcome = outcome
		return
	}
	for _, worst := range [...]string{"fail", "pass", attempt, "skip", begun} {
		if e.outcome == worst || outcome == worst {
			e.outcome = worst
			return
		}
	}
}

// A walkedRun is one run of an output.
type walkedRun struct {
	tests    map[entryKey]*entry
	list     []*entry // the tests in the order of the output
	findings []*entry
	tally
	counts      counts
	counted     map[string]int // the line of its counts, by pattern and by word
	tallied     bool
	over        bool   // another run has begun
	last        string // the pattern of the last of its counts
	stopped     bool
	unannounced bool   // none of the lines that come before counts came before its own
	tail        bool   // tests came after the last of its counts, which add up
	named       bool   // a line names a test that is not in a list
	gap         bool   // the middle of its output is missing
	exact       bool   // its counts say how many findings make it fail
	numeric     bool   // its counts are numbers
	verdict     string // what its end says without counts: pass or fail
	planned     bool   // a line says how many tests there are
	plan        int64
	attempt     int64 // the number of the last attempt whose failures are named; 0 is the first
	again       bool  // its counts are those of several attempts
	results     int64 // lines that name a test that is in no other
	passes      int64 // lines that name a test that passed
}

func newRun() *walkedRun {
	return &walkedRun{tests: map[entryKey]*entry{}, counted: map[string]int{}}
}

// run returns the run that a line belongs to.
func (w *walk) run(l *lines.Line) *walkedRun {
	last := len(w.runs) - 1
	if last >= 0 && !w.runs[last].over && (!w.runs[last].tallied || w.f.Adds || w.follows(l)) {
		w.runs[last].tail = w.runs[last].tallied && l.Role == "test" && !w.follows(l)
		return w.runs[last]
	}
	w.runs = append(w.runs, newRun())
	w.runs[last+1].gap = w.gapped
	return w.runs[last+1]
}

// follows reports whether a line below counts belongs to their run.
func (w *walk) follows(l *lines.Line) bool {
	for _, kind := range w.f.After {
		if kind == l.Kind() {
			return true
		}
	}
	return false
}

// entry returns the test of this name, and adds it if it is new.
func (r *walkedRun) entry(key entryKey, w *walk) *entry {
	if w.closes() {
		return w.closed.entry(key)
	}
	e := r.tests[key]
	if e == nil {
		e = &entry{key: key}
		r.tests[key] = e
		r.list = append(r.list, e)
	}
	listed := slices.Contains(w.f.Lists, w.Section)
	e.listed, e.loose = e.listed || listed, e.loose || !listed
	return e
}
