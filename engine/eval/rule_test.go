package eval

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"witness/engine/bundle"
	"witness/engine/project"
)

// TestNewRule applies settings to a rule. One that fits replaces the header's value; one that does not
// fit is an error that names the line, and the header's value remains in force.
func TestNewRule(t *testing.T) {
	for name, test := range map[string]struct {
		setting   string // the value of the rule in .witness.toml, on its second line
		severity  string
		threshold any
		noisy     any
		wrong     string // part of the errors, "" for none
		decidedBy string // the base name of a file
	}{
		"no setting":     {"", "ask", int64(3), true, "", ""},
		"severity":       {`"block"`, "block", int64(3), true, "", ".witness.toml"},
		"option":         {`{ threshold = 5 }`, "ask", int64(5), true, "", ""},
		"unknown option": {`{ treshold = 5 }`, "ask", int64(3), true, `.witness.toml:2: rule x has no option "treshold"; did you mean "threshold"?`, ""},
		"option of another type": {
			`{ threshold = "five" }`, "ask", int64(3), true,
			".witness.toml:2: option threshold of rule x must be a number like its default 3, not a string", "",
		},
		"one of two options fits": {`["warn", { threshold = 5, noisy = 1 }]`, "warn", int64(5), true, "option noisy of rule x must be", ".witness.toml"},
		"unknown severity":        {`"deny"`, "ask", int64(3), true, "", ""}, // an error of the configuration
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			t.Setenv("HOME", dir)
			t.Setenv("XDG_CONFIG_HOME", "")
			t.Setenv("WITNESS_SYSTEM_CONFIG", filepath.Join(dir, "none.toml"))
			if test.setting != "" {
				if err := os.WriteFile(filepath.Join(dir, ".witness.toml"), []byte("[rules]\nx = "+test.setting+"\n"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			f := &bundle.File{
				Kind: bundle.Rules, Name: "x", Path: "rules.d/x.sql", Origin: "embedded",
				Text: "--- severity = \"ask\"\n--- tools = [\"edit\"]\n--- message = \"x\"\n--- options = { threshold = 3, noisy = true }\n\nSELECT :threshold, :noisy",
			}
			r, errs := NewRule(f, project.LoadConfig(dir, dir, project.TrustAll))
			if r.Err != nil {
				t.Fatal(r.Err)
			}
			var messages []string
			for _, err := range errs {
				messages = append(messages, err.Error())
			}
			if got := strings.Join(messages, "\n"); test.wrong == "" != (got == "") || !strings.Contains(got, test.wrong) {
				t.Errorf("errors %q, want %q", got, test.wrong)
			}
			if r.Severity != test.severity || r.Options["threshold"] != test.threshold || r.Options["noisy"] != test.noisy {
				t.Errorf("severity %s, options %v", r.Severity, r.Options)
			}
			if got := strings.TrimPrefix(r.DecidedBy, dir+"/"); got != test.decidedBy {
				t.Errorf("decided by %q, want %q", got, test.decidedBy)
			}
			if _, overridden := r.Overridden["threshold"]; overridden != (test.threshold != int64(3)) {
				t.Errorf("overridden: %v", r.Overridden)
			}
			if f.Options["threshold"] != int64(3) {
				t.Error("the header's options were changed")
			}
		})
	}
}

// TestNewRuleWithBrokenHeader checks that a broken header is an error of the rule, not of its settings.
func TestNewRuleWithBrokenHeader(t *testing.T) {
	r, errs := NewRule(&bundle.File{Kind: bundle.Rules, Name: "x", Path: "x.sql", Text: "--- colour = 1\nSELECT 1"}, &project.Config{})
	if r.Err == nil || len(errs) > 0 {
		t.Errorf("rule: %v, settings: %v", r.Err, errs)
	}
}
