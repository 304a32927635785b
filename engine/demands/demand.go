// Package demands reads what the texts of a project demand of its agents: AGENTS.md and the like, and the files that say by their
// form what is run at which moment. It takes commands and paths from code alone, and knows a demand by the words around it, which
// are in cues.toml: a moment, a trigger, a negation. An imperative is none: "Run `x`" is a reference. What it cannot say with all
// its conditions it does not say; a kind of change that names no file is every change, and the demand tells it. The structure of a
// text is read in one place, walk, which puts headings, lists, tables and fences into the sentences that they speak of.
package demands

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// A Demand is what a line of a text demands, in the keys of an instance.
type Demand struct {
	File     string   `json:"file" jsonschema:"the file that demands it"`
	Line     int      `json:"line" jsonschema:"the line on which the sentence begins"`
	Text     string   `json:"text" jsonschema:"the sentence"`
	Like     string   `json:"like" jsonschema:"the rule that it is an instance of"`
	Run      []string `json:"run,omitempty"`
	RunAny   []string `json:"run_any,omitempty"`
	First    []string `json:"first,omitempty"`
	Then     []string `json:"then,omitempty"`
	Commands []string `json:"commands,omitempty"`
	Edit     []string `json:"edit,omitempty"`
	Read     []string `json:"read,omitempty"`
	Changed  []string `json:"changed,omitempty"`
	Also     []string `json:"also,omitempty"`
	Ran      []string `json:"ran,omitempty"`
	Before   string   `json:"before,omitempty"`
	Since    string   `json:"since,omitempty"`
	Only     string   `json:"only,omitempty"`
	Branch   string   `json:"branch,omitempty"`
	CWD      []string `json:"cwd,omitempty"`
	Unless   []string `json:"unless,omitempty"`
	Instead  string   `json:"instead,omitempty"`
	Severity string   `json:"severity,omitempty"`
	Says     string   `json:"says,omitempty" jsonschema:"the rule of witness that says so already"`
	Wide     string   `json:"wide,omitempty" jsonschema:"the words for a kind of change for which no file is named"`
}

// A key is one of the keys of an instance, with the values that a demand gives it.
type key struct {
	name   string
	values []string
}

// keys returns the keys of a demand in the order in which they are written. A key without a value is left out, or has "".
func (d Demand) keys() []key {
	return []key{
		{"like", []string{d.Like}},
		{"run", d.Run},
		{"run_any", d.RunAny},
		{"first", d.First},
		{"then", d.Then},
		{"commands", d.Commands},
		{"edit", d.Edit},
		{"read", d.Read},
		{"changed", d.Changed},
		{"also", d.Also},
		{"ran", d.Ran},
		{"before", []string{d.Before}},
		{"since", []string{d.Since}},
		{"only", []string{d.Only}},
		{"branch", []string{d.Branch}},
		{"cwd", d.CWD},
		{"unless", d.Unless},
		{"instead", []string{d.Instead}},
		{"severity", []string{d.Severity}},
	}
}

// Same reports whether two demands want the same, however severe they are and whatever they name in its place.
func (d Demand) Same(o Demand) bool {
	d.Instead, d.Severity = o.Instead, o.Severity
	return slices.EqualFunc(d.keys(), o.keys(), func(a, b key) bool { return slices.Equal(a.values, b.values) })
}

// Conflict reports whether one of two demands forbids the command that the other wants, or the edit of the file that it wants changed.
func (d Demand) Conflict(o Demand) bool {
	return d.forbids(o) || o.forbids(d)
}

func (d Demand) forbids(o Demand) bool {
	if d.Like != never || len(d.Unless) > 0 {
		return false
	}
	if d.Only == "" && slices.ContainsFunc(o.Also, func(g string) bool { return slices.Contains(d.Edit, g) }) {
		return true
	}
	wanted := slices.Concat(o.Run, o.First, []string{o.Instead})
	return slices.ContainsFunc(wanted, func(w string) bool { return begins(w, d.Commands...) })
}

// TOML returns a demand as it is written into .witness.toml: an instance, or the severity of the rule that says so already.
func (d Demand) TOML() string {
	if d.Says != "" {
		return fmt.Sprintf("[rules.%s]\nseverity = %q\n", d.Says, d.Severity)
	}
	var b strings.Builder
	b.WriteString("[[rule]]\n")
	for _, k := range d.keys() {
		switch quoted := quote(k.values); {
		case len(k.values) == 0 || k.values[0] == "":
		case len(k.values) == 1:
			fmt.Fprintf(&b, "%-8s = %s\n", k.name, quoted[0])
		default:
			fmt.Fprintf(&b, "%-8s = [%s]\n", k.name, strings.Join(quoted, ", "))
		}
	}
	return b.String()
}

// Instance returns a demand as the file of a rule, which has a header and no SELECT.
func (d Demand) Instance() string {
	d.Says = ""
	header := strings.TrimPrefix(d.TOML(), "[[rule]]\n")
	return "-- " + d.Text + "\n\n--- " + strings.ReplaceAll(strings.TrimSuffix(header, "\n"), "\n", "\n--- ") + "\n"
}

// quote returns strings as those of TOML and JSON are written.
func quote(values []string) (quoted []string) {
	for _, v := range values {
		var b strings.Builder
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		_ = e.Encode(v) // a string can always be encoded
		quoted = append(quoted, strings.TrimSpace(b.String()))
	}
	return quoted
}

// Place returns the line that demands it: AGENTS.md:41.
func (d Demand) Place() string { return fmt.Sprintf("%s:%d", d.File, d.Line) }

// Weigh puts demands that contradict each other one behind the other, and makes neither more than a warning. It returns for each
// demand the index of one that contradicts it, or -1.
func Weigh(list []Demand) (ordered []Demand, against []int) {
	left := slices.Clone(list)
	for len(left) > 0 {
		ordered = append(ordered, left[0])
		left = left[1:]
		for at := len(ordered) - 1; at < len(ordered); at++ { // and what contradicts those
			contradicts := func(o Demand) bool { return ordered[at].Conflict(o) }
			for i := slices.IndexFunc(left, contradicts); i >= 0; i = slices.IndexFunc(left, contradicts) {
				ordered = append(ordered, left[i])
				left = slices.Delete(left, i, i+1)
			}
		}
	}
	against = make([]int, len(ordered))
	for i, d := range ordered {
		against[i] = slices.IndexFunc(ordered, d.Conflict)
	}
	for i, j := range against {
		if j >= 0 {
			ordered[i].Severity = warn
		}
	}
	return ordered, against
}
