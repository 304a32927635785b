package eval

import (
	"slices"
	"strings"

	"witness/engine/hook"
	"witness/engine/store"
)

// render replaces each {column} of a message by the value of the row; {{ and }} are braces.
func render(message string, columns []string, row []store.Value) string {
	var b strings.Builder
	for {
		i := strings.IndexAny(message, "{}")
		if i < 0 || i+1 == len(message) {
			b.WriteString(message)
			return hook.Sanitize(b.String())
		}
		b.WriteString(message[:i])
		if message[i+1] == message[i] {
			b.WriteByte(message[i])
			message = message[i+2:]
			continue
		}
		name, rest, ok := strings.Cut(message[i+1:], "}")
		if message[i] == '}' || !ok {
			b.WriteByte(message[i])
			message = message[i+1:]
			continue
		}
		for j, column := range columns {
			if column == name {
				b.WriteString(hook.Truncate(store.Text(row[j]), hook.MaxMessage))
			}
		}
		message = rest
	}
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
func Placeholders(message string) []string {
	var names []string
	message = strings.NewReplacer("{{", "", "}}", "").Replace(message)
	for {
		_, rest, ok := strings.Cut(message, "{")
		if !ok {
			return names
		}
		name, after, ok := strings.Cut(rest, "}")
		if !ok {
			return names
		}
		names = append(names, name)
		message = after
	}
}
