package runs

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"witness/engine/lines"
)

// counts are the numbers of one run.
type counts struct {
	passed, failed, skipped, total int64
	absent, lost                   int64 // of total: tests that were not run, and that could not be run; absent findings were corrected
	suites                         int64 // suites that failed
	cut                            bool  // not all suites were run
	passes, skips, totals          bool  // passed, skipped, total are given
}

// countsOf returns the numbers in a line of counts.
func (d *reader) countsOf(l *lines.Line) (c counts) {
	number := func(i int) int64 {
		n, _ := strconv.ParseInt(strings.ReplaceAll(l.Known[i], ",", ""), 10, 64)
		return n
	}
	c.passed, c.failed, c.skipped, c.total = number(lines.Passed), number(lines.Failed), number(lines.Skipped), number(lines.Total)
	for i, group := range l.Groups() {
		of, _, several := strings.Cut(group, "_")
		if n := l.Number64(i); several {
			switch of {
			case "passed":
				c.passed += n
			case "failed":
				c.failed += n
			case "skipped":
				c.skipped += n
			}
		}
	}
	d.countSuites(l.Known[lines.Suites], &c)
	c.passes, c.skips, c.totals = l.Known[lines.Passed] != "", l.Known[lines.Skipped] != "", l.Known[lines.Total] != ""
	for n, word := range numbersWithWords(l.Known[lines.Counts]) {
		switch d.words.count(word) {
		case "pass":
			c.passed, c.passes = c.passed+n, true
		case "fail", "error":
			c.failed += n
		case "skip":
			c.skipped, c.skips = c.skipped+n, true
		case "absent":
			c.absent += n
		case "lost":
			c.lost += n
		case "total":
			c.total, c.totals = c.total+n, true
		}
	}
	if c.totals && l.Known[lines.Total] == "" {
		c.total += number(lines.Failed) // a number of its own is besides those of the text
	}
	return c
}

// countSuites adds what a line says of suites: how many failed, or numbers with words.
func (d *reader) countSuites(text string, c *counts) {
	c.suites, _ = strconv.ParseInt(text, 10, 64)
	var ran, all int64
	for n, word := range numbersWithWords(text) {
		switch d.words.count(word) {
		case "fail":
			c.suites, ran = c.suites+n, ran+n
		case "pass", "skip":
			ran += n
		case "total":
			all = n
		}
	}
	c.cut = all > ran
}

// numbersWithWords yields the numbers of a text with the word of each: "12 passed, 3 failed", or "Tests: 15,
// Failures: 3", or "failures=3". A number alone in brackets is the total: "2 passed (2)".
func numbersWithWords(text string) func(yield func(int64, string) bool) {
	return func(yield func(int64, string) bool) {
		text = strings.TrimLeft(text, " \t")
		before := text != "" && unicode.IsLetter(rune(text[0])) || strings.ContainsAny(text, ":=")
		word := ""
		for text != "" {
			digits := strings.IndexAny(text, "0123456789")
			if digits < 0 {
				return
			}
			word = text[:digits]
			bracket := strings.HasSuffix(word, "(")
			end := digits
			for end < len(text) && (text[end] >= '0' && text[end] <= '9') {
				end++
			}
			n, _ := strconv.ParseInt(text[digits:end], 10, 64)
			text = text[end:]
			if bracket && strings.HasPrefix(text, ")") {
				word = "total"
			} else if !before {
				next := strings.IndexAny(text, ",;|()/0123456789")
				if next < 0 {
					next = len(text)
				}
				word = text[:next]
				text = text[next:]
			}
			if word = strings.Trim(strings.TrimSuffix(word, " and "), " \t,:=|;()./•·"); word != "" && !yield(n, strings.ToLower(word)) {
				return
			}
		}
	}
}

