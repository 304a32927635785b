package report

import (
	"fmt"
	"strings"

	"witness/engine/hook"
	"witness/engine/runs"
)

// A line of the timeline of a session: a call, or several calls in which nothing happened.
type line struct {
	Step
	Several  string // what the calls were, for several
	To       int64  // the step of the last of them
	Runs     []Run
	Changes  []Touch
	Verdicts []Verdict
}

// Plain reports whether the call is all that the line shows, so that it can take the whole width.
func (l line) Plain() bool { return len(l.Runs)+len(l.Changes)+len(l.Verdicts) == 0 }

// Limits of the timelines.
const (
	maxPageRows = 6000 // of all sessions
	maxTimeline = 300  // of one
)

// timeline returns the lines of a session, and how many there are beyond the limit.
func (s *Session) timeline() (list []line, cut int) {
	verdicts := s.Verdicts
	quiet := map[string]int{}
	flush := func() {
		var words []string
		for _, tool := range []string{hook.Run, hook.Read, hook.Search, hook.Fetch, hook.Task, hook.Other} {
			if quiet[tool] > 0 {
				words = append(words, map[string]string{
					hook.Run: plural(quiet[tool], "command"), hook.Read: plural(quiet[tool], "read"), hook.Search: fmt.Sprintf("%d search%s", quiet[tool], map[bool]string{false: "es"}[quiet[tool] == 1]),
					hook.Fetch: plural(quiet[tool], "request"), hook.Task: plural(quiet[tool], "task"), hook.Other: plural(quiet[tool], "other call"),
				}[tool])
			}
		}
		if len(words) > 0 {
			list[len(list)-1].Several = strings.Join(words, ", ")
		}
		clear(quiet)
	}
	for i, step := range s.Steps {
		one := line{Step: step, To: step.Step, Runs: s.runsAt(step.Step)}
		next := s.Last + 1
		if i+1 < len(s.Steps) {
			next = s.Steps[i+1].Step
		}
		for len(verdicts) > 0 && verdicts[0].Step < next { // those at a moment that is no call belong to the call before it
			one.Verdicts = append(one.Verdicts, verdicts[0])
			verdicts = verdicts[1:]
		}
		for _, t := range step.Touches {
			if !hook.ReadOnly(t.Kind) {
				one.Changes = append(one.Changes, t)
			}
		}
		calm := len(one.Runs)+len(one.Changes)+len(one.Verdicts)+len(step.programs) == 0 && step.Outcome == hook.OK
		if calm && len(quiet) > 0 {
			list[len(list)-1].To = step.Step
			quiet[kind(step.Tool)]++
			continue
		}
		flush()
		list = append(list, one)
		if calm {
			quiet[kind(step.Tool)]++
		}
	}
	flush()
	if cut = len(list) - maxTimeline; cut > 0 {
		return list[cut:], cut
	}
	return list, 0
}

// kind returns the kind of a calm call.
func kind(tool string) string {
	switch tool {
	case hook.Run, hook.Read, hook.Search, hook.Fetch, hook.Task:
		return tool
	}
	return hook.Other
}

// Subject returns what a call is about: its command, or its files.
func (s Step) Subject() string {
	if s.Command != "" {
		return shortened(s.Command, 300)
	}
	var files []string
	for _, t := range s.Touches {
		if t.Via == "tool" && len(files) < 3 {
			files = append(files, t.File)
		}
	}
	if len(files) == 0 {
		return s.name
	}
	return strings.Join(files, ", ")
}

// Changed returns the changes of a call in words, without the name of a file that the call is about.
func (l line) Changed() (list []string) {
	for _, t := range l.Changes {
		text := t.text()
		if t.File == l.Subject() && t.Via == "tool" {
			switch t.Outcome {
			case hook.OK:
				text = past(t.Kind)
			case hook.Denied:
				text = "was not allowed"
			default:
				text = t.Kind + " " + t.Outcome
			}
		}
		list = append(list, text)
	}
	return list
}

// Told returns the columns of the row that the message does not repeat.
func (v Verdict) Told() (list []Value) {
	for _, one := range v.Row {
		if one.Text != "" && !strings.Contains(v.Message, one.Text) && one.Name != "severity" && one.Name != "subject" {
			list = append(list, one)
		}
	}
	return list
}

// Text returns a run in words.
func (r Run) Text() string { return r.Tool + ": " + runs.InWords(r.Outcome, r.Passed, r.Failed) }
