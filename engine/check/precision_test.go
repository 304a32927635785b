package check

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"witness"
	"witness/engine/bundle"
	"witness/engine/hook"
)

// TestRulesThatAreOnAreRight checks that each embedded rule has a row in docs/precision.tsv with a figure or a
// reason why there is none, and that one that is on by default was right, or has a reason why that cannot be
// measured.
func TestRulesThatAreOnAreRight(t *testing.T) {
	rows, err := ReadPrecision(witness.Files)
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for _, f := range (bundle.Loader{Sources: []bundle.Source{{Origin: "embedded", FS: witness.Files}}}).Load(bundle.Rules) {
		if err := f.Parse(); err != nil {
			t.Fatal(err)
		}
		p, ok := PrecisionOf(rows, f)
		if !ok {
			t.Errorf("%s has no row for %s: just precision writes it, or add one with a reason", PrecisionFile, f.Name)
			continue
		}
		severity := f.Severity
		if f.Pack != "" {
			severity = hook.Off
		}
		if mistake := mistakeOf(p, severity); mistake != "" && keptOn[f.Name] == "" {
			t.Errorf("%s: %s: %s", PrecisionFile, f.Name, mistake)
		}
		used[p.Rule] = true
	}
	for _, p := range rows {
		if !used[p.Rule] {
			t.Errorf("%s has a row for %s, which is no rule", PrecisionFile, p.Rule)
		}
	}
}

// keptOn are rules that are on by default although fewer of their verdicts were right in unseen sessions, with the reason.
var keptOn = map[string]string{
	"untried_handover": "of the costly moments that are told it tells two of five, as a warning; docs/decisions.md says which figure ends that",
}

// A rule is on by default only if at least minRight percent of its decided verdicts are right in the sessions with which it was repaired, and at
// least minUnseen percent in unseen sessions, once minDecided verdicts were decided there.
const (
	minRight   = 95
	minUnseen  = 90
	minDecided = 10
)

// mistakeOf returns why a rule with this row may not have this severity by default, or "". A rule of a pack is
// off by default. Verdicts that a reader could not decide do not count.
func mistakeOf(p Precision, severity string) string {
	decided := p.Right + p.Wrong
	switch {
	case p.Read != decided+p.Undecidable || p.Read > p.Fired:
		return fmt.Sprintf("%d of %d verdicts were read, but %d right, %d wrong and %d undecidable ones are counted", p.Read, p.Fired, p.Right, p.Wrong, p.Undecidable)
	case p.Calls == 0 && p.Reason == "":
		return "it was not measured, and no reason is given"
	case severity != hook.Off && p.UnseenRight+p.UnseenWrong >= minDecided && 100*p.UnseenRight < minUnseen*(p.UnseenRight+p.UnseenWrong):
		return fmt.Sprintf("it is on by default, but in sessions that nobody had used only %d of %d verdicts were right", p.UnseenRight, p.UnseenRight+p.UnseenWrong)
	case severity == hook.Off, p.Reason != "":
		return ""
	case decided == 0:
		return "it is on by default, but none of its verdicts was judged, and no reason is given"
	case p.WrongBlocks > 0:
		return fmt.Sprintf("%d of its blocks were wrong; all must be right", p.WrongBlocks)
	case 100*p.Right < minRight*decided:
		return fmt.Sprintf("it is on by default, but only %d of %d verdicts were right", p.Right, decided)
	}
	return ""
}

func TestMistake(t *testing.T) {
	tests := []struct {
		name     string
		severity string
		row      Precision
		mistake  string
	}{
		{"19 of 20", hook.Warn, Precision{Calls: 900, Fired: 30, Read: 22, Right: 19, Wrong: 1, Undecidable: 2}, ""},
		{"18 of 20", hook.Warn, Precision{Calls: 900, Fired: 30, Read: 20, Right: 18, Wrong: 2}, "only 18 of 20"},
		{"8 of 10 in sessions that nobody had used", hook.Warn, Precision{UnseenRight: 8, UnseenWrong: 2, Reason: "on trial"}, "nobody had used only 8 of 10"},
		{"two of three there", hook.Warn, Precision{UnseenRight: 2, UnseenWrong: 1, Reason: "on trial"}, ""},
		{"a rule that is off", hook.Off, Precision{Calls: 900, Fired: 30, Read: 20, Right: 2, Wrong: 18}, ""},
		{"a wrong block", hook.Block, Precision{Calls: 900, Fired: 99, Read: 99, Right: 98, Wrong: 1, WrongBlocks: 1}, "1 of its blocks were wrong"},
		{"a wrong warning of a rule that blocks, too", hook.Block, Precision{Calls: 900, Fired: 99, Read: 99, Right: 98, Wrong: 1}, ""},
		{"nothing read", hook.Warn, Precision{Calls: 900, Fired: 9}, "no reason is given"},
		{"nothing decided", hook.Warn, Precision{Calls: 900, Fired: 9, Read: 2, Undecidable: 2}, "no reason is given"},
		{"nothing read, with a reason", hook.Ask, Precision{Calls: 900, Fired: 9, Reason: "who may change it is not in a recording"}, ""},
		{"a rule that is off and was not measured", hook.Off, Precision{}, "it was not measured"},
		{"a rule that is off and cannot be measured", hook.Off, Precision{Reason: "it asks the disk, which a recording lacks"}, ""},
		{"a sum that is wrong", hook.Off, Precision{Calls: 900, Fired: 9, Read: 3, Right: 2}, "3 of 9 verdicts were read, but 2 right"},
	}
	for _, test := range tests {
		if got := mistakeOf(test.row, test.severity); !strings.Contains(got, test.mistake) || got != "" && test.mistake == "" {
			t.Errorf("%s: %q, want %q", test.name, got, test.mistake)
		}
	}
}

func TestPrecisionTable(t *testing.T) {
	rows := []Precision{
		{Rule: "one", Date: "2026-11-22", Version: "v0.1.0", Sessions: 2, Calls: 200, Fired: 3, Read: 3, Right: 1, Wrong: 1, Undecidable: 1, WrongBlocks: 1},
		{Rule: "two", Date: "2026-11-22", Version: "v0.1.0", Sessions: 2, Calls: 200, Fired: 1, Reason: "nobody has read it"},
		{Rule: "three", Reason: "it is new"},
	}
	table := PrecisionTable(rows)
	back, err := ReadPrecision(fstest.MapFS{PrecisionFile: {Data: []byte(table)}})
	if err != nil || PrecisionTable(back) != table {
		t.Fatalf("%v, %v from\n%s", back, err, table)
	}
	for text, want := range map[string]string{
		"rule\tdate\n":                        "docs/precision.tsv:1: the columns are",
		table + "four\n":                      "docs/precision.tsv:5: 1 columns; want 18",
		table + strings.Split(table, "\n")[1]: `docs/precision.tsv:5: "one" has a row above`,
		strings.Replace(table, "200", "x", 1): `docs/precision.tsv:2: calls is "x"; want a number`,
	} {
		if _, err := ReadPrecision(fstest.MapFS{PrecisionFile: {Data: []byte(text)}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
