package facts

import (
	"slices"
	"strings"

	"witness/engine/lines"
)

// result returns the runs of a walk as those of an aggregate. base is the number of the first.
func (w *walk) result(kind string, g *aggregate) {
	if w.unproven() {
		return
	}
	if w.closes() && len(w.runs) > 0 {
		w.closed.conclude(w.runs[0], w.in.own)
	} else if w.closes() && w.closed.lonely {
		w.runs = append(w.runs, newRun())
		w.closed.conclude(w.runs[0], w.in.own)
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
	if r.tail && !r.stopped || !w.hasEnds(r) {
		r.tallied = false
	}
	r.dropOtherwise()
	expected := r.settleAttempts()
	passed := map[entryKey]*Item{}
	var order []*Item
	others, apart := false, int64(0)
	failing := map[[2]string]bool{}
	for _, e := range r.list {
		if e.outcome == "fail" && !e.key.isError {
			failing[[2]string{e.key.suite, e.key.test}] = true
		}
	}
	for _, e := range r.list {
		if e.outcome == "" || e.outcome == begun {
			continue
		}
		name := e.key.test
		if e.key.isError && failing[[2]string{e.key.suite, name}] {
			name += " (teardown)"
		}
		if e.outcome == "pass" && e.key.suite == "" && w.heading("suite") {
			continue // another suite may have a test of this name
		}
		g.rows++
		others = others || e.outcome != "fail" && name != ""
		if e.outcome == "pass" {
			group := entryKey{suite: e.key.suite, file: e.file}
			if w.filed {
				group.test = e.known[lines.LineNumber]
			}
			if passed[group] == nil {
				passed[group] = &Item{I: g.rows, Suite: e.key.suite, Outcome: "pass", File: w.relative(e.file), Line: wholeNumber(group.test)}
				order = append(order, passed[group])
			}
			passed[group].Tests = append(passed[group].Tests, name)
			continue
		}
		if e.apart {
			apart++
		}
		item := Item{I: g.rows, Tests: []string{name}, Suite: e.key.suite, Outcome: e.outcome, Message: e.message(), File: w.relative(e.known[lines.File])}
		item.Line = wholeNumber(e.known[lines.LineNumber])
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
		if !c.passes && c.totals {
			c.passed = max(0, c.total-c.failed-c.skipped-c.absent-c.lost)
		}
		switch {
		case apart > 0:
			c.failed += apart
		case c.failed == 0:
			c.failed = c.suites
			r.stopped = r.stopped || c.suites > 0 // they could not be loaded
		}
		if c.lost > 0 {
			c.failed++
		}
		if c.passed+c.failed+c.skipped == 0 && len(t.Items) == 0 && !w.f.Empty {
			return
		}
		if !r.numeric {
			c.failed, c.skipped = int64(len(t.failures)), t.skips
		}
		if !c.passes && !c.totals && (c.failed > 0 || !r.numeric) && t.passes > 0 {
			c.passed = t.passes // they are named and not counted
		}
		r.stopped = r.stopped || w.f.Names && c.failed == 0 && t.passes < c.passed
		t.Passed, t.Failed, t.Skipped, t.counted = &c.passed, &c.failed, &c.skipped, w.countsFailures(r)
	}
	switch {
	case r.planned && r.plan <= r.results && len(t.Items) > 0 && !r.tallied:
		r.conclude(t)
	case !r.tallied && !w.closes(): // it is known from its tests
	case r.tallied && !w.closes() && (r.named || len(r.list) == 0 && len(w.f.Lists) == 0) && w.namesPasses() && t.passes+expected == c.passed, w.closes() && others:
		t.How = "items"
	default:
		t.How = "summary"
	}
	failed := c.failed > 0 || len(t.failures) > 0
	t.summarized = true
	t.Ended = r.tallied && !r.stopped && c.lost == 0 && !(failed && (w.has(w.f.Stops) || len(w.f.Continues) > 0 && !w.has(w.f.Continues))) && !w.has(w.f.Mute)
}

// unproven reports whether only one pattern that matches other tools' lines as well took lines of the
// output of another command.
func (w *walk) unproven() bool {
	if w.in.own || len(w.kinds) != 1 {
		return false
	}
	return slices.ContainsFunc(w.f.Weak, func(kind string) bool { return w.kinds[kind] })
}

// heading reports whether lines of headings and suites give a column.
func (w *walk) heading(column string) bool {
	return slices.ContainsFunc(w.set.All, func(p *lines.Pattern) bool {
		return (p.Role == "head" || p.Role == "suite" || p.Role == "close") && slices.Contains(p.Groups(), column)
	})
}

// namesPasses reports whether a pattern of the reader names tests that passed.
func (w *walk) namesPasses() bool {
	return slices.ContainsFunc(w.set.All, func(p *lines.Pattern) bool {
		return p.Role == "test" && (slices.Contains(p.Groups(), "outcome") || w.words.outcome(p.Name, "") == "pass")
	})
}

// has reports whether the command has one of these flags.
func (w *walk) has(flags []string) bool {
	return slices.ContainsFunc(flags, func(flag string) bool { return strings.Contains(w.in.command, " "+flag) })
}

// relative returns a path relative to the project.
func (w *walk) relative(path string) string {
	if rest, ok := strings.CutPrefix(path, w.in.root+"/"); ok && w.in.root != "" {
		return rest
	}
	return path
}

// resolve finds the tests that are named only by the end of their name.
func (r *walkedRun) resolve() {
	var list []*entry
	for _, e := range r.list {
		if e.key.short == "" {
			list = append(list, e)
			continue
		}
		if known := r.shortened(e, r.list); known != nil {
			known.adopt(e)
			continue
		}
		if e.loose && len(e.more) == 0 {
			continue // a heading of something else
		}
		e.key.test = e.ownName()
		e.key.short = ""
		list = append(list, e)
	}
	r.list = list
}

// shortened returns the failing test whose name ends with that of e, preferring one in the same file.
func (r *walkedRun) shortened(e *entry, all []*entry) (found *entry) {
	short := strings.ReplaceAll(e.key.short, "::", ".")
	for _, k := range all {
		if k.key.short != "" || k.key.isError != e.key.isError || k.outcome != "fail" {
			continue
		}
		name := strings.ReplaceAll(k.key.test, "::", ".")
		if name != short && !strings.HasSuffix(name, "."+short) {
			continue
		}
		if found == nil || k.known[lines.File] == e.known[lines.File] {
			found = k
		}
	}
	return found
}

// ownName returns the name of a test that no line names in full: its file and the end of its name.
func (e *entry) ownName() string {
	name, args, bracket := strings.Cut(e.key.short, "[")
	name = strings.ReplaceAll(name, ".", "::")
	if bracket {
		name += "[" + args
	}
	if file := e.known[lines.File]; file != "" {
		return file + "::" + name
	}
	return name
}
