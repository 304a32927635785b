package eval

import (
	"os"
	"regexp"
	"slices"
	"testing"
)

// TestLateParameters checks that a parameter which a lookup sets is known to be set late: a rule with a condition on it would be skipped
// before its value is known, and would be silent without a word.
func TestLateParameters(t *testing.T) {
	source, err := os.ReadFile("lookups.go")
	if err != nil {
		t.Fatal(err)
	}
	set := regexp.MustCompile(`t\.Args\["(\w+)"\](?:, t\.Args\["(\w+)"\])* = `).FindAllStringSubmatch(string(source), -1)
	if len(set) < 8 {
		t.Fatalf("only %d parameters are set in lookups.go", len(set))
	}
	for _, m := range set {
		for _, name := range m[1:] {
			if name != "" && !slices.Contains(lateParameters, name) {
				t.Errorf("lateParameters lacks %q, which lookups.go sets", name)
			}
		}
	}
}