// count adds a line of counts to its run. Counts that a run already has begin another. A line that only
// announces how many tests there are does not end the run.
func (w *walk) count(l *lines.Line) {
	w.doubtful = nil
	if n, ok := l.Group("plan"); ok {
		r := w.run(l)
		plan, _ := strconv.ParseInt(n, 10, 64)
		r.planned, r.plan = true, r.plan+plan
		return
	}
	if w.closes() {
		w.closed.end = l.Number
		w.closed.lonely = w.closed.lonely || len(w.closed.part) == 0 && w.closed.red == 0 || w.closed.red == 0
		return
	}
	l.Known[lines.Counts] = w.Heads[lines.Counts] + l.Known[lines.Counts] // they may have begun in a heading
	c := w.countsOf(l)
	words := countedWords(l)
	if l.Sections != nil && len(words) == 0 && givesCounts(l.Pattern) {
		return
	}
	last := len(w.runs) - 1
	if last >= 0 && w.runs[last].tallied && w.runs[last].unannounced {
		w.runs[last].stopped = true // a test may have printed these counts
	}
	if last < 0 || w.runs[last].over || !w.f.Adds && w.runs[last].hasCounts(l, words) {
		last = len(w.runs)
		w.runs = append(w.runs, newRun())
		w.runs[last].gap = w.gapped
	}
	w.uncounted = nil
	r := w.runs[last]
	if l.Known[lines.Attempt] != "" {
		w.onlyLast()
	}
	if len(words) == 0 && (l.Name == "pass" || l.Name == "fail") {
		r.verdict = l.Name
	}
	r.tallied, r.tail, r.counted[l.Name] = true, false, l.Number
	r.last = l.Name
	r.unannounced, w.announced = len(w.f.Before) > 0 && !w.announced, false
	r.stopped = r.stopped || c.cut || r.unannounced && (w.gapped || r.gap)
	r.numeric = r.numeric || len(words) > 0
	if len(words) == 0 && (l.Name == "pass" || l.Name == "fail") {
		r.verdict = l.Name
	}
	for _, word := range words {
		r.counted[word] = l.Number
		r.exact = r.exact || word != "="+lines.Columns[lines.Total]
	}
	t := &r.counts
	t.passed, t.failed, t.skipped, t.total = t.passed+c.passed, t.failed+c.failed, t.skipped+c.skipped, t.total+c.total
	t.suites += c.suites
	t.absent, t.lost = t.absent+c.absent, t.lost+c.lost
	t.passes, t.skips, t.totals = t.passes || c.passes, t.skips || c.skips, t.totals || c.totals
	section := w.Section
	if w.forget(); l.Sections != nil && w.f.In[l.Name] == nil {
		w.Section = section // the counts have several lines
	} else {
		w.Section = l.Name
	}
}

// givesCounts reports whether a pattern has a group for counts.
func givesCounts(p *lines.Pattern) bool {
	return slices.ContainsFunc(p.Groups(), func(group string) bool {
		i := slices.Index(lines.Columns, group)
		return i >= lines.Passed && i <= lines.Counts || i == lines.Suites
	})
}

// hasCounts reports whether a run has counts that a line gives, or counts of the same pattern that are
// not directly above: then the line is of another run.
func (r *walkedRun) hasCounts(l *lines.Line, words []string) bool {
	if above, ok := r.counted[l.Name]; ok && above != l.Number-1 && l.Sections == nil {
		return true
	}
	return slices.ContainsFunc(words, func(word string) bool { return r.counted[word] > 0 })
}

// countedWords returns what a line counts.
func countedWords(l *lines.Line) (list []string) {
	for _, i := range [...]int{lines.Passed, lines.Failed, lines.Skipped, lines.Total, lines.Suites} {
		if l.Known[i] != "" {
			list = append(list, "="+lines.Columns[i])
		}
	}
	for _, word := range numbersWithWords(l.Known[lines.Counts]) {
		list = append(list, "="+word)
	}
	return list
}

// finish returns the counts of a run, completed by what its lines name.
func (d *reader) finish(r *walkedRun, t *tally, apart int64) counts {
	c, named := r.counts, int64(len(t.failures))
	switch {
	case apart > 0:
		c.failed += apart
	case c.failed == 0 && named == 0:
		c.failed = c.suites
		r.stopped = r.stopped || c.suites > 0 // they could not be loaded
	}
	if c.totals && !c.passes {
		failed := cmp.Or(c.failed, named)
		if !c.skips {
			c.skipped = t.skips
		}
		c.passed = max(0, min(max(t.passes, c.total-failed-c.skipped-c.absent-c.lost+r.besides()), c.total-failed+r.besides()))
	} else if c.totals && r.counted["="+lines.Columns[lines.Total]] > 0 && r.counted["="+lines.Columns[lines.Passed]] > 0 && c.failed == 0 {
		c.failed = max(0, c.total-c.passed-c.skipped)
	}
	if c.lost > 0 {
		c.failed++
	}
	return c
}
