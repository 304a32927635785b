package report

import (
	"fmt"
	"strings"
	"testing"
)

// TestSpans checks the states of the tests along a session, and its headline. A session is written as its steps: e is an
// edit of code, d one of a document, p a run of all tests that passed, f3 one in which three failed, q a run of one file that passed, u a run of unknown outcome.
func TestSpans(t *testing.T) {
	for _, c := range []struct{ session, failing, spans, headline string }{
		{"....", "", "1 untested", "4 calls, nothing edited."},
		{".ee.", "", "1 untested", "4 calls, 2 edits, not one test run."},
		{".dd.", "", "1 untested", "4 calls, 2 edits, none of code."},
		{"epd.", "", "1 untested, 2 green", "4 calls, 2 edits, 1 test run; it ended green."},
		{"ep.p", "", "1 untested, 2 green", "4 calls, 1 edit, 2 test runs; it ended green."},
		{"epe.", "", "1 untested, 2 green, 3 untested", "4 calls, 2 edits, 1 test run; it ended with 1 untested edit."},
		{"e f6 ee", "fails", "1 untested, 2 red 6", "Turned 6 tests red at step 2 and edited on: 2 edits; it ended red."},
		{"p e f1 e p", "", "1 green, 2 untested, 3 red 1, 5 green", "Turned 1 test red at step 3 and edited on: 1 edit; it ended green."},
		{"f2 e f5 e p", "", "1 red 2, 3 red 5, 5 green", "Turned 3 tests red at step 3 and edited on: 1 edit; it ended green."},
		{"f1 e q e", "fails", "1 red 1", "Turned 1 test red at step 1 and edited on: 2 edits; it ended red."},
		{"f1 e q e", "", "1 red 1, 3 green, 4 untested", "Turned 1 test red at step 1 and edited on: 1 edit; it ended with 1 untested edit."},
		{"..p", "", "1 untested, 3 green", "3 calls, 1 test run; it ended green."},
		{"e u", "", "1 untested", "2 calls, 1 edit, 1 test run; it ended with 1 untested edit."},
	} {
		s := written(c.session)
		if c.failing != "" {
			s.failing = map[suspect]bool{{"/p", "go_test", "go test", ""}: true}
		}
		s.judge()
		var spans []string
		for _, one := range s.spans {
			text := fmt.Sprint(one.from, " ", one.state)
			if one.state == red {
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
		r := Run{Step: s.Last, Kind: "test", Tool: "go_test", Outcome: "pass", root: "/p"}
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
			r.Outcome, r.Failed = "fail", int64(text[i]-'0')
		case 'u':
			r.Outcome = "unknown"
		}
		s.Runs = append(s.Runs, r)
	}
	return s
}
