package inspect

import (
	"fmt"
	"io"
	"strings"
	"time"

	"witness/engine/eval"
)

// unsaidWords says why a verdict was not reported.
var unsaidWords = map[string]string{
	eval.ByObserve: "observe mode: this was not reported to the agent",
	eval.BySnooze:  "the rule was snoozed: this was not reported to the agent",
	eval.ByAllow:   "allowed once: this was not reported to the agent, and the call was not refused",
	eval.ByAnswer:  "answered: the user's prompt agreed to this or named it, after the client could not put the question, so the call was not refused",
}

// NameWidth is how many columns Write leaves for the name at the beginning of a line.
const NameWidth = 9

// Write writes the reasons of a verdict for a person.
func (x Explanation) Write(out io.Writer) error {
	var b strings.Builder
	line := func(name, format string, a ...any) {
		fmt.Fprintf(&b, "%-*s %s\n", NameWidth, name, fmt.Sprintf(format, a...))
	}
	list := func(name string, lines []string) {
		for _, text := range lines {
			line(name, "%s", text)
			name = ""
		}
	}
	fmt.Fprintf(&b, "%s  %s %s  %s\n%s\n\n", x.ID, x.Severity, x.Rule, x.At.Local().Format(time.DateTime), x.Message)
	if x.Unsaid != "" {
		line("unsaid", "%s", unsaidWords[x.Unsaid])
	}
	if x.Path == "" {
		line("rule", "%s, which no longer exists", x.Rule)
	} else {
		line("rule", "%s (%s): %s", x.Rule, x.Path, x.Summary)
	}
	line("figure", "%s in this project", Figure{Said: x.Said, Wrong: x.Wrong, Weak: x.Weak})
	if x.DecidedBy == "" {
		line("severity", "%s, the default of the rule", x.Severity)
	} else {
		line("severity", "%s, decided by %s", x.Severity, x.DecidedBy)
	}
	session := fmt.Sprintf("%s, step %d", x.Session, x.T)
	if x.Agent != "" {
		session += ", " + x.Agent
	}
	if x.Actor != "" {
		session += ", subagent " + x.Actor
	}
	line("session", "%s", session)
	line("call", "%s", x.Call)
	if x.Via != "" {
		line("stands on", "%s", x.Via)
	}
	list("row", equations(x.Row))
	list("options", equations(x.Options))
	var facts, done []string
	for _, f := range x.Facts {
		facts = append(facts, fmt.Sprintf("%s  step %d  %s", f.At.Local().Format(time.TimeOnly), f.T, f.Text))
	}
	if list("facts", facts); len(facts) == 0 && x.Path != "" {
		line("facts", "none: no such fact was recorded in this session before the call")
	}
	for _, d := range x.Done {
		done = append(done, d.What)
	}
	list("since", done)
	for _, way := range x.WaysOut {
		line(way.Name, "`%s`, from your own terminal, %s", way.Command, way.Effect)
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// equations returns the pairs as "name = value", without those that have no value.
func equations(list []Pair) (lines []string) {
	for _, p := range list {
		if p.Value == "" {
			continue
		}
		lines = append(lines, p.Name+" = "+p.Value)
	}
	return lines
}
