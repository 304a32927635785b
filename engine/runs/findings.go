package runs

import (
	"slices"

	"witness/engine/lines"
)

// finding adds a line that is a diagnostic. Its level and its message may be on the lines around it.
func (w *walk) finding(l *lines.Line) {
	known := l.Known
	e := &entry{known: &known, said: l.Known[lines.Message], name: l.Name, placed: slices.Contains(w.f.Placed, l.Kind())}
	_, e.told = l.Group("message")
	e.adopt(&w.above)
	e.fillHead(&w.Heads, true)
	w.above = entry{}
	r := w.run(l)
	r.findings = append(r.findings, e)
	w.open, w.opened = e, w.taken
}

// checks adds the findings of a run to its tally. What a gap hides is known from counts below it that
// include all findings.
func (d *reader) checks(r *walkedRun, t *tally, g *aggregate) {
	errors, all := d.findings(r, t, g)
	c := r.counts
	counted := c.failed - c.absent
	if d.f.Strict {
		counted -= all - errors
	}
	missing := c.totals && c.failed == 0 && c.total > all // findings that are not in the output
	covered := !r.gap || r.exact && len(d.f.After) == 0 && errors <= counted
	ended := !missing && (r.tallied && covered && !(d.f.Adds && r.gap) || all > 0 && !r.gap && d.exited(errors > 0))
	if !ended && all == 0 && !r.tallied && r.verdict == "" || all == 0 && len(d.f.Proof) > 0 && !d.in.Own {
		return
	}
	if r.verdict == "fail" {
		counted = max(counted, 1)
	}
	failed := d.failures(max(errors, counted), all)
	if ended || r.tallied || r.verdict != "" {
		t.Failed, t.Counted = &failed, true
	}
	t.How, t.summarized, t.Ended = "items", true, ended && !r.stopped && !(failed > 0 && d.stopsEarly())
}

// findings adds the findings of a run to its tally and counts them. The same finding is printed twice
// by some tools, and a place for which no line has a message is that of something else.
func (d *reader) findings(r *walkedRun, t *tally, g *aggregate) (errors, all int64) {
	seen := map[[6]string]bool{}
	others := slices.ContainsFunc(r.findings, func(e *entry) bool { return e.name != "otherwise" && d.level(e) == "error" })
	for _, e := range r.findings {
		level, message := d.level(e), e.message()
		if level == "" || message == "" && !e.told || e.name == "otherwise" && others || d.unplaced(e, r) {
			continue
		}
		file := d.relative(e.column(lines.File))
		key := [6]string{file, e.column(lines.LineNumber), e.column(lines.Col), level, message, e.column(lines.Code)}
		if seen[key] && d.f.Repeats {
			continue
		}
		seen[key] = true
		g.rows++
		all++
		if level == "error" {
			errors++
		}
		item := Item{
			I: g.rows, Message: message, File: file, Code: e.column(lines.Code), Level: level,
			Line: wholeNumber(e.column(lines.LineNumber)), Col: wholeNumber(e.column(lines.Col)),
		}
		if n := wholeNumber(e.column(lines.Col0)); n != nil {
			*n++
			item.Col = n
		}
		t.add(item, "check")
	}
	return errors, all
}

// unplaced reports whether a finding lacks the position without which another program may have printed
// it. An error needs none if the tool says that it failed.
func (d *reader) unplaced(e *entry, r *walkedRun) bool {
	return e.placed && e.column(lines.File) == "" && !(r.stopped && d.level(e) == "error")
}
