package eval

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"witness/engine/bundle"
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

// render replaces each {column} of a message by the value of the row, or by what the rule says for it, and {column:one|many} by one of the two
// forms. In what it says, a {column} is always the value.
func render(message string, says map[string]any, columns []string, row []store.Value) string {
	var b strings.Builder
	write(&b, message, says, columns, row)
	return hook.Sanitize(b.String())
}

func write(b *strings.Builder, message string, says map[string]any, columns []string, row []store.Value) {
	for _, p := range parts(message) {
		b.WriteString(p.text)
		i := slices.Index(columns, p.column)
		one, many, _ := strings.Cut(p.forms, "|")
		switch {
		case i < 0:
		case p.inflected && isOne(row[i]):
			b.WriteString(one)
		case p.inflected:
			b.WriteString(many)
		default:
			if of, _ := says[p.column].(map[string]any); !said(b, of, columns, row, row[i]) {
				b.WriteString(hook.Truncate(textOf(inWords(row[i], of)), hook.MaxMessage))
			}
		}
	}
}

// said writes what a rule says for a value and reports whether it says anything for it.
func said(b *strings.Builder, of map[string]any, columns []string, row []store.Value, value store.Value) bool {
	text, ok := of[textOf(value)].(string)
	if ok {
		write(b, text, nil, columns, row)
	}
	return ok
}

// inWords returns a list with what a rule says for its entries.
func inWords(value store.Value, of map[string]any) store.Value {
	entries, ok := value.(list)
	if !ok || of == nil {
		return value
	}
	entries = slices.Clone(entries)
	for i, entry := range entries {
		if text, ok := of[entry].(string); ok {
			entries[i] = text
		}
	}
	return entries
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

// missingColumn returns the first column that a rule's message names and a row does not have, "" if it has all.
func missingColumn(h *bundle.Header, columns []string) string {
	for _, text := range Texts(h) {
		for _, name := range Placeholders(text) {
			if !slices.Contains(columns, name) {
				return name
			}
		}
	}
	return ""
}

// Texts returns the message of a rule and what it says for values of columns, each by its key, such as says.does.move.
func Texts(h *bundle.Header) iter.Seq2[string, string] {
	return func(yield func(key, text string) bool) {
		if !yield("message", h.Message) {
			return
		}
		for _, column := range slices.Sorted(maps.Keys(h.Says)) {
			values, _ := h.Says[column].(map[string]any)
			for _, value := range slices.Sorted(maps.Keys(values)) {
				if text, _ := values[value].(string); !yield("says."+column+"."+value, text) {
					return
				}
			}
		}
	}
}

// Placeholders returns the columns that a text of a rule names.
func Placeholders(text string) (names []string) {
	for _, p := range parts(text) {
		if p.braces {
			names = append(names, p.column)
		}
	}
	return names
}

// CheckText returns what is wrong with the forms of words in a text of a rule, nil if nothing is.
func CheckText(text string) error {
	for _, p := range parts(text) {
		if p.inflected && (strings.Count(p.forms, "|") != 1 || p.forms == "|") {
			return fmt.Errorf("{%s:%s} needs two forms of a word, for one and for more: {%[1]s:is|are}", p.column, p.forms)
		}
	}
	return nil
}
