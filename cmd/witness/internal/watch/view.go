package watch

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"witness/cmd/witness/internal/term"
	"witness/engine/hook"
)

// Lines of the screen that the list of calls does not have.
const (
	headerLines = 2 // the header and a rule
	footerLines = 1
	paneLines   = 11 // the maximum number of lines of the pane, with the rule above it
	leastList   = 4  // what the list keeps beside an answer, which may be long
)

// A View draws a model for a terminal of a size.
type View struct {
	Width, Height int
	Paint         term.Palette
}

// Lines returns the lines of the screen at a time: exactly Height of them, none wider than Width.
func (v View) Lines(m *Model, now time.Time) []string {
	lines := []string{v.header(m, now), v.Paint.Paint(term.Dim, strings.Repeat("─", v.Width))}
	room := v.ListHeight()
	height := min(paneLines, room/2)
	if m.said != "" {
		height = max(0, room-leastList)
	}
	pane := v.pane(m, now, height)
	room -= len(pane)
	lines = append(lines, v.list(m, now, room)...)
	lines = append(lines, pane...)
	return append(lines, v.footer(m))[:max(0, v.Height)]
}

// ListHeight returns how many lines the list of calls has, without a pane.
func (v View) ListHeight() int { return max(0, v.Height-headerLines-footerLines) }

// pane returns the lines below the list: the keys, or the details of the selected entry. If it is open it always has
// this height, so that the list stays where it is.
func (v View) pane(m *Model, now time.Time, height int) []string {
	var lines []string
	switch {
	case m.said != "":
		for text := range strings.SplitSeq(strings.TrimRight(m.said, "\n"), "\n") {
			lines = append(lines, term.Wrap(hook.Sanitize(text), max(20, v.Width), 2)...)
		}
		height = min(height, len(lines)+1)
	case m.help:
		lines = v.keys()
	case m.details && m.current() != nil:
		lines = v.details(m.current(), now)
	default:
		return nil
	}
	if height > 1 && len(lines) > height-1 {
		lines = append(lines[:height-2], "…")
	}
	return v.fill(append([]string{v.Paint.Paint(term.Dim, strings.Repeat("─", v.Width))}, lines...), height)
}

// header says which project and session is watched, and how things stand.
func (v View) header(m *Model, now time.Time) string {
	parts := []string{v.Paint.Paint(term.Bold, hook.Sanitize(m.Project))}
	width := term.Width(hook.Sanitize(m.Project))
	add := func(style term.Style, text string) {
		if left := v.Width - width - 2; left > 3 {
			text = term.Cut(text, left)
			parts, width = append(parts, v.Paint.Paint(style, text)), width+2+term.Width(text)
		}
	}
	if len(m.entries) == 0 {
		add(term.Dim, "nothing has been recorded yet")
		return strings.Join(parts, "  ")
	}
	last := m.entries[len(m.entries)-1]
	add(term.Plain, hook.Sanitize(last.Agent)+" "+m.name(last.Session))
	if m.State.Red > 0 {
		add(term.Red, fmt.Sprintf("%d red", m.State.Red))
	} else {
		add(term.Green, "0 red")
	}
	if m.State.Untested > 0 {
		add(term.Yellow, fmt.Sprintf("%d untested", m.State.Untested))
	}
	if open := v.waiting(m, now); open > 0 {
		add(term.Magenta, fmt.Sprintf("%d waiting", open))
	}
	for _, s := range m.State.Snoozed {
		add(term.Magenta, "snoozed: "+hook.Sanitize(s.Rule)+" until "+time.UnixMilli(s.Until).Format("15:04"))
	}
	if m.State.Apart > 0 {
		add(term.Dim, fmt.Sprintf("%d apart", m.State.Apart))
	}
	return strings.Join(parts, "  ")
}

// waiting counts the calls that wait for the user.
func (View) waiting(m *Model, now time.Time) (n int) {
	for _, e := range m.entries {
		if e.isOpen() {
			if _, style := e.status(now); style == term.Magenta {
				n++
			}
		}
	}
	return n
}

// list returns the lines of the calls, the selected one among them.
func (v View) list(m *Model, now time.Time, room int) []string {
	list, selected := m.shown(), m.current()
	if len(list) == 0 {
		text := "Waiting for the first call of an agent in this project."
		if len(m.entries) > 0 {
			text = "No call matches the filter. Esc removes it."
		}
		return v.fill([]string{v.Paint.Paint(term.Dim, term.Cut(text, v.Width))}, room)
	}
	// The selected entry is in the middle of the list, if there are enough before and after it.
	at := slices.Index(list, selected)
	var above, below []string
	lines := v.entry(m, selected, now, m.selected != nil || m.details)
	for i := at + 1; i < len(list) && len(below) < room; i++ {
		below = append(below, v.entry(m, list[i], now, false)...)
	}
	for i := at - 1; i >= 0 && len(above) < room; i-- {
		above = append(v.entry(m, list[i], now, false), above...)
	}
	before := max((room-len(lines))/2, room-len(lines)-len(below))
	above = above[max(0, len(above)-max(before, 0)):]
	lines = slices.Concat(above, lines, below)
	return v.fill(lines, room)
}

