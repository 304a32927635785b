package ruletest

import (
	"slices"
	"strings"

	"witness/engine/hook"
)

// hasFinding reports whether a log contains a finding of the rule.
func hasFinding(log, rule string) bool {
	for line := range strings.Lines(log) {
		if _, ok := Message(rule, line); ok {
			return true
		}
	}
	return false
}

// Message returns the message in a line printed by will, if the line is a finding of the rule.
func Message(rule, line string) (message string, ok bool) {
	severity, rest, _ := strings.Cut(line, " ")
	if !slices.Contains([]string{hook.Warn, hook.Ask, hook.Block}, severity) {
		return "", false
	}
	return strings.CutPrefix(rest, rule+": ")
}
