package watch

import (
	"fmt"
	"strings"
	"time"

	"witness/cmd/witness/internal/term"
	"witness/engine/hook"
)

// details returns the lines about one entry: all that is known of it, and its verdicts in full.
func (v View) details(e *entry, now time.Time) (lines []string) {
	field := func(name, text string, style term.Style) {
		if text == "" {
			return
		}
		const names = 9
		for i, l := range term.Wrap(text, max(20, v.Width-names), 0) {
			if i > 0 {
				name = ""
			}
			lines = append(lines, v.Paint.Paint(term.Dim, term.Pad(name, names))+v.Paint.Paint(style, l))
		}
	}
	verb, subject := e.what()
	status, style := e.status(now)
	for _, f := range e.verdicts {
		text := withheld(f) + hook.Sanitize(f.Rule) + ": " + line(f.Message)
		field(f.Severity, text, term.StyleOf(f.Severity))
		field("", "witness why "+hook.Sanitize(f.Verdict), term.Dim)
	}
	field(verb, subject, term.Plain)
	field("result", strings.TrimSpace(status), style)
	who := fmt.Sprintf("%s %s, step %d", hook.Sanitize(e.Agent), hook.Sanitize(e.Session), e.T)
	if e.Actor != "" {
		who += ", subagent " + hook.Sanitize(e.Actor)
	}
	field("session", who, term.Plain)
	when := e.began.Local().Format(time.DateTime)
	if e.DurationMS > 0 {
		when += ", took " + (time.Duration(e.DurationMS) * time.Millisecond).String()
	}
	field("began", when, term.Plain)
	if e.Name != "" && !strings.EqualFold(e.Name, verb) {
		field("tool", hook.Sanitize(e.Name), term.Plain)
	}
	if e.Mode != "" {
		field("mode", hook.Sanitize(e.Mode)+", the client's permission mode", term.Plain)
	}
	return lines
}
