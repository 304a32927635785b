package main

import (
	"slices"
	"strings"

	"witness/engine"
)

// spoke tells whether a log shows that the rule said something.
func spoke(log, name string) bool {
	for line := range strings.Lines(log) {
		if _, ok := sayingOf(name, line); ok {
			return true
		}
	}
	return false
}

// sayingOf is what a rule says in a line that will printed.
func sayingOf(name, line string) (said string, ok bool) {
	severity, rest, _ := strings.Cut(line, " ")
	if !slices.Contains([]string{engine.Warn, engine.Ask, engine.Block}, severity) {
		return "", false
	}
	return strings.CutPrefix(rest, name+": ")
}

// indent sets a text off from the lines around it, without its empty lines.
func indent(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) != "" {
			b.WriteString("    " + line)
		}
	}
	return b.String()
}
