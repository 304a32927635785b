package report

import (
	"fmt"
	"strings"

	"github.com/dustin/go-humanize"

	"witness/engine/hook"
)

// judge sets what a session is worth looking at for, and how much that is.
func (s *Session) judge() {
	s.findSpans()
	runs, failed := s.testRuns()
	refused, warned := 0, 0
	for _, v := range s.Verdicts {
		switch {
		case v.Unsaid != "":
		case v.Severity == hook.Warn:
			warned++
		default:
			refused++
		}
	}
	worst, after := s.turnedRed()
	end := s.end()
	s.score = 8*refused + 3*warned + 2*len(s.Verdicts)
	counts := []string{plural(s.Calls, "call")}
	if s.Edits > 0 {
		counts = append(counts, plural(s.Edits, "edit"))
	}
	s.editedOn = after > 0
	var words []string
	switch {
	case s.Untested():
		words = append(words, strings.Join(append(counts, "not one test run"), ", "))
		s.score += min(60, 2*len(s.edits))
	case runs == 0 && s.Edits > 0:
		words = append(words, strings.Join(append(counts, "none of code"), ", "))
	case runs == 0:
		words = append(words, strings.Join(append(counts, "nothing edited"), ", "))
	case worst.failing > 0:
		words = append(words, fmt.Sprintf("Turned %s red at step %d", plural(int(worst.failing), "test"), worst.from))
		if after > 0 {
			words[0] += " and edited on: " + plural(after, "edit")
		}
		s.score += min(60, 3*after) + 5
	default:
		words = append(words, strings.Join(append(counts, runsText(runs, failed)), ", "))
	}
	if runs > 0 {
		switch end.state {
		case red:
			words = append(words, "it ended red")
			s.score += 25
		case apart:
			words = append(words, end.apart())
		case green:
			words = append(words, "it ended green")
		default:
			if n := s.editsIn(end.from, end.to); n > 0 {
				words = append(words, "it ended with "+plural(n, "untested edit"))
				s.score += min(20, 2*n)
			}
		}
	}
	if _, stopped := s.spoken(); stopped > 0 {
		words = append(words, "witness stopped "+plural(stopped, "call"))
	}
	s.Headline = strings.Join(words, "; ") + "."
}

// spoken returns how many calls witness spoke on, and how many of them it stopped, each once however many rules spoke.
func (s *Session) spoken() (calls, stopped int) {
	stops := map[int64]bool{}
	for _, v := range s.Verdicts {
		if v.Unsaid == "" && (v.Moment == hook.Before || v.Moment == hook.After) {
			stops[v.Step] = stops[v.Step] || v.Severity != hook.Warn
		}
	}
	for _, stop := range stops {
		calls, stopped = calls+1, stopped+one(stop)
	}
	return calls, stopped
}

// Untested reports whether the session edited code or tests and ran no test.
func (s *Session) Untested() bool {
	runs, _ := s.testRuns()
	return runs == 0 && len(s.edits) > 0
}

// Lead returns what stands out in all sessions, in a sentence, "" if nothing does.
func (t Totals) Lead() string {
	var words []string
	for _, one := range []struct {
		n    int
		what string
	}{{t.Untested, "edited code and ran no test"}, {t.EditedOn, "turned tests red and edited on"}, {t.EndedRed, "ended red"}} {
		switch {
		case one.n == 0:
		case len(words) == 0:
			words = append(words, fmt.Sprintf("%s of %s %s", humanize.Comma(int64(one.n)), plural(t.Sessions, "session"), one.what))
		default:
			words = append(words, humanize.Comma(int64(one.n))+" "+one.what)
		}
	}
	switch {
	case t.Sessions == 0:
		return ""
	case len(words) == 0 && t.Apart > 0:
		return fmt.Sprintf("No session ended red or edited code without a test run; %s ended with failures for another reason than an edit.", humanize.Comma(int64(t.Apart)))
	case len(words) == 0:
		return "No session ended red, turned tests red and edited on, or edited code without a test run."
	}
	return strings.Join(words, "; ") + "."
}

// testRuns returns how often tests ran, and how many of these runs failed.
func (s *Session) testRuns() (runs, failed int) {
	for _, r := range s.Runs {
		if r.Kind == "test" {
			runs++
			if r.Outcome == "fail" {
				failed++
			}
		}
	}
	return runs, failed
}

// Tests returns how often tests ran, in words, "" if they did not.
func (s *Session) Tests() string {
	runs, failed := s.testRuns()
	if runs == 0 {
		return ""
	}
	return runsText(runs, failed)
}

// turnedRed returns the span at whose beginning the most tests turned red, and how many edits were made before
// it was green again.
func (s *Session) turnedRed() (worst span, edits int) {
	was, most := int64(0), int64(0)
	for i, one := range s.spans {
		if more := one.failing - was; one.state == red && more > most {
			most, worst, edits = more, one, 0
			for _, next := range s.spans[i:] {
				if next.state != red {
					break
				}
				edits += s.editsIn(next.from+1, next.to)
			}
			worst.failing = more
		}
		if was = 0; one.state == red {
			was = one.failing
		}
	}
	return worst, edits
}

// apart says what failed at the end of a session that it has not turned red.
func (s span) apart() string {
	if s.failing == 0 {
		return "its last test run failed"
	}
	return fmt.Sprintf("it ended with %s that it had not turned red: %s", plural(int(s.failing), "failure"), s.why)
}

// runsText returns a number of test runs with how many of them failed.
func runsText(runs, failed int) string {
	switch {
	case failed == 0:
		return plural(runs, "test run")
	case failed == runs:
		return plural(runs, "test run") + ", all failed"
	}
	return fmt.Sprintf("%s, %d failed", plural(runs, "test run"), failed)
}

// plural returns n followed by the noun, in the plural unless n is 1.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return humanize.Comma(int64(n)) + " " + noun + "s"
}
