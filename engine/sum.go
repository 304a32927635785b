package engine

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A sum makes runs of the rows of one reader. A row is an item (a test or a diagnostic) or
// the summary of a run; either may tell whether the run ended.
type sum struct {
	kind string // of the runs, if the reader does not say: test or check
	base int64  // what the first run is numbered
	at   map[string]int
	rows int64
	runs []*tally
}

// A tally is what is known of one run so far.
type tally struct {
	run
	summed        bool // something said whether the run ended
	passes, skips int64
	bad           map[[2]string]bool // the items that failed
}

func newSum(into string, base int64) *sum {
	kind := "test"
	if into == "diagnostics" {
		kind = "check"
	}
	return &sum{kind: kind, base: base}
}

// add takes in one row.
func (s *sum) add(columns []string, row []driverValue) error {
	if s.at == nil {
		s.at = make(map[string]int, len(columns))
		for i, column := range columns {
			s.at[column] = i
		}
	}
	value := func(column string) driverValue {
		if i, ok := s.at[column]; ok {
			return row[i]
		}
		return nil
	}
	count := func(column string) *int64 { return number(value(column)) }
	s.rows++
	n := int64(0)
	if given := count("n"); given != nil {
		n = max(0, *given)
	}
	t := s.tally(s.base + n)
	t.how, t.kind = better(t.how, show(value("how"))), max(t.kind, show(value("kind")))
	tests, err := testsOf(value("test"), value("tests"))
	if err != nil {
		return err
	}
	summary := value("test") == nil && value("tests") == nil
	if s.kind == "check" {
		summary = value("message") == nil
	}
	if ended := count("ended"); summary || ended != nil {
		t.ended = (t.ended || !t.summed) && ended != nil && *ended != 0
		t.summed = true
	}
	if summary {
		failed := count("failed")
		t.passed, t.failed, t.skipped = plus(t.passed, count("passed")), plus(t.failed, failed), plus(t.skipped, count("skipped"))
		t.told = t.told || failed != nil
		return nil
	}
	t.add(item{
		i: s.rows, tests: tests, suite: show(value("suite")), outcome: show(value("outcome")),
		message: show(value("message")), file: show(value("file")), code: show(value("code")), level: show(value("level")),
		line: count("line"), col: count("col"),
	}, s.kind)
	return nil
}

// testsOf are the tests that a row names.
func testsOf(test, tests driverValue) (names []string, err error) {
	if tests == nil {
		if test != nil {
			names = []string{show(test)}
		}
		return names, nil
	}
	array := show(tests)
	if names, ok := plainNames(array); ok {
		return names, nil
	}
	if err := json.Unmarshal([]byte(array), &names); err != nil {
		return nil, fmt.Errorf("tests is no JSON array of names: %q", cut(array, maxReason))
	}
	return names, nil
}

// plainNames takes apart a JSON array of texts without escapes. There may be
// thousands.
func plainNames(array string) ([]string, bool) {
	inner, begins := strings.CutPrefix(array, `["`)
	inner, ends := strings.CutSuffix(inner, `"]`)
	if !begins || !ends || strings.ContainsFunc(inner, func(r rune) bool { return r < ' ' || r == '\\' }) {
		return nil, false
	}
	names := strings.Split(inner, `","`)
	return names, strings.Count(inner, `"`) == 2*(len(names)-1)
}

// ways are the ways in which a run is known, the best first.
var ways = []string{"structured", "items", "summary", "exit"}

// better is the better of two ways to know a run; "" is none.
func better(a, b string) string {
	for _, way := range ways {
		if a == way || b == way {
			return way
		}
	}
	return cmp.Or(a, b)
}

// tally finds or begins the run of a number.
func (s *sum) tally(n int64) *tally {
	for _, t := range s.runs {
		if t.n == n {
			return t
		}
	}
	t := &tally{run: run{n: n}, bad: map[[2]string]bool{}}
	s.runs = append(s.runs, t)
	return t
}

func (t *tally) add(i item, kind string) {
	t.items = append(t.items, i)
	if kind == "check" {
		if i.level == "error" {
			t.bad[[2]string{i.suite, strconv.FormatInt(i.i, 10)}] = true
		}
		return
	}
	switch i.outcome {
	case "fail":
		for _, test := range i.tests {
			t.bad[[2]string{i.suite, test}] = true
		}
	case "pass":
		for _, test := range i.tests {
			if test != "" {
				t.passes++
			}
		}
	case "skip":
		t.skips += int64(len(i.tests))
	}
}

// done are the runs in order. What no summary counted is what was named.
func (s *sum) done() []run {
	slices.SortFunc(s.runs, func(a, b *tally) int { return cmp.Compare(a.n, b.n) })
	var list []run
	for _, t := range s.runs {
		r := t.run
		r.kind, r.named = cmp.Or(t.kind, s.kind), int64(len(t.bad))
		if r.passed == nil && t.passes > 0 {
			r.passed = &t.passes
		}
		if r.skipped == nil && t.skips > 0 {
			r.skipped = &t.skips
		}
		if r.failed == nil && (r.how != "exit" || !t.summed) || r.failed != nil && *r.failed < r.named {
			r.failed = &r.named
		}
		r.how = cmp.Or(r.how, "items")
		list = append(list, r)
	}
	return list
}

// plus adds what is known.
func plus(a, b *int64) *int64 {
	if a == nil || b == nil {
		return cmp.Or(a, b)
	}
	n := *a + *b
	return &n
}

// number is a value as a whole number, as SQLite reads one out of a text that a regular
// expression found; nil for NULL.
func number(v driverValue) *int64 {
	var n int64
	switch v := v.(type) {
	case nil:
		return nil
	case int64:
		n = v
	case float64:
		n = int64(v)
	default:
		digits := show(v)
		end := 0
		for end < len(digits) && (digits[end] >= '0' && digits[end] <= '9' || end == 0 && digits[end] == '-') {
			end++
		}
		n, _ = strconv.ParseInt(digits[:end], 10, 64)
	}
	return &n
}
