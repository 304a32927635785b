package bundle

import (
	"errors"
	"fmt"
	"strings"

	"github.com/BurntSushi/toml"
)

// tomlError gives a TOML mistake its place.
func (f *File) TomlError(err error) error {
	if e, ok := errors.AsType[toml.ParseError](err); ok {
		line, message := plainTOML(e)
		if message == unclosedList {
			line = f.listLine(line)
		}
		return &FileError{f.Path, line, errors.New(message)}
	}
	// A value of the wrong type comes without a position, but with one in its text:
	// toml: line 3 (last key "tools"): incompatible types: …
	message, line := strings.TrimPrefix(err.Error(), "toml: "), 0
	if place, rest, ok := strings.Cut(message, "): "); ok {
		if _, scanErr := fmt.Sscanf(place, "line %d (last key", &line); scanErr == nil {
			_, key, _ := strings.Cut(place, `last key "`)
			key = strings.TrimSuffix(key, `"`)
			if message = key + ": " + rest; strings.HasSuffix(rest, "destination has type slice") {
				message = key + ` must be a list, such as ["edit", "write"]`
			}
		}
	}
	return &FileError{f.Path, line, errors.New(message)}
}

// unclosedList is what is wrong with a list whose end is missing. TOML sees it only where
// the next thing begins.
const unclosedList = "the list is not closed: its ] is missing, or a comma"

// plainTOML says a mistake in TOML in plain words, and on which line it is.
func plainTOML(e toml.ParseError) (line int, message string) {
	line, message = e.Position.Line, e.Message
	var word string
	if _, err := fmt.Sscanf(message, "expected value but found %q instead", &word); err == nil {
		return line, fmt.Sprintf("a text stands in quotes: %q", word)
	}
	switch {
	case strings.Contains(message, "array terminator"):
		message = unclosedList
	case strings.Contains(message, "strings cannot contain newlines"), strings.Contains(message, "unexpected EOF"):
		message = "a text is not closed: its last quote is missing"
	case strings.HasPrefix(message, "expected '.' or '='"):
		message = "a key and its value are joined by =, such as severity = \"warn\""
	case strings.HasSuffix(message, "has already been defined."):
		message = "set a second time: " + strings.TrimSuffix(strings.TrimPrefix(message, "Key "), " has already been defined.")
	}
	return line, message
}

// listLine is the line on which the list that is open at line begins.
func (f *File) listLine(line int) int {
	lines := strings.Split(f.Text, "\n")
	for n := min(line, len(lines)); n > 0; n-- {
		if _, value, ok := strings.Cut(lines[n-1], "="); ok && strings.HasPrefix(strings.TrimSpace(value), "[") && !strings.Contains(value, "]") {
			return n
		}
	}
	return line
}

// line is the header line on which a key is set, 0 if it is not: key = …, "key" = …,
// table.key = …, below [table], or within table = { key = … }.
func (f *File) Line(key string) int {
	n, table, parent := 0, "", 0
	for line := range strings.Lines(f.Text) {
		n++
		rest, ok := strings.CutPrefix(line, "---")
		if !ok {
			continue
		}
		rest = strings.TrimSpace(rest)
		if strings.HasPrefix(rest, "[") && !strings.ContainsAny(rest, `"',`) {
			table, _, _ = strings.Cut(rest[1:], "]")
			table += "."
			if strings.HasPrefix(table, key+".") {
				return n
			}
			continue
		}
		name, value, ok := strings.Cut(rest, "=")
		if name = table + strings.Trim(strings.TrimSpace(name), `"'`); !ok {
			continue
		}
		if name == key || strings.HasPrefix(name, key+".") {
			return n
		}
		if strings.HasPrefix(key, name+".") && strings.HasPrefix(strings.TrimSpace(value), "{") {
			parent = n
		}
	}
	return parent
}

// valueLine is the header line on which a value in quotes stands in the list of a key.
func (f *File) ValueLine(key, value string) int {
	first, n := f.Line(key), 0
	for line := range strings.Lines(f.Text) {
		n++
		if n >= first && strings.HasPrefix(line, "---") && (strings.Contains(line, `"`+value+`"`) || strings.Contains(line, "'"+value+"'")) {
			return n
		}
	}
	return first
}

// headerLine is the line on which the header begins.
func (f *File) HeaderLine() int {
	before, _, _ := strings.Cut("\n"+f.Text, "\n---")
	return 1 + strings.Count(before, "\n")
}
