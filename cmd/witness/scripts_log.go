package main

import (
	"regexp"
	"slices"
	"strings"

	"witness/engine"
)

// steps is the log without the environment, which comes first, and without times.
func (t *trial) steps() string {
	log := t.log.String()
	if _, rest, ok := strings.Cut(log, "\n\n"); ok && strings.HasPrefix(log, "WORK=") {
		log = rest
	}
	took := regexp.MustCompile(`(?m)^(#.*) \([0-9.]+s\)$`) // behind the heading of a step
	return strings.TrimRight(took.ReplaceAllString(log, "$1"), "\n") + "\n"
}

// failure takes the cause out of a log, path:line first, and the steps under the heading
// in which it lies.
func failure(log string) (cause, steps string) {
	steps, rest, ok := strings.Cut(log, "FAIL: ")
	if !ok {
		return strings.TrimSpace(log), ""
	}
	cause, _, _ = strings.Cut(rest, "\n")
	cause = strings.Replace(cause, ".txtar:0: ", ".txtar:1: ", 1) // before its first line: it could not be set up
	if i := strings.LastIndex("\n"+steps, "\n#"); i >= 0 {
		steps = steps[i:]
	}
	return cause, steps
}

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
