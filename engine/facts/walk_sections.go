package facts

import (
	"slices"

	"witness/engine/lines"
)

// enter begins the section of a line about a test or finding, if there are patterns for it and no section
// or heading has its name. It ends with the next test or finding.
func (w *walk) enter(l *lines.Line) {
	if _, ok := w.f.In[l.Name]; !ok || slices.ContainsFunc(w.set.All, func(p *lines.Pattern) bool {
		return p.Name == l.Name && (p.Role == "section" || p.Role == "head")
	}) {
		return
	}
	if !w.inner {
		w.outside, w.inner = w.Section, true
	}
	w.Section = l.Name
}

// leave ends the section of a test or finding.
func (w *walk) leave() {
	if w.inner {
		w.Section, w.inner = w.outside, false
	}
}
