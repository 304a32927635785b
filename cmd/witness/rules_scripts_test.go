package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"witness/cmd/witness/script"
)

// TestRunnersAgree runs the scripts of rules, readers and questions as `witness rules test` does:
// they pass, as they do under testscript, and with one expectation broken they fail at the
// same line for the same cause.
func TestRunnersAgree(t *testing.T) {
	bin, err := linkWords()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(bin) })
	nothing := func(*script.Env) error { return nil }
	for kind, least := range map[string]int{"rules": 8, "facts": 60, "queries": 16} {
		paths, err := filepath.Glob("../../testscripts/" + kind + "/*.txtar")
		if err != nil || len(paths) < least {
			t.Fatalf("%d scripts of %s, %v", len(paths), kind, err)
		}
		for _, path := range paths {
			t.Run(kind+"/"+filepath.Base(path), func(t *testing.T) {
				t.Parallel()
				if r := try(path, bin, false, nothing); r.Failure != "" || r.Skipped {
					t.Fatalf("%s\n%s", r.Failure, r.Phase)
				}
				if kind == "facts" {
					return // each again under both would take long, and they say the same as the others
				}
				worse := filepath.Join(t.TempDir(), filepath.Base(path))
				where := breakOne(t, path, worse)
				have := try(worse, bin, false, nothing)
				want := underTestscript(t, worse, func(env *testscript.Env) error { return setUp(env.WorkDir, env.Setenv) })
				_, cause, _ := strings.Cut(want.log.String(), "FAIL: ")
				cause, _, _ = strings.Cut(cause, "\n")
				if failure, _, _ := strings.Cut(have.Failure, "\n"); failure != cause || !strings.HasPrefix(cause, worse+":"+where+": ") {
					t.Errorf("broken at line %s, it fails with\n%s\nunder testscript with\n%s", where, have.Failure, cause)
				}
			})
		}
	}
}

// breakOne writes a script to another file, with the expectation in the middle turned round, and
// tells the line.
func breakOne(t *testing.T, path, to string) (line string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	var expectations []int
	for i, l := range lines {
		if strings.HasPrefix(l, "-- ") {
			break
		}
		if strings.HasPrefix(strings.TrimPrefix(l, "! "), "stdout ") || strings.HasPrefix(l, "cmp ") {
			expectations = append(expectations, i)
		}
	}
	if len(expectations) == 0 {
		t.Fatalf("%s expects nothing", path)
	}
	i := expectations[len(expectations)/2]
	turned, negated := strings.CutPrefix(lines[i], "! ")
	if !negated {
		turned = "! " + turned
	}
	lines[i] = turned
	if err := os.WriteFile(to, []byte(strings.Join(lines, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	return strconv.Itoa(i + 1)
}

// TestWordsAreDocumented: docs/writing-rules.md names every word that a test may use.
func TestWordsAreDocumented(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.txtar")
	if err := os.WriteFile(path, []byte("nonsense\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	failure := try(path, "", false, func(*script.Env) error { return nil }).Failure
	_, known, _ := strings.Cut(failure, "known are ")
	known, _, _ = strings.Cut(known, ";")
	names := strings.Split(known, ", ")
	if len(names) < 25 {
		t.Fatalf("it knows only %q: %s", names, failure)
	}
	text, err := os.ReadFile("../../docs/writing-rules.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n## The words of a test\n")
	section, _, _ = strings.Cut(section, "\n## ")
	for _, name := range names {
		if !strings.Contains(section, "`"+name+" ") && !strings.Contains(section, "`"+name+"`") {
			t.Errorf("the section on the words of a test does not tell of %s", name)
		}
	}
}
