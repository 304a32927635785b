package main

import (
	"strings"
	"testing"
)

func TestCompare(t *testing.T) {
	sawFour := want{Runner: "pytest", Passed: 3, Failed: 1}
	tests := []struct {
		name       string
		found      []result
		want       want
		isRun      bool
		difference string
		score      score
	}{
		{"no run, and none read", nil, want{}, false, "", score{others: 1}},
		{"no run, but one read", []result{{"pytest", 1, 0, true}}, want{}, false, "false [pytest: 1 passed, 0 failed]", score{others: 1, wrong: 1}},
		{"a run that was not read", nil, sawFour, true, "missed", score{runs: 1}},
		{"a run that another reader read", []result{{"unittest", 3, 1, true}}, sawFour, true, "missed", score{runs: 1}},
		{"the last run of a step counts", []result{{"pytest", 9, 0, true}, {"pytest", 3, 1, true}}, sawFour, true, "", score{runs: 1, found: 1, exact: 1}},
		{"one that was cut short", []result{{"pytest", 3, 1, false}}, sawFour, true, "", score{runs: 1, found: 1, exact: 1, incomplete: 1}},
		{
			"the wrong counts",
			[]result{{"pytest", 3, -1, true}},
			sawFour, true,
			"wrong pytest: 3 passed, -1 failed, not 3 passed, 1 failed:",
			score{runs: 1, found: 1},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var s score
			if difference := s.compare(test.found, test.want, test.isRun); difference != test.difference {
				t.Errorf("got %q, want %q", difference, test.difference)
			}
			if s != test.score {
				t.Errorf("score %+v, want %+v", s, test.score)
			}
		})
	}
}

func TestFieldsOf(t *testing.T) {
	fields := fieldsOf(`runs  tool=pytest  outcome=fail  passed=3  failed=1  complete=0  how=items  selection="[\"a  how=exit\"]"` + "\n")
	for key, want := range map[string]string{"kind": "runs", "tool": "pytest", "passed": "3", "failed": "1", "complete": "0", "how": "items"} {
		if fields[key] != want {
			t.Errorf("%s is %q, want %q", key, fields[key], want)
		}
	}
}

// TestSample checks that the readers find every run of the sample with the exact counts, and one
// false run: it ended with a syntax error before its summary, by which the truth recognizes runs.
func TestSample(t *testing.T) {
	var out strings.Builder
	s, err := measure(t.Context(), "testdata", &out)
	if err != nil {
		t.Fatal(err)
	}
	other := `false [unittest: -1 passed, 1 failed] django__django-11138 80: "/testbed/tests/runtests.py timezones"` + "\n"
	if s.runs != 44 || s.found != s.runs || s.exact != s.runs || s.wrong != 1 || out.String() != other {
		t.Errorf("%+v\n%s", s, out.String())
	}
}
