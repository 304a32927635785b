package ruletest

import (
	"fmt"
	"strings"

	"witness/cmd/witness/internal/term"
	"witness/engine/bundle"
)

// An Outcome is what rules test prints of one test as JSON.
type Outcome struct {
	Name    string `json:"name" jsonschema:"the rule, reader or question, or the script that was named"`
	Kind    string `json:"kind" jsonschema:"rules, facts or queries; empty for a script that was named"`
	Path    string `json:"path" jsonschema:"the file that is tested; empty for a script that was named"`
	Script  string `json:"script" jsonschema:"the file with the test"`
	Outcome string `json:"outcome" jsonschema:"pass, fail or skip"`
	Message string `json:"message,omitempty" jsonschema:"why it failed"`
	Updated bool   `json:"updated" jsonschema:"whether --update has changed the script"`
}

// outcome returns what is printed of the test as JSON.
func (t *test) outcome(ok bool, text string) Outcome {
	o := Outcome{Name: t.name, Kind: t.kind, Path: t.path, Script: t.script, Outcome: "pass"}
	switch {
	case !ok:
		_, detail, _ := strings.Cut(text, "\n")
		o.Outcome, o.Message = "fail", strings.TrimSpace(detail)
	case t.result.Skipped:
		o.Outcome = "skip"
	}
	o.Updated = len(t.changed) > 0
	return o
}

// report returns whether the test passed, and the text to print.
func (t *test) report(verbose bool) (ok bool, text string) {
	if t.missing {
		return false, fmt.Sprintf("FAIL  %s\n%s:1: no test: write one in %s, with did and will\n", t.name, t.path, t.script)
	}
	var b strings.Builder
	ok = t.result.Failure == ""
	switch {
	case t.result.Skipped:
		fmt.Fprintf(&b, "skip  %s\n", t.name)
	case !ok:
		cause, _, _ := strings.Cut(t.result.Failure, "\n") // the text that a pattern matched may have several lines
		fmt.Fprintf(&b, "FAIL  %s\n%s\n", t.name, cause)
		if !verbose {
			b.WriteString(term.Indent(t.result.Phase))
		}
	case t.kind == bundle.Rules && !hasFinding(t.result.Log, t.name):
		ok = false
		fmt.Fprintf(&b, "FAIL  %s\n%s:1: the rule has no finding in its test: add a step in which it fires\n", t.name, t.script)
	default:
		fmt.Fprintf(&b, "ok    %s\n", t.name)
	}
	if verbose {
		b.WriteString(term.Indent(t.result.Log))
	}
	if len(t.changed) > 0 {
		fmt.Fprintf(&b, "%s: updated; review the changes:\n%s", t.script, term.Indent(string(t.changed)))
	}
	return ok, b.String()
}
