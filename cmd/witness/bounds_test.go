package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"witness/engine/sqltext"
	"witness/internal/testfiles"
)

// The bounds on witness's own SQL: what is longer cannot be read aloud. A file that is over its bound has not found its
// noun: see docs/writing-rules.md.
const (
	maxRuleLines   = 30
	medianOfRules  = 10
	maxViewLines   = 40
	maxStateLines  = 60
	maxColumns     = 120 // of a line, but for those of a header
	maxNotExists   = 3   // in a rule
	maxNestingView = 4
)

// A measure is how large one file of SQL is.
type measure struct {
	path                               string
	lines, columns, notExists, nesting int // lines and columns are those of the statement
}

// over reports whether a file is over one of its bounds.
func (m measure) over() bool {
	switch filepath.Dir(m.path) {
	case "views":
		return m.lines > maxViewLines || m.columns > maxColumns || m.nesting > maxNestingView
	case "state":
		return m.lines > maxStateLines || m.columns > maxColumns
	}
	return m.lines > maxRuleLines || m.columns > maxColumns || m.notExists > maxNotExists
}

func (m measure) String() string {
	return fmt.Sprintf("%-46s %3d lines, %3d columns, %2d NOT EXISTS, %2d deep", m.path, m.lines, m.columns, m.notExists, m.nesting)
}

// measureOf measures a text.
func measureOf(path, text string) measure {
	m := measure{path: path}
	masked := sqltext.Mask(text)
	for line := range strings.Lines(masked) {
		if strings.TrimSpace(line) != "" {
			m.lines++
		}
	}
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "--") { // the documentation and the header
			m.columns = max(m.columns, len([]rune(strings.TrimRight(line, "\r\n"))))
		}
	}
	m.notExists = strings.Count(strings.Join(strings.Fields(masked), " "), "NOT EXISTS")
	m.nesting = nesting(masked)
	return m
}

// nesting returns how deep conditions and SELECTs stand in parentheses. Those of the arguments of a function do not count.
func nesting(masked string) (deepest int) {
	var open []bool // for each parenthesis whether it counts
	depth := 0
	for i, c := range masked {
		switch c {
		case '(':
			before := masked[max(i-1, 0)]
			counts := before == ' ' || before == '\n' || before == '('
			if open = append(open, counts); counts {
				depth++
			}
			deepest = max(deepest, depth)
		case ')':
			if open[len(open)-1] {
				depth--
			}
			open = open[:len(open)-1]
		}
	}
	return deepest
}

// TestBounds prints how large witness's rules, views and files of state are, and holds them to their bounds.
func TestBounds(t *testing.T) {
	var all []measure
	var rules []int
	for _, file := range slices.Concat(testfiles.Rules(t), testfiles.Glob(t, "views/*.sql", 5), testfiles.Glob(t, "state/*.sql", 5)) {
		path, err := filepath.Rel(testfiles.Root(t), file)
		if err != nil {
			t.Fatal(err)
		}
		path = filepath.ToSlash(path)
		folder, _, _ := strings.Cut(path, "/")
		if strings.Contains(path, "_template") {
			continue
		}
		m := measureOf(path, testfiles.Read(t, file))
		if all = append(all, m); folder == "rules.d" {
			rules = append(rules, m.lines)
		}
	}
	slices.SortFunc(all, func(a, b measure) int { return strings.Compare(a.path, b.path) })
	for _, m := range all {
		if testing.Verbose() {
			t.Log(m)
		}
		if m.over() {
			t.Errorf("%v: over a bound: give what it repeats a name (docs/writing-rules.md)", m)
		}
	}
	slices.Sort(rules)
	median := rules[len(rules)/2]
	t.Logf("%d rules, median %d lines", len(rules), median)
	if median > medianOfRules {
		t.Errorf("the median of the rules is %d lines, and at most %d is meant", median, medianOfRules)
	}
}

// english matches a text in a statement that is a part of a sentence: three words and more, or the end of a sentence.
var english = regexp.MustCompile(`^[^\[]*\pL\pL+ \pL+,? \pL\pL+|^[^*]*\pL \pL+\.$`)

// facts are texts of three words and more that are values in the store.
var facts = []string{"refused by the user", "glab mr view", "unordered push main"}

// TestNoEnglishInRules holds that what a rule says stands in its header: in the message, and under says.
func TestNoEnglishInRules(t *testing.T) {
	for _, file := range testfiles.Rules(t) {
		for token := range sqltext.Tokens(testfiles.Read(t, file)) {
			text := strings.Trim(token.Text, "'")
			if token.Kind == sqltext.Literal && english.MatchString(text) && !slices.Contains(facts, text) {
				t.Errorf("%s: the statement says %q: return a word for it, and say it under says in the header", file, text)
			}
		}
	}
}

// TestNesting checks what counts as nested.
func TestNesting(t *testing.T) {
	for text, want := range map[string]int{
		"SELECT max(coalesce(a, (b))) FROM x":                       1,
		"SELECT 1 WHERE EXISTS (SELECT 1 WHERE a IN (1, 2) OR (b))": 2,
		"SELECT ((a AND (b OR c)))":                                 3,
	} {
		if got := nesting(text); got != want {
			t.Errorf("%s: %d deep, want %d", text, got, want)
		}
	}
}
