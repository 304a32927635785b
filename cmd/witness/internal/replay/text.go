package replay

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"witness/cmd/witness/internal/term"
	"witness/engine/eval"
	"witness/engine/hook"
)

// A Summary is the output of a replay.
type Summary struct {
	Sessions int `json:"sessions"`
	understood
	Rules []ruleTally `json:"rules" jsonschema:"all that were evaluated, also those that stayed silent"`

	all   []Finding // in the order of the sessions
	shown []Finding // the examples among them
	rules []*eval.Rule

	strips eval.Table // of the sessions, in Markdown
	more   int        // sessions that it leaves out
}

// A ruleTally counts the findings of one rule.
type ruleTally struct {
	Rule     string    `json:"rule"`
	Sessions int       `json:"sessions" jsonschema:"the number of sessions with a finding"`
	Fired    int       `json:"fired" jsonschema:"the number of findings"`
	Blocked  int       `json:"blocked" jsonschema:"the findings that refuse the call or ask the user"`
	Per100   float64   `json:"per_100_calls"`
	Examples []Finding `json:"examples" jsonschema:"the latest findings"`
}

// newSummary counts the findings and selects the latest examples of each rule.
func newSummary(rules []*eval.Rule, list []result, examples int) *Summary {
	s := &Summary{rules: rules, Rules: make([]ruleTally, len(rules))}
	at := map[string]int{}
	for i, f := range rules {
		s.Rules[i] = ruleTally{Rule: f.Name, Examples: []Finding{}}
		at[f.Name] = i
	}
	for _, res := range list {
		s.Sessions += len(res.sessions)
		s.add(res.understood)
		counted := map[string]bool{}
		for _, f := range res.findings {
			t := &s.Rules[at[f.Rule]]
			t.Fired++
			if f.Severity != hook.Warn {
				t.Blocked++
			}
			if key := f.Rule + " " + f.Session; !counted[key] {
				counted[key] = true
				t.Sessions++
			}
		}
		s.all = append(s.all, res.findings...)
	}
	s.strips, s.more = strips(list)
	seen := map[string]int{}
	for _, f := range s.all {
		t := &s.Rules[at[f.Rule]]
		if seen[f.Rule]++; seen[f.Rule] > t.Fired-examples {
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
func (r *Cmd) print(streams term.Streams, s *Summary) error {
	out := streams.Out
	switch r.Format.Chosen() {
	case "json":
		return term.WriteJSON(out, s)
	case "ndjson":
		return s.ndjson(out)
	case "sarif":
		return s.sarif(out)
	case "markdown":
		return s.markdown(out)
	}
	return s.text(out, term.ScreenWidth(out), streams.Palette(out))
}

// place returns the finding's position in the recording, as path:line.
func (f Finding) place() string { return fmt.Sprintf("%s:%d", f.Path, f.Line) }

// text returns the finding for an output of that many columns, 0 for any number. What fits is one line, path:line: and
// what was found, which other programs understand; of the rest, the position is a line, and what was found is below it.
func (f Finding) text(columns int, paint term.Palette) string {
	const indent = "    "
	place, found := f.place()+":", f.Severity+" "+f.Rule+": "+f.Message
	lines, below := []string{found}, " "
	if columns > 0 && term.Width(place+below+found) > columns {
		lines, below = term.Wrap(found, max(columns-len(indent), 20), 0), "\n"+indent
	}
	lines[0] = paint.Paint(term.StyleOf(f.Severity), f.Severity) + strings.TrimPrefix(lines[0], f.Severity)
	return paint.Paint(term.Bold, place) + below + strings.Join(lines, below) + "\n"
}

// text prints the examples with their positions, and a line for each rule, for an output of that many columns.
func (s *Summary) text(out io.Writer, columns int, paint term.Palette) error {
	var b strings.Builder
	for _, f := range s.shown {
		b.WriteString(f.text(columns, paint))
	}
	if hidden := len(s.all) - len(s.shown); hidden > 0 {
		fmt.Fprintf(&b, "\nThese are the latest of each rule. Not shown: %s; --examples=%d or --format=ndjson prints all.\n", term.Count(hidden, "finding"), s.most())
	}
	if len(s.all) > 0 {
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "%s, %s\n\n", term.Count(s.Sessions, "session"), s.understood)
	spoke := s.spoke()
	g := term.Grid{Heading: []string{"RULE", "SESSIONS", "FIRED", "BLOCKED", "PER 100 CALLS"}, Right: []bool{false, true, true, true, true}}
	for _, t := range spoke {
		g.Rows = append(g.Rows, []string{t.Rule, fmt.Sprint(t.Sessions), fmt.Sprint(t.Fired), fmt.Sprint(t.Blocked), fmt.Sprintf("%.1f", t.Per100)})
	}
	if len(spoke) > 0 {
		if err := g.Write(&b, columns, paint); err != nil {
			return err
		}
	}
	if len(spoke) > 0 && len(spoke) < len(s.Rules) {
		b.WriteString("\n")
	}
	b.WriteString(s.silent())
	_, err := io.WriteString(out, b.String())
	return err
}

// spoke returns the rules with a finding.
func (s *Summary) spoke() []ruleTally {
	return slices.DeleteFunc(slices.Clone(s.Rules), func(t ruleTally) bool { return t.Fired == 0 })
}

// silent returns a line that says how many rules had no finding, "" if all had one. It names a few.
func (s *Summary) silent() string {
	const few = 3
	var names []string
	for _, t := range s.Rules {
		if t.Fired == 0 {
			names = append(names, t.Rule)
		}
	}
	switch n := len(names); {
	case n == 0:
		return ""
	case n <= few:
		return fmt.Sprintf("%s had no finding: %s.\n", term.Count(n, "rule"), strings.Join(names, ", "))
	default:
		return fmt.Sprintf("%s had no finding.\n", term.Count(n, "rule"))
	}
}

// most returns the highest number of findings of a rule.
func (s *Summary) most() (n int) {
	for _, t := range s.Rules {
		n = max(n, t.Fired)
	}
	return n
}

// ndjson prints every finding as a line of JSON.
func (s *Summary) ndjson(out io.Writer) error {
	for _, f := range s.all {
		if err := term.WriteJSONLine(out, f); err != nil {
			return err
		}
	}
	return nil
}

// markdown prints a table of the sessions and one of the rules, followed by the examples.
func (s *Summary) markdown(out io.Writer) error {
	table := eval.Table{Columns: []string{"rule", "sessions", "fired", "blocked", "per 100 calls"}}
	for _, t := range s.spoke() {
		table.Rows = append(table.Rows, []any{t.Rule, t.Sessions, t.Fired, t.Blocked, fmt.Sprintf("%.1f", t.Per100)})
	}
	if _, err := fmt.Fprintf(out, "%s, %s\n\n", term.Count(s.Sessions, "session"), s.understood); err != nil {
		return err
	}
	if len(s.strips.Rows) > 0 {
		legend := term.RibbonLegend
		if s.more > 0 {
			legend = term.Count(s.more, "session") + " left out. " + legend
		}
		if err := term.Markdown(out, s.strips); err != nil {
			return err
		}
		if _, err := fmt.Fprintf(out, "\n%s\n\n", legend); err != nil {
			return err
		}
	}
	if err := term.Markdown(out, table); err != nil {
		return err
	}
	if silent := s.silent(); silent != "" {
		if len(table.Rows) > 0 {
			silent = "\n" + silent
		}
		if _, err := io.WriteString(out, silent); err != nil {
			return err
		}
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
