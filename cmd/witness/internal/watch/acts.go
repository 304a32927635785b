package watch

import (
	"fmt"
	"slices"

	"witness/engine/hook"
	"witness/engine/inspect"
)

// An act is a command of witness about the selected call, which a key asks for.
type act struct {
	question string // "" if nothing has to be agreed to
	args     []string
}

// snoozed is how long the key z snoozes a rule, as the command does by default.
const snoozed = "30m"

// actOf returns what a key does about a verdict.
func actOf(key string, v inspect.Occurrence) (a act, why string) {
	rule := hook.Sanitize(v.Rule)
	switch {
	case key == "w":
		return act{args: []string{"why", v.Verdict}}, ""
	case v.Unsaid != "":
		return a, "That was kept from the agent: there is nothing to overrule."
	case key == "x":
		return act{"Mark this verdict of " + rule + " as wrong?", []string{"wrong", v.Verdict}}, ""
	case key == "z":
		return act{fmt.Sprintf("Snooze %s in this project for %s?", rule, snoozed), []string{"snooze", v.Rule, "--for", snoozed}}, ""
	case v.Severity == hook.Warn:
		return a, "That was a warning: the call was not refused."
	}
	return act{"Let this call through once, against " + rule + "?", []string{"allow-once", v.Verdict}}, ""
}

// ask begins what a key asks for, or says why it cannot be.
func (m *Model) ask(key string) {
	e := m.current()
	if e == nil || len(e.verdicts) == 0 {
		m.Say("witness has said nothing about this call. The key v shows only calls about which it has.")
		return
	}
	// The gravest that was said, because a call may have several.
	v := slices.MinFunc(e.verdicts, func(a, b inspect.Occurrence) int {
		rank := func(v inspect.Occurrence) int {
			if v.Unsaid != "" {
				return 9
			}
			return -slices.Index(hook.Severities, v.Severity)
		}
		return rank(a) - rank(b)
	})
	a, why := actOf(key, v)
	switch {
	case why != "":
		m.Say(why)
	case a.question == "":
		m.wanted = a.args
	default:
		m.asked = &a
	}
}

// answer takes the answer to a question.
func (m *Model) answer(key string) {
	if key == "y" || key == "Y" {
		m.wanted = m.asked.args
	}
	m.asked = nil
}

// Wanted returns the arguments of the command that a key has asked for since the last time, nil if there is none.
func (m *Model) Wanted() []string {
	args := m.wanted
	m.wanted = nil
	return args
}

// Say shows a text below the list, until Esc closes it.
func (m *Model) Say(text string) { m.said = text }
