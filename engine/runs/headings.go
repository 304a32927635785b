package runs

import (
	"cmp"
	"slices"
	"strings"

	"witness/engine/lines"
)

// A nestedHead is a heading with an indentation.
type nestedHead struct {
	depth int
	path  string // of the headings above it and its own
	suite bool   // a line below its tests has its name and says how it went
}

// head remembers what a heading says for the lines below it.
func (w *walk) head(l *lines.Line) {
	w.leave()
	w.open, w.quoted, w.above = nil, false, entry{}
	if l.Role == "head" && l.Known[lines.Message] != "" {
		w.above.more = []string{l.Known[lines.Message]}
	}
	if _, ok := l.Group("indent"); ok {
		depth := len(l.Known[lines.Indent])
		path := w.path(depth, l.Known[lines.Test])
		w.nested = append(w.nested, nestedHead{depth, path, l.Role == "suite"})
		return
	}
	for i, text := range l.Known {
		if text != "" {
			w.Heads[i] = text
		}
	}
	w.empty(l)
	w.nested, w.Section = w.nested[:0], l.Name
}

// empty takes away what headings above give, as the header says of a line.
func (w *walk) empty(l *lines.Line) {
	for _, i := range l.Empties() {
		w.Heads[i] = ""
	}
}

// path returns a name with the headings above it in which it is nested, and forgets the other headings.
func (w *walk) path(depth int, name string) string {
	n := len(w.nested)
	for n > 0 && w.nested[n-1].depth >= depth {
		n--
	}
	if w.nested = w.nested[:n]; n > 0 {
		return w.nested[n-1].path + cmp.Or(w.f.Nests, joined) + name
	}
	return name
}

// joined stands between the parts of a test's name.
const joined = " › "

// begin begins a section. Its columns hold like those of a heading, and it may be about a test. One with
// an indentation is a heading of those in it, or a test if it has an outcome.
func (w *walk) begin(l *lines.Line) {
	w.doubtful = nil
	if slices.Contains(w.f.Quote, l.Name) {
		w.quoted = true
		return
	}
	_, nests := l.Group("indent")
	about := l.Known[lines.Test] != "" && (!nests || w.words.outcome(l.Name, l.Known[lines.Outcome]) != "")
	heads := w.Heads
	if !nests || !about {
		w.head(l)
	}
	w.Section = l.Name
	if about {
		w.Heads = heads // its columns are the test's
		w.empty(l)
		w.test(l)
	}
}

// gap forgets the context: what follows may belong to anything.
func (w *walk) gap() {
	w.endSuites()
	w.forget()
	w.Section = lines.GapSection
	if last := len(w.runs) - 1; last >= 0 && w.runs[last].tallied && len(w.f.After) > 0 {
		w.Section = w.runs[last].last // of what follows the counts
	}
	if w.gapped = len(w.runs) == 0; !w.gapped {
		w.runs[len(w.runs)-1].gap = true
	}
}

// forget ends headings, sections and the open test.
func (w *walk) forget() {
	w.Heads, w.nested, w.Section, w.Around, w.inner, w.quoted = [lines.NumColumns]string{}, nil, "", "", false, false
	w.open, w.above = nil, entry{}
}

// name returns the name of a test with what the headings add to it.
func (w *walk) name(l *lines.Line) string {
	name := w.relative(l.Known[lines.Test])
	if w.f.Joins != "" {
		name = strings.ReplaceAll(name, w.f.Joins, joined)
	}
	if sub := l.Known[lines.Sub]; sub != "" {
		name += " " + sub
	}
	if _, ok := l.Group("indent"); ok {
		return w.path(len(l.Known[lines.Indent]), name)
	}
	return name
}

// enter begins the section of a line about a test or finding, if there are patterns for it and no section
// or heading has its name. It ends with the next test or finding.
func (w *walk) enter(l *lines.Line) {
	if _, ok := w.f.In[l.Name]; !ok || slices.ContainsFunc(w.set.All, func(p *lines.Pattern) bool {
		return p.Name == l.Name && (p.Role == "section" || p.Role == "head")
	}) {
		return
	}
	if !w.inner {
		w.Around, w.inner = w.Section, true
	}
	w.Section = l.Name
}

// leave ends the section of a test or finding.
func (w *walk) leave() {
	if w.inner {
		w.Section, w.Around, w.inner = w.Around, "", false
	}
}
