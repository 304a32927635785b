package report

import (
	"fmt"
	"strings"
	"testing"
)

// TestSpans checks the states of the tests along a session, and its headline. A session is written as its steps: e is an
// edit of code, d one of a document, p a run of tests that passed, f3 one in which three failed, u a run of unknown outcome.
// What failed, since when and why is what views/failures.sql says of it.
func TestSpans(t *testing.T) {
	for _, c := range []struct {
		session  string
		failures []failure
		spans    string
		headline string
	}{
		{"....", nil, "1 untested", "4 calls, nothing edited."},
		{".ee.", nil, "1 untested", "4 calls, 2 edits, not one test run."},
		{".dd.", nil, "1 untested", "4 calls, 2 edits, none of code."},
		{"epd.", nil, "1 untested, 2 green", "4 calls, 2 edits, 1 test run; it ended green."},
		{"ep.p", nil, "1 untested, 2 green", "4 calls, 1 edit, 2 test runs; it ended green."},
		{"epe.", nil, "1 untested, 2 green, 3 untested", "4 calls, 2 edits, 1 test run; it ended with 1 untested edit."},
		{"pe f6 ee", []failure{{3, 9, 6, ""}}, "1 green, 2 untested, 3 red 6", "Turned 6 tests red at step 3 and edited on: 2 edits; it ended red."},
		{"p e f1 e p", []failure{{3, 5, 1, ""}}, "1 green, 2 untested, 3 red 1, 5 green", "Turned 1 test red at step 3 and edited on: 1 edit; it ended green."},
		{"f2 e f5 e", []failure{{1, 9, 2, "baseline"}, {3, 9, 3, ""}}, "1 apart 2, 3 red 3", "Turned 3 tests red at step 3 and edited on: 1 edit; it ended red."},
		{"f2 e f5 e p", []failure{{1, 9, 2, "baseline"}, {3, 5, 3, ""}}, "1 apart 2, 3 red 3, 5 apart 2", "Turned 3 tests red at step 3 and edited on: 1 edit; it ended with 2 failures that it had not turned red: red before the first edit."},
		{"e f1 e", []failure{{2, 9, 1, "environment"}}, "1 untested, 2 apart 1", "3 calls, 2 edits, 1 test run, all failed; it ended with 1 failure that it had not turned red: a service or a setting was missing."},
		{"e f1", nil, "1 untested, 2 apart 0", "2 calls, 1 edit, 1 test run, all failed; its last test run failed."},
		{"..p", nil, "1 untested, 3 green", "3 calls, 1 test run; it ended green."},
		{"e u", nil, "1 untested", "2 calls, 1 edit, 1 test run; it ended with 1 untested edit."},
	} {
		s := written(c.session)
		s.failures = c.failures
		s.judge()
		var spans []string
		for _, one := range s.spans {
			text := fmt.Sprint(one.from, " ", one.state)
			if one.state == red || one.state == apart {
				text += fmt.Sprint(" ", one.failing)
			}
			spans = append(spans, text)
		}
		if got := strings.Join(spans, ", "); got != c.spans || s.Headline != c.headline {
			t.Errorf("%s:\n%s\n%s\nwant\n%s\n%s", c.session, got, s.Headline, c.spans, c.headline)
		}
	}
}

// written returns the session that a text describes.
func written(text string) *Session {
	s := &Session{First: 1}
	for i := 0; i < len(text); i++ {
		if text[i] == ' ' {
			continue
		}
		s.Last++
		s.Calls++
		r := Run{Step: s.Last, Kind: "test", Tool: "go_test", Outcome: "pass"}
		switch text[i] {
		case 'd':
			s.Edits++
			continue
		case 'e':
			s.Edits++
			s.edits = append(s.edits, s.Last)
			continue
		case '.':
			continue
		case 'f':
			i++
			r.Outcome, r.Failed = "fail", new(int64(text[i]-'0'))
		case 'u':
			r.Outcome = "unknown"
		}
		s.Runs = append(s.Runs, r)
	}
	return s
}

// TestLead checks that the first sentence is never a quiet one while something fails.
func TestLead(t *testing.T) {
	for _, c := range []struct {
		totals Totals
		want   string
	}{
		{Totals{}, ""},
		{Totals{Sessions: 3}, "No session ended red, turned tests red and edited on, or edited code without a test run."},
		{Totals{Sessions: 3, Apart: 1}, "No session ended red or edited code without a test run; 1 ended with failures for another reason than an edit."},
		{Totals{Sessions: 3, Apart: 1, EndedRed: 2}, "2 of 3 sessions ended red."},
	} {
		if got := c.totals.Lead(); got != c.want {
			t.Errorf("%+v: %q; want %q", c.totals, got, c.want)
		}
	}
}
