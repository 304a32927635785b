package watch

import (
	"context"
	"errors"
	"slices"
	"time"

	"witness/cmd/witness/internal/term"
)

// A List is a list of sessions, of which one can be opened.
type List struct {
	Sessions []string // their IDs
	// Draw returns the heading and a line for each session, for a terminal of a width.
	Draw  func(width int, paint term.Palette) ([]string, error)
	Notes []string // lines below the sessions

	selected int
	opened   string // the session that Enter has opened, "" if none
	err      error  // of Draw
}

// room returns how many lines of the screen are for sessions: not the heading, the notes and the keys.
func (l *List) room(v View) int { return max(0, v.Height-len(l.Notes)-2) }

// refresh returns the error that has ended the list. Its sessions stay those that were there when it was asked for.
func (l *List) refresh(context.Context) error { return l.err }

// lines returns the lines of the screen: those of the sessions around the selected one.
func (l *List) lines(v View, _ time.Time) []string {
	colored, err := l.Draw(v.Width, v.Paint)
	plain, failed := l.Draw(v.Width, term.Palette{})
	if l.err = errors.Join(err, failed); l.err != nil {
		return nil
	}
	rows, room := colored[1:], l.room(v)
	rows[l.selected] = selected(term.Pad(plain[1+l.selected], v.Width))
	first := max(0, min(l.selected-room/2, len(rows)-room))
	lines := append([]string{colored[0]}, v.fill(rows[first:], room)...)
	for _, text := range append(slices.Clone(l.Notes), "enter opens a session  ↑ ↓ k j PgUp PgDn select  q quit") {
		lines = append(lines, v.Paint.Paint(term.Dim, term.Cut(text, v.Width)))
	}
	return lines[:max(0, v.Height)]
}

// press selects or opens a session.
func (l *List) press(key string, v View) bool {
	page, last := max(1, l.room(v)-1), len(l.Sessions)-1
	switch key {
	case "q", "esc", "ctrl+c":
		return false
	case "enter":
		l.opened = l.Sessions[l.selected]
		return false
	case "up", "k":
		l.selected--
	case "down", "j":
		l.selected++
	case "pgup", "ctrl+b":
		l.selected -= page
	case "pgdn", "ctrl+f", " ":
		l.selected += page
	case "home", "g":
		l.selected = 0
	case "end", "G":
		l.selected = last
	}
	l.selected = max(0, min(l.selected, last))
	return true
}
