package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"witness/engine"
)

// A summary is what a replay has to tell.
type summary struct {
	Sessions int         `json:"sessions"`
	Calls    int         `json:"calls"`
	Rules    []ruleTally `json:"rules"`

	all   []finding // in the order of the sessions
	shown []finding // those of all that are examples
	rules []*engine.Script
}

// A ruleTally is what one rule said.
type ruleTally struct {
	Rule     string    `json:"rule"`
	Sessions int       `json:"sessions"` // in how many it said anything
	Fired    int       `json:"fired"`
	Blocked  int       `json:"blocked"` // how many of these would have kept the call from running, or left it to the user
	Per100   float64   `json:"per_100_calls"`
	Examples []finding `json:"examples"` // the latest
}

// newSummary counts, and picks the latest examples of each rule.
func newSummary(rules []*engine.Script, list []judged, examples int) *summary {
	s := &summary{rules: rules, Rules: make([]ruleTally, len(rules))}
	at := map[string]int{}
	for i, f := range rules {
		s.Rules[i] = ruleTally{Rule: f.Name, Examples: []finding{}}
		at[f.Name] = i
	}
	for _, j := range list {
		s.Sessions += len(j.sessions)
		s.Calls += j.calls
		spoke := map[string]bool{}
		for _, f := range j.findings {
			t := &s.Rules[at[f.Rule]]
			t.Fired++
			if f.Severity != engine.Warn {
				t.Blocked++
			}
			if key := f.Rule + " " + f.Session; !spoke[key] {
				spoke[key] = true
				t.Sessions++
			}
		}
		s.all = append(s.all, j.findings...)
	}
	passed := map[string]int{}
	for _, f := range s.all {
		t := &s.Rules[at[f.Rule]]
		if passed[f.Rule]++; passed[f.Rule] > t.Fired-examples {
			t.Examples = append(t.Examples, f)
			s.shown = append(s.shown, f)
		}
	}
	for i := range s.Rules {
		if t := &s.Rules[i]; s.Calls > 0 {
			t.Per100 = float64(int(float64(t.Fired)*1000/float64(s.Calls)+0.5)) / 10
		}
	}
	return s
}

// print writes the summary in the chosen format.
func (r *replayCmd) print(out io.Writer, s *summary) error {
	switch r.Format {
	case "json":
		return writeJSON(out, s)
	case "ndjson":
		return s.ndjson(out)
	case "sarif":
		return s.sarif(out)
	case "markdown":
		return s.markdown(out)
	}
	return s.text(out)
}

// place is what a person opens.
func (f finding) place() string { return fmt.Sprintf("%s:%d", f.Path, f.Line) }

// text prints the examples, where they are, and a line for each rule.
func (s *summary) text(out io.Writer) error {
	var b strings.Builder
	for _, f := range s.shown {
		fmt.Fprintf(&b, "%s: %s %s: %s\n", f.place(), f.Severity, f.Rule, f.Message)
	}
	if hidden := len(s.all) - len(s.shown); hidden > 0 {
		fmt.Fprintf(&b, "\nThese are the latest of each rule; %d more are shown by --examples=%d, or by --format=ndjson.\n", hidden, s.most())
	}
	if len(s.all) > 0 {
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "%s, %s\n\n", count(s.Sessions, "session"), count(s.Calls, "call"))
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "RULE\tSESSIONS\tFIRED\tBLOCKED\tPER 100 CALLS")
	for _, t := range s.Rules {
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%.1f\n", t.Rule, t.Sessions, t.Fired, t.Blocked, t.Per100)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// most is how often the rule fired that fired most.
func (s *summary) most() (n int) {
	for _, t := range s.Rules {
		n = max(n, t.Fired)
	}
	return n
}

// ndjson prints every finding, an object a line.
func (s *summary) ndjson(out io.Writer) error {
	for _, f := range s.all {
		if err := writeLine(out, f); err != nil {
			return err
		}
	}
	return nil
}

// markdown prints what a reviewer reads: a table, and the examples below it.
func (s *summary) markdown(out io.Writer) error {
	table := engine.Table{Columns: []string{"rule", "sessions", "fired", "blocked", "per 100 calls"}}
	for _, t := range s.Rules {
		table.Rows = append(table.Rows, []any{t.Rule, t.Sessions, t.Fired, t.Blocked, fmt.Sprintf("%.1f", t.Per100)})
	}
	if _, err := fmt.Fprintf(out, "%s, %s\n\n", count(s.Sessions, "session"), count(s.Calls, "call")); err != nil {
		return err
	}
	if err := markdown(out, table); err != nil {
		return err
	}
	for _, t := range s.Rules {
		if len(t.Examples) == 0 {
			continue
		}
		if _, err := fmt.Fprintf(out, "\n%s\n\n", t.Rule); err != nil {
			return err
		}
		for _, f := range t.Examples {
			message := strings.Join(strings.Fields(f.Message), " ")
			if _, err := fmt.Fprintf(out, "- `%s`: %s: %s\n", f.place(), f.Severity, message); err != nil {
				return err
			}
		}
	}
	return nil
}

// count is a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
