package runs

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

// An aggregate collects the rows of one reader into runs. A row is an item (a test or a diagnostic)
// or the summary of a run; either can report that the run ended.
type aggregate struct {
	kind    string         // of the runs whose rows give no kind: test or check
	base    int64          // number of the first run
	columns map[string]int // indexes of the columns of a row, by name
	rows    int64
	finish  func(*Item) // completes an item of a SELECT, nil if there is nothing to complete
	tallies []*tally
}

// A tally accumulates the rows of one run.
type tally struct {
	Run
	summarized    bool // a row reports whether the run ended
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

// add adds one row to its run.
func (g *aggregate) add(columns []string, row []store.Value) error {
	if g.columns == nil {
		g.columns = make(map[string]int, len(columns))
		for i, column := range columns {
			g.columns[column] = i
		}
	}
	value := func(column string) store.Value {
		if i, ok := g.columns[column]; ok {
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
		t.Counted = t.Counted || failed != nil
		return nil
	}
	item := Item{
		I: g.rows, Tests: tests, Suite: str("suite"), Outcome: str("outcome"),
		Message: str("message"), File: str("file"), Code: str("code"), Level: str("level"),
		Line: count("line"), Col: count("col"),
	}
	if g.finish != nil {
		g.finish(&item)
	}
	t.add(item, g.kind)
	return nil
}

// MaxItemMessage is how much is kept of the message of a test or diagnostic, in bytes.
const MaxItemMessage = 300

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
		return nil, fmt.Errorf("column tests is not a JSON array of names: %q", hook.Truncate(array, MaxItemMessage))
	}
	return names, nil
}

// plainNames splits a JSON array of strings without escapes. It is faster than json.Unmarshal, and
// an array can have thousands of names.
func plainNames(array string) ([]string, bool) {
	inner, opened := strings.CutPrefix(array, `["`)
	inner, closed := strings.CutSuffix(inner, `"]`)
	if !opened || !closed || strings.ContainsFunc(inner, func(r rune) bool { return r < ' ' || r == '\\' }) {
		return nil, false
	}
	names := strings.Split(inner, `","`)
	return names, strings.Count(inner, `"`) == 2*(len(names)-1)
}

// runSources are the values of the column how, the most reliable source of a run first.
var runSources = []string{"structured", "items", "summary", "exit"}

// better returns the more reliable of two sources of a run; "" is none.
func better(a, b string) string {
	for _, source := range runSources {
		if a == source || b == source {
			return source
		}
	}
	return cmp.Or(a, b)
}

// run returns the tally of a run by its number, and adds it if it is new.
func (g *aggregate) run(n int64) *tally {
	for _, t := range g.tallies {
		if t.N == n {
			return t
		}
	}
	t := &tally{Run: Run{N: n}, failures: map[[2]string]bool{}}
	g.tallies = append(g.tallies, t)
	return t
}

// add adds a test or diagnostic and counts it.
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

// runs returns the runs in order. A run without counts in a summary gets the counts of its items.
func (g *aggregate) runs() []Run {
	slices.SortFunc(g.tallies, func(a, b *tally) int { return cmp.Compare(a.N, b.N) })
	var list []Run
	for _, t := range g.tallies {
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

// plus adds two counts. A count that is unknown (nil) adds nothing.
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
