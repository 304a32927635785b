package facts

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"witness/engine/hook"
	"witness/engine/store"
)

// An aggregate turns the rows of one reader into runs. A row is an item (a test or a diagnostic)
// or the summary of a run; either may say that the run ended.
type aggregate struct {
	kind  string // of runs whose rows do not say: test or check
	base  int64  // number of the first run
	at    map[string]int
	rows  int64
	tally []*tally
}

// A tally is what is known of one run so far.
type tally struct {
	Run
	summarized    bool // a row says whether the run ended
	passes, skips int64
	failures      map[[2]string]bool // the items that failed
}

func newAggregate(into string, base int64) *aggregate {
	kind := "test"
	if into == "diagnostics" {
		kind = "check"
	}
	return &aggregate{kind: kind, base: base}
}

// add takes in one row.
func (g *aggregate) add(columns []string, row []store.Value) error {
	if g.at == nil {
		g.at = make(map[string]int, len(columns))
		for i, column := range columns {
			g.at[column] = i
		}
	}
	value := func(column string) store.Value {
		if i, ok := g.at[column]; ok {
			return row[i]
		}
		return nil
	}
	count := func(column string) *int64 { return number(value(column)) }
	str := func(column string) string { return store.Text(value(column)) }
	g.rows++
	n := int64(0)
	if given := count("n"); given != nil {
		n = max(0, *given)
	}
	t := g.run(g.base + n)
	t.How, t.Kind = better(t.How, str("how")), max(t.Kind, str("kind"))
	tests, err := testsOf(value("test"), value("tests"))
	if err != nil {
		return err
	}
	summary := value("test") == nil && value("tests") == nil
	if g.kind == "check" {
		summary = value("message") == nil
	}
	if ended := count("ended"); summary || ended != nil {
		t.Ended = (t.Ended || !t.summarized) && ended != nil && *ended != 0
		t.summarized = true
	}
	if summary {
		failed := count("failed")
		t.Passed, t.Failed, t.Skipped = plus(t.Passed, count("passed")), plus(t.Failed, failed), plus(t.Skipped, count("skipped"))
		t.counted = t.counted || failed != nil
		return nil
	}
	t.add(Item{
		I: g.rows, Tests: tests, Suite: str("suite"), Outcome: str("outcome"),
		Message: str("message"), File: str("file"), Code: str("code"), Level: str("level"),
		Line: count("line"), Col: count("col"),
	}, g.kind)
	return nil
}

// maxReason bounds what is kept of the message of a test or diagnostic, in bytes.
const MaxReason = 300

// testsOf returns the tests that a row names.
func testsOf(test, tests store.Value) (names []string, err error) {
	if tests == nil {
		if test != nil {
			names = []string{store.Text(test)}
		}
		return names, nil
	}
	array := store.Text(tests)
	if names, ok := plainNames(array); ok {
		return names, nil
	}
	if err := json.Unmarshal([]byte(array), &names); err != nil {
		return nil, fmt.Errorf("tests is no JSON array of names: %q", hook.Truncate(array, MaxReason))
	}
	return names, nil
}

// plainNames splits a JSON array of strings without escapes. There may be thousands.
func plainNames(array string) ([]string, bool) {
	inner, begins := strings.CutPrefix(array, `["`)
	inner, ends := strings.CutSuffix(inner, `"]`)
	if !begins || !ends || strings.ContainsFunc(inner, func(r rune) bool { return r < ' ' || r == '\\' }) {
		return nil, false
	}
	names := strings.Split(inner, `","`)
	return names, strings.Count(inner, `"`) == 2*(len(names)-1)
}

// runSources are the ways in which a run can be known, the best first.
var runSources = []string{"structured", "items", "summary", "exit"}

// better returns the better of two ways to know a run; "" is none.
func better(a, b string) string {
	for _, way := range runSources {
		if a == way || b == way {
			return way
		}
	}
	return cmp.Or(a, b)
}

