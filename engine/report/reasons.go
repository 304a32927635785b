package report

import (
	"slices"
	"strings"

	"witness/engine/hook"
	"witness/engine/runs"
)

// maxReasons is how many facts are shown for a finding: the latest, and the latest failing run before them if there is none among them.
const maxReasons = 6

// reasons returns the facts before a finding that its rule, which reads these tables, was computed from, as
// `witness why` tells them.
func (s *Session) reasons(v Verdict, tables map[string]bool) (list []Fact) {
	reads := func(names ...string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return tables[name] })
	}
	about := func(t Touch) bool { return v.Subject != "" && (v.Subject == t.File || v.Subject == t.path) }
	red := -1 // the index of the latest failing run
	for _, step := range s.Steps {
		if step.Step > v.Step || step.Step == v.Step && v.Moment == hook.Before {
			break
		}
		if reads("touches", "rounds", "tally", "trees") {
			for _, t := range step.Touches {
				if about(t) || !hook.ReadOnly(t.Kind) && !slices.ContainsFunc(step.Touches, about) {
					list = append(list, Fact{step.Step, t.text()})
				}
			}
		}
		if reads("runs", "tests", "failing", "rounds", "tally", "diagnostics") {
			for _, r := range s.runsAt(step.Step) {
				if r.Outcome == "fail" {
					red = len(list)
				}
				list = append(list, Fact{step.Step, r.text()})
			}
		}
		if reads("commands", "events") && step.Command != "" && step.Outcome != hook.Denied && len(s.runsAt(step.Step)) == 0 {
			list = append(list, Fact{step.Step, "ran " + shortened(step.Command, 80)})
		}
	}
	from := max(0, len(list)-maxReasons)
	if red >= 0 && red < from {
		return append([]Fact{list[red]}, list[from+1:]...)
	}
	return list[from:]
}

// runsAt returns the runs of a step.
func (s *Session) runsAt(step int64) []Run {
	i, _ := slices.BinarySearchFunc(s.Runs, step, func(r Run, t int64) int { return int(r.Step - t) })
	j := i
	for j < len(s.Runs) && s.Runs[j].Step == step {
		j++
	}
	return s.Runs[i:j]
}

// past returns the kind of a touch in the past tense.
func past(kind string) string {
	switch kind {
	case hook.Edit:
		return "edited"
	case hook.Write:
		return "wrote"
	case hook.Delete:
		return "deleted"
	case hook.Rewrite:
		return "rewrote"
	case hook.Scan:
		return "scanned"
	case hook.Output:
		return "produced"
	}
	return kind // read
}

// text returns a touch in words.
func (t Touch) text() string {
	text := past(t.Kind) + " " + t.File
	switch {
	case t.Outcome == hook.Denied:
		text = "was not allowed to change " + t.File
	case t.Outcome != hook.OK:
		text = t.Kind + " of " + t.File + " " + t.Outcome
	}
	switch t.Via {
	case "observed":
		text += ", found on disk"
	case "elsewhere":
		text += ", outside of the session"
	}
	return text
}

// text returns a run in words.
func (r Run) text() string {
	return shortened(r.Command, 80) + ": " + runs.InWords(r.Outcome, r.Passed, r.Failed)
}

// shortened returns a text on one line of at most n characters.
func shortened(text string, n int) string {
	runes := []rune(strings.Join(strings.Fields(text), " "))
	if len(runes) <= n {
		return string(runes)
	}
	return string(runes[:n-1]) + "…"
}
