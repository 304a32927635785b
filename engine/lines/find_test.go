package lines

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"witness/engine/bundle"
	"witness/internal/testfiles"
)

// TestFindLosesNoLine checks on the recorded outputs of tools that a pattern finds in a line what its whole
// expression finds, although the line's first byte and the literals in it rule most patterns out.
func TestFindLosesNoLine(t *testing.T) {
	patterns, found := 0, 0
	for _, f := range (bundle.Loader{Sources: []bundle.Source{{Origin: "embedded", FS: os.DirFS(testfiles.Root(t))}}}).Load(bundle.Facts) {
		if err := f.Parse(); err != nil {
			t.Fatal(err)
		}
		if !f.HasPatterns() {
			continue
		}
		set, err := NewSet(f, true)
		if err != nil {
			t.Fatal(err)
		}
		var outputs []string
		for _, printed := range testfiles.Scripts(t, "testscripts/facts/"+f.Name+".txtar", "") {
			outputs = append(outputs, strings.Split(printed, "\n")...)
		}
		slices.Sort(outputs)
		outputs = slices.Compact(outputs)
		for _, p := range set.All {
			if p.Role == "json" || p.Role == "xml" {
				continue
			}
			patterns++
			whole := regexp.MustCompile(`\A(?:` + p.expr + `)\z`)
			for _, line := range outputs {
				want := whole.FindStringSubmatchIndex(line)
				if got := p.find(line); !reflect.DeepEqual(got, want) {
					t.Errorf("%s %s finds %v in %q, and its expression %v", f.Name, p.Kind(), got, line, want)
				}
				if want == nil {
					continue
				}
				found++
				first := emptyLine
				if line != "" {
					first = int(line[0])
				}
				if !slices.Contains(set.byFirst[first], p) {
					t.Errorf("%s %s is not tried on %q", f.Name, p.Kind(), line)
				}
			}
		}
	}
	if patterns < 100 || found < 1000 {
		t.Errorf("only %d patterns and %d lines were compared", patterns, found)
	}
}

// FuzzFind checks that a pattern finds in a line what its whole expression finds.
func FuzzFind(f *testing.F) {
	f.Add("ok 1 - adds up", `(?P<no>not )?ok (?P<n>\d+)(?: - (?P<test>.*))?`)
	f.Add("NO TESTS FOUND ſ", `(?i).*\b(?:no|zero) tests\b.*`)
	f.Add("\xff", `(?i)[^a]|K`)
	f.Fuzz(func(t *testing.T, line, pattern string) {
		if strings.Contains(line, "\n") || len(pattern) > 1000 {
			return
		}
		whole, err := regexp.Compile(`\A(?:` + pattern + `)\z`)
		s := &Set{}
		p := &Pattern{Pattern: bundle.Pattern{Role: "line", Text: pattern}}
		if err != nil || s.add(p) != nil {
			return
		}
		want := whole.FindStringSubmatchIndex(line)
		if got := p.find(line); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q finds %v in %q, and its expression %v", pattern, got, line, want)
		}
		first := emptyLine
		if line != "" {
			first = int(line[0])
		}
		if want != nil && !slices.Contains(s.byFirst[first], p) {
			t.Fatalf("%q is not tried on %q", pattern, line)
		}
	})
}