// fill returns exactly n lines.
func (View) fill(lines []string, n int) []string {
	n = max(n, 0)
	return append(lines[:min(len(lines), n)], make([]string, max(0, n-len(lines)))...)
}

// verdictLines is the maximum number of lines of a verdict below its call.
const verdictLines = 3

// entry returns the line of a call and those of its verdicts.
func (v View) entry(m *Model, e *entry, now time.Time, marked bool) (lines []string) {
	verb, subject := e.what()
	who := ""
	if len(m.short) > 1 && m.filter.session == "" {
		who = m.name(e.Session) + " "
	}
	if e.Actor != "" {
		who += "↳" + term.Cut(hook.Sanitize(e.Actor), 9) + " "
	}
	clock := term.Time(e.began)
	status, style := e.status(now)
	left := fmt.Sprintf("%s%s %-6s ", who, e.sign(), verb)
	room := v.Width - term.Width(clock) - 1 - term.Width(left)
	status = term.Cut(status, max(room/2, room-term.Width(subject)-2, 0))
	if status != "" {
		room -= term.Width(status) + 2
	}
	subject = term.Pad(term.Cut(subject, max(0, room)), max(0, room))
	if status != "" {
		subject += "  "
	}
	switch {
	case marked:
		lines = []string{selected(term.Cut(clock+" "+left+subject+status, v.Width))}
	case !e.isCall() || e.lost && !e.refused():
		lines = []string{v.Paint.Paint(term.Dim, strings.TrimRight(term.Cut(clock+" "+left+subject+status, v.Width), " "))}
	default:
		rest := strings.TrimRight(subject, " ")
		if status != "" {
			rest = subject + v.Paint.Paint(style, status)
		}
		lines = []string{v.Paint.Paint(term.Dim, clock) + " " + who + v.Paint.Paint(style, e.sign()) + fmt.Sprintf(" %-6s ", verb) + rest}
	}
	indent := strings.Repeat(" ", term.Width(clock)+3)
	for _, f := range e.verdicts {
		sign, style := "▲ ", term.StyleOf(f.Severity)
		if f.Unsaid != "" {
			sign, style = "△ ", term.Dim
		}
		text := term.Wrap(sign+withheld(f)+hook.Sanitize(f.Rule)+": "+line(f.Message), max(20, v.Width-len(indent)), 2)
		if len(text) > verdictLines {
			text = text[:verdictLines]
			text[verdictLines-1] = term.Cut(text[verdictLines-1]+" …", max(20, v.Width-len(indent)))
		}
		for _, l := range text {
			lines = append(lines, indent+v.Paint.Paint(style, l))
		}
	}
	return lines
}

// footer shows the filter that is in force, or the keys.
func (v View) footer(m *Model) string {
	var active []string
	if m.filter.text != "" {
		active = append(active, "\""+hook.Sanitize(m.filter.text)+"\"")
	}
	if m.filter.verdicts {
		active = append(active, "with verdicts")
	}
	if m.filter.failed {
		active = append(active, "failed")
	}
	if m.filter.session != "" {
		active = append(active, "session "+m.name(m.filter.session))
	}
	text := "q quit  enter details  w why  a allow once  x wrong  z snooze  ? all keys"
	if m.inList {
		text = "esc back" + strings.TrimPrefix(text, "q quit")
	}
	style := term.Dim
	switch {
	case m.asked != nil:
		text, style = m.asked.question+" y: yes, any other key: no", term.Bold
	case m.said != "":
		text, style = "Esc closes this", term.Bold
	case m.typing:
		text, style = "Search: "+hook.Sanitize(m.filter.text)+"▏  (enter keeps it, esc removes it)", term.Bold
	case len(active) > 0:
		text, style = "Only calls: "+strings.Join(active, ", ")+"  (esc shows all)", term.Bold
	}
	return v.Paint.Paint(style, term.Cut(text, v.Width))
}

// keys explains the keys.
func (v View) keys() (lines []string) {
	for _, l := range []string{
		"↑ ↓ k j        select a call; G or End follows the latest again",
		"PgUp PgDn g    a page up or down; the first call",
		"Enter          the details of the selected call, and what witness said of it",
		"w  a           why witness spoke on it; let it through once",
		"x  z           mark what was said as wrong; snooze the rule for half an hour",
		"/              show only what has this text",
		"v  f  s        show only calls with verdicts; failed ones; those of this session",
		"Esc            close what is open, show all calls again, or go back to the list of sessions",
		"q  Ctrl-C      quit",
	} {
		lines = append(lines, term.Cut(l, v.Width))
	}
	return lines
}
