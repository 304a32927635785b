package eval

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"witness/engine/hook"
	"witness/engine/store"
)

// A part of a message is a text, or what stands in braces.
type part struct {
	text      string // before the braces
	braces    bool   // false for the end of the message
	column    string // in them
	inflected bool   // they have forms of a word, {column:one|many}
	forms     string // these
}

// parts splits a message. {{ and }} are braces, as is one without its other half.
func parts(message string) (list []part) {
	var text strings.Builder
	for {
		i := strings.IndexAny(message, "{}")
		if i < 0 || i+1 == len(message) {
			text.WriteString(message)
			return append(list, part{text: text.String()})
		}
		text.WriteString(message[:i])
		if message[i+1] == message[i] {
			text.WriteByte(message[i])
			message = message[i+2:]
			continue
		}
		inner, rest, ok := strings.Cut(message[i+1:], "}")
		if message[i] == '}' || !ok {
			text.WriteByte(message[i])
			message = message[i+1:]
			continue
		}
		p := part{text: text.String(), braces: true}
		p.column, p.forms, p.inflected = strings.Cut(inner, ":")
		list, message = append(list, p), rest
		text.Reset()
	}
}

// render replaces each {column} of a message by the value of the row, and {column:one|many} by one of the two forms.
func render(message string, columns []string, row []store.Value) string {
	var b strings.Builder
	for _, p := range parts(message) {
		b.WriteString(p.text)
		i := slices.Index(columns, p.column)
		one, many, _ := strings.Cut(p.forms, "|")
		switch {
		case i < 0:
		case !p.inflected:
			b.WriteString(hook.Truncate(textOf(row[i]), hook.MaxMessage))
		case isOne(row[i]):
			b.WriteString(one)
		default:
			b.WriteString(many)
		}
	}
	return hook.Sanitize(b.String())
}

// textOf returns a value as a message shows it.
func textOf(v store.Value) string {
	if l, ok := v.(list); ok {
		return l.String()
	}
	return store.Text(v)
}

// isOne reports whether a value is, or names, one thing: the number 1, a list of one entry, a text that is no number.
func isOne(v store.Value) bool {
	if l, ok := v.(list); ok {
		return len(l) == 1
	}
	text := store.Text(v)
	n, err := strconv.ParseFloat(text, 64)
	return n == 1 || err != nil && text != ""
}

// missingColumn returns the first column that a message names and a row does not have, "" if it has all.
func missingColumn(message string, columns []string) string {
	for _, name := range Placeholders(message) {
		if !slices.Contains(columns, name) {
			return name
		}
	}
	return ""
}

// Placeholders returns the columns that a message names.
func Placeholders(message string) (names []string) {
	for _, p := range parts(message) {
		if p.braces {
			names = append(names, p.column)
		}
	}
	return names
}

// CheckMessage returns what is wrong with the forms of words in a message, nil if nothing is.
func CheckMessage(message string) error {
	for _, p := range parts(message) {
		if p.inflected && (strings.Count(p.forms, "|") != 1 || p.forms == "|") {
			return fmt.Errorf("{%s:%s} needs two forms of a word, for one and for more: {%[1]s:is|are}", p.column, p.forms)
		}
	}
	return nil
}
