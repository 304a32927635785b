package runs

import (
	"slices"
	"strconv"

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
func (w *walk) checks(r *walkedRun, t *tally, g *aggregate) {
	errors, all := w.findings(r, t, g)
	c := r.counts
	counted := c.failed - c.absent
	if w.f.Strict {
		counted -= all - errors
	}
	missing := c.totals && c.failed == 0 && c.total > all // findings that are not in the output
	covered := !r.gap || r.exact && len(w.f.After) == 0 && errors <= counted
	ended := !missing && (r.tallied && covered && !(w.f.Adds && r.gap) || all > 0 && !r.gap && w.exited(errors > 0))
	if !ended && all == 0 && !r.tallied && r.verdict == "" || all == 0 && len(w.f.Proof) > 0 && !w.in.Own {
		return
	}
	if r.verdict == "fail" {
		counted = max(counted, 1)
	}
	failed := w.failures(max(errors, counted), all)
	if ended || r.tallied || r.verdict != "" {
		t.Failed, t.Counted = &failed, true
	}
	t.How, t.summarized, t.Ended = "items", true, ended && !r.stopped && !(failed > 0 && w.stopsEarly())
}

// findings adds the findings of a run to its tally and counts them. The same finding is printed twice
// by some tools, and a place for which no line has a message is that of something else.
func (w *walk) findings(r *walkedRun, t *tally, g *aggregate) (errors, all int64) {
	seen := map[[6]string]bool{}
	others := slices.ContainsFunc(r.findings, func(e *entry) bool { return e.name != "otherwise" && w.level(e) == "error" })
	for _, e := range r.findings {
		level, message := w.level(e), e.message()
		if level == "" || message == "" && !e.told || e.name == "otherwise" && others || w.unplaced(e, r) {
			continue
		}
		file := w.relative(e.column(lines.File))
		key := [6]string{file, e.column(lines.LineNumber), e.column(lines.Col), level, message, e.column(lines.Code)}
		if seen[key] && w.f.Repeats {
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
func (w *walk) unplaced(e *entry, r *walkedRun) bool {
	return e.placed && e.column(lines.File) == "" && !(r.stopped && w.level(e) == "error")
}

// level returns the level of a finding, "" for one that is left out.
func (w *walk) level(e *entry) string { return w.words.level(e.name, e.column(lines.Level)) }

// failures returns how many findings make the tool fail, of errors among all findings. A strict tool
// fails for any of them unless its exit code says otherwise.
func (w *walk) failures(errors, all int64) int64 {
	if w.f.Strict && errors == 0 && (w.in.Exit == nil || *w.in.Exit != 0) {
		return all
	}
	return errors
}

// exited reports whether the exit code shows that a tool without counts has come to its end, or, for
// one that lists "errors", that it found some.
func (w *walk) exited(errors bool) bool {
	if errors && slices.Contains(w.f.Exits, "errors") {
		return true
	}
	return w.in.Exit != nil && slices.Contains(w.f.Exits, strconv.Itoa(*w.in.Exit))
}
