package eval

import (
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