// run returns the tally of a run by its number.
func (g *aggregate) run(n int64) *tally {
	for _, t := range g.tally {
		if t.N == n {
			return t
		}
	}
	t := &tally{Run: Run{N: n}, failures: map[[2]string]bool{}}
	g.tally = append(g.tally, t)
	return t
}

func (t *tally) add(i Item, kind string) {
	t.Items = append(t.Items, i)
	if kind == "check" {
		if i.Level == "error" {
			t.failures[[2]string{i.Suite, strconv.FormatInt(i.I, 10)}] = true
		}
		return
	}
	switch i.Outcome {
	case "fail":
		for _, test := range i.Tests {
			t.failures[[2]string{i.Suite, test}] = true
		}
	case "pass":
		for _, test := range i.Tests {
			if test != "" {
				t.passes++
			}
		}
	case "skip":
		t.skips += int64(len(i.Tests))
	}
}

// runs returns the runs in order. Where no summary counts, the named items are counted.
func (g *aggregate) runs() []Run {
	slices.SortFunc(g.tally, func(a, b *tally) int { return cmp.Compare(a.N, b.N) })
	var list []Run
	for _, t := range g.tally {
		r := t.Run
		r.Kind, r.Named = cmp.Or(t.Kind, g.kind), int64(len(t.failures))
		if r.Passed == nil && t.passes > 0 {
			r.Passed = &t.passes
		}
		if r.Skipped == nil && t.skips > 0 {
			r.Skipped = &t.skips
		}
		if r.Failed == nil && (r.How != "exit" || !t.summarized) || r.Failed != nil && *r.Failed < r.Named {
			r.Failed = &r.Named
		}
		r.How = cmp.Or(r.How, "items")
		list = append(list, r)
	}
	return list
}

// plus adds two counts, of which nil is unknown.
func plus(a, b *int64) *int64 {
	if a == nil || b == nil {
		return cmp.Or(a, b)
	}
	n := *a + *b
	return &n
}

// number converts a value to a whole number as SQLite converts text that a regular expression
// matched: by its leading digits. It is nil for NULL.
func number(v store.Value) *int64 {
	var n int64
	switch v := v.(type) {
	case nil:
		return nil
	case int64:
		n = v
	case float64:
		n = int64(v)
	default:
		digits := store.Text(v)
		end := 0
		for end < len(digits) && (digits[end] >= '0' && digits[end] <= '9' || end == 0 && digits[end] == '-') {
			end++
		}
		n, _ = strconv.ParseInt(digits[:end], 10, 64)
	}
	return &n
}

// Found is what the readers find in one call.
type Found struct {
	Runs    []Run
	Changes []string // kinds of changes of the tree: install, checkout, …
}

// nextRun is the number of the next run of the call.
func (f *Found) nextRun() int64 {
	if len(f.Runs) == 0 {
		return 0
	}
	return f.Runs[len(f.Runs)-1].N + 1
}

// A RunRow is one row of the table runs, with the items that it names.
type Run struct {
	N                       int64
	Tool, Kind, How         string
	Command                 int // index of the simple command
	Passed, Failed, Skipped *int64
	Ended, Complete         bool
	Outcome                 string
	Items                   []Item

	Named   int64 // failures that are named
	counted bool  // the output says how many failed, even if none
}

// An Item is one row of the table diagnostics, or the rows of the table tests that differ in
// their names only.
type Item struct {
	I                          int64 // position in the output
	Tests                      []string
	Suite, Outcome             string
	Message, File, Code, Level string
	Line, Col                  *int64
}

// empty reports whether a runner ran and found no test at all.
func (r Run) empty() bool {
	none := func(n *int64) bool { return n == nil || *n == 0 }
	return r.Kind == "test" && r.How != "exit" && r.Passed != nil && none(r.Passed) && none(r.Failed) && none(r.Skipped)
}
