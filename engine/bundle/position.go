package bundle

import (
	"errors"
	"fmt"
	"strings"

	"github.com/BurntSushi/toml"
)

// TOMLError converts an error of TOML's decoder to a *FileError with the line of the mistake.
func (f *File) TOMLError(err error) error {
	if e, ok := errors.AsType[toml.ParseError](err); ok {
		line, message := explainTOML(e)
		if message == unclosedList {
			line = f.listLine(line)
		}
		return &FileError{f.Path, line, errors.New(message)}
	}
	// The error about a value of the wrong type has its position only in its text:
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

// unclosedList is the message for a list whose end is missing. TOML's decoder reports the line where
// the next key begins.
const unclosedList = "the list is not closed: its ] is missing, or a comma"

// explainTOML returns the line of a TOML mistake and a message in plain English.
func explainTOML(e toml.ParseError) (line int, message string) {
	line, message = e.Position.Line, e.Message
	var word string
	if _, err := fmt.Sscanf(message, "expected value but found %q instead", &word); err == nil {
		return line, fmt.Sprintf("a string needs quotes: %q", word)
	}
	switch {
	case strings.Contains(message, "array terminator"):
		message = unclosedList
	case strings.Contains(message, "strings cannot contain newlines"), strings.Contains(message, "unexpected EOF"):
		message = "a string is not closed: its last quote is missing"
	case strings.HasPrefix(message, "invalid escape in string"):
		message += "; in single quotes a \\ stands for itself: '\\S+'"
	case strings.HasPrefix(message, "expected '.' or ']'"):
		if strings.Contains(message, `'\n'`) {
			line-- // the decoder has read on to the next line
		}
		message = "the name of a table is not closed: its ] is missing"
	case strings.HasPrefix(message, "expected '.' or '='"):
		message = "a key and its value need a = between them, such as severity = \"warn\""
	case strings.HasSuffix(message, "has already been defined."):
		message = "key " + strings.TrimSuffix(strings.TrimPrefix(message, "Key "), " has already been defined.") + " is set twice"
	}
	return line, message
}

// listLine returns the line on which the list that is open at line begins.
func (f *File) listLine(line int) int {
	lines := strings.Split(f.Text, "\n")
	for n := min(line, len(lines)); n > 0; n-- {
		if _, value, ok := strings.Cut(lines[n-1], "="); ok && strings.HasPrefix(strings.TrimSpace(value), "[") && !strings.Contains(value, "]") {
			return n
		}
	}
	return line
}

// Line returns the line of the header that sets a key, 0 if there is none. It understands key = …,
// "key" = …, table.key = …, a key below [table], and table = { key = … }.
func (f *File) Line(key string) int {
	n, table, parent := 0, "", 0
	for line := range strings.Lines(f.Text) {
		n++
		rest, ok := f.headerLine(line)
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

// ValueLine returns the line of the header that has a quoted value of a key, which may be a list of
// several lines, or the line of the key if there is none.
func (f *File) ValueLine(key, value string) int {
	first, n := f.Line(key), 0
	for line := range strings.Lines(f.Text) {
		n++
		if _, ok := f.headerLine(line); n >= first && ok && (strings.Contains(line, `"`+value+`"`) || strings.Contains(line, "'"+value+"'")) {
			return n
		}
	}
	return first
}

// HeaderLine returns the line on which the header begins.
func (f *File) HeaderLine() int {
	if f.isTOML() {
		n := 0
		for line := range strings.Lines(f.Text) {
			if n++; strings.TrimSpace(line) != "" && !strings.HasPrefix(line, "#") {
				break
			}
		}
		return n
	}
	before, _, _ := strings.Cut("\n"+f.Text, "\n---")
	return 1 + strings.Count(before, "\n")
}

// CheckTOML reports whether a file's text is valid TOML: the error is a *FileError with the line of
// the mistake.
func CheckTOML(path string, text []byte) error {
	var tree map[string]any
	err := toml.Unmarshal(text, &tree)
	if e, ok := errors.AsType[toml.ParseError](err); ok {
		return &FileError{path, e.Position.Line, errors.New(e.Message)}
	}
	if err != nil {
		return &FileError{path, 0, err}
	}
	return nil
}
