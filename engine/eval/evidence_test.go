package eval

import (
	"strings"
	"testing"

	"witness/engine/bundle"
	"witness/engine/facts"
	"witness/engine/store"
)

// TestFinding checks the columns of a row that have a meaning of their own: severity lowers the rule's
// severity and never raises it, and subject replaces the target's name.
func TestFinding(t *testing.T) {
	long := strings.Repeat("x", 2*facts.MaxWord)
	for name, test := range map[string]struct {
		severity          string // of the rule
		columns           []string
		row               []store.Value
		wantSev, wantSubj string
	}{
		"neither":           {"block", []string{"file"}, []store.Value{"a.go"}, "block", "git commit"},
		"lower":             {"block", []string{"severity"}, []store.Value{"warn"}, "warn", "git commit"},
		"lower by one":      {"block", []string{"severity"}, []store.Value{"ask"}, "ask", "git commit"},
		"the same":          {"warn", []string{"severity"}, []store.Value{"warn"}, "warn", "git commit"},
		"never raised":      {"warn", []string{"severity"}, []store.Value{"block"}, "warn", "git commit"},
		"off is no finding": {"block", []string{"severity"}, []store.Value{"off"}, "block", "git commit"},
		"unknown":           {"block", []string{"severity"}, []store.Value{"loud"}, "block", "git commit"},
		"NULL":              {"block", []string{"severity", "subject"}, []store.Value{nil, nil}, "block", "git commit"},
		"subject":           {"block", []string{"subject"}, []store.Value{"pile 7"}, "block", "pile 7"},
		"empty subject":     {"block", []string{"subject"}, []store.Value{""}, "block", "git commit"},
		"both":              {"block", []string{"severity", "subject"}, []store.Value{"warn", "excused"}, "warn", "excused"},
	} {
		r := &Rule{File: &bundle.File{Name: "x", Header: bundle.Header{Message: "said"}}, Severity: test.severity}
		f := r.finding(Target{Name: "git commit"}, test.columns, test.row)
		if f.Severity != test.wantSev || f.Subject != test.wantSubj || f.Rule != "x" || f.Message != "said" {
			t.Errorf("%s: %+v", name, f)
		}
	}
	r := &Rule{File: &bundle.File{Name: "x"}, Severity: "warn"}
	if f := r.finding(Target{}, []string{"subject"}, []store.Value{long}); len(f.Subject) > facts.MaxWord+4 {
		t.Errorf("a subject of %d bytes is kept", len(f.Subject))
	}
}
