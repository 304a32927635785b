package bundle

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// setPlainHeader decodes a header in the form that nearly all have: one key per line, each a string,
// a list of strings, an integer or a boolean; a list may continue on further lines if each line
// before ends with a comma. Reading this small part of TOML is many times faster than the full
// decoder, which counts in projects with hundreds of rules. It returns false if anything is of another
// form, or wrong, and a part of h may be set then: the caller uses TOML's decoder, so the meaning of a header
// never depends on this function.
func (h *Header) setPlainHeader(text string) bool {
	seen := make([]string, 0, 8)
	for text != "" {
		var line string
		line, text = logicalLine(text)
		if line == "" {
			continue
		}
		if !validLine(line) {
			return false
		}
		if line[0] == '#' {
			continue
		}
		key, value, found := strings.Cut(line, "=")
		key = strings.TrimRight(key, " \t")
		if !found || slices.Contains(seen, key) || !h.setPlain(key, strings.TrimLeft(value, " \t")) {
			return false
		}
		seen = append(seen, key)
	}
	return true
}

// List decodes only the list of strings of a key, which costs a tenth of decoding the header. ok is false if there
// is no such key, or its value is not plain.
func (f *File) List(key string) (list []string, ok bool) {
	_, rest, _ := strings.Cut(f.Text, "\n--- "+key)
	line, rest, _ := strings.Cut(rest, "\n")
	for strings.HasSuffix(line, ",") || strings.HasSuffix(line, "[") {
		next, more := strings.CutPrefix(rest, "---")
		if !more {
			break
		}
		next, rest, _ = strings.Cut(next, "\n")
		line += next
	}
	value, ok := strings.CutPrefix(strings.TrimLeft(line, " \t"), "=")
	if !ok {
		return nil, false
	}
	list, rest, ok = plainList(strings.TrimLeft(value, " \t"))
	return list, ok && atEnd(rest)
}

// logicalLine cuts the first line off a text, joined with the lines on which its list continues. If
// the end of a line may be inside of a comment or a string, it returns "[", which is not plain.
func logicalLine(text string) (line, rest string) {
	line, rest = cutLine(text)
	for line != "" && line[0] != '#' && (line[len(line)-1] == ',' || line[len(line)-1] == '[') && rest != "" {
		if !endsOutside(line) {
			return "[", rest
		}
		var next string
		next, rest = cutLine(rest)
		if last, ok := strings.CutSuffix(line, ","); ok && next == "]" && !strings.HasSuffix(strings.TrimRight(last, " \t"), "[") {
			line = last
		}
		line += next
	}
	return line, rest
}

// endsOutside reports whether the end of a line is outside of strings and comments.
func endsOutside(line string) bool {
	for line != "" {
		i := strings.IndexAny(line, `"'#`)
		if i < 0 {
			return true
		}
		var ok bool
		switch line[i] {
		case '#':
			return false
		default:
			if _, line, ok = plainString(line[i:]); !ok {
				return false
			}
		}
	}
	return true
}

func cutLine(text string) (line, rest string) {
	line, rest, _ = strings.Cut(text, "\n")
	return strings.Trim(line, " \t"), rest
}

// validLine reports whether a line is valid UTF-8 without control characters other than tabs.
func validLine(line string) bool {
	ascii := true
	for i := range len(line) {
		c := line[i]
		if c < ' ' && c != '\t' || c == 0x7f {
			return false
		}
		ascii = ascii && c < utf8.RuneSelf
	}
	return ascii || utf8.ValidString(line)
}

// setPlain sets the field for a key to a value, which is the rest of the key's line. It returns false
// if there is no such key or the value is not plain.
func (h *Header) setPlain(key, value string) (ok bool) {
	if table, name, dotted := strings.Cut(key, "."); dotted {
		field, isTable := h.field(table).(*map[string]any)
		if !isTable {
			return false
		}
		if *field == nil {
			*field = map[string]any{}
		}
		inner := *field
		if table, column, nested := strings.Cut(name, "."); nested {
			if inner, ok = (*field)[table].(map[string]any); !ok {
				if (*field)[table] != nil || !isBareKey(table) {
					return false
				}
				inner = map[string]any{}
				(*field)[table] = inner
			}
			name = column
		}
		inner[name], ok = plainEntry(value)
		return ok && isBareKey(name)
	}
	switch field := h.field(key).(type) {
	case *string:
		var rest string
		*field, rest, ok = plainString(value)
		return ok && atEnd(rest)
	case *[]string:
		var rest string
		*field, rest, ok = plainList(value)
		return ok && atEnd(rest)
	case *any:
		*field, ok = plainValue(value)
	case *int64:
		v, _ := plainValue(value)
		*field, ok = v.(int64)
	case *bool:
		v, _ := plainValue(value)
		*field, ok = v.(bool)
	}
	return ok
}

// plainEntry decodes an entry of a table: a plain value, or a list of strings.
func plainEntry(value string) (v any, ok bool) {
	if !strings.HasPrefix(value, "[") {
		return plainValue(value)
	}
	list, rest, ok := plainList(value)
	entries := make([]any, len(list))
	for i, text := range list {
		entries[i] = text
	}
	return entries, ok && atEnd(rest)
}

// isBareKey reports whether a name needs no quotes as a TOML key.
func isBareKey(name string) bool {
	for i := range len(name) {
		c := name[i]
		if c != '_' && c != '-' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return name != ""
}

// atEnd reports whether nothing but a comment follows a value.
func atEnd(rest string) bool {
	rest = strings.TrimLeft(rest, " \t")
	return rest == "" || rest[0] == '#'
}

// plainValue decodes a string, a boolean, or an integer in its usual form, and a comment after it.
// The value is nil if ok is false.
func plainValue(s string) (v any, ok bool) {
	if strings.HasPrefix(s, `"`) || strings.HasPrefix(s, "'") {
		if text, rest, ok := plainString(s); ok && atEnd(rest) {
			return text, true
		}
		return nil, false
	}
	word, _, _ := strings.Cut(s, "#")
	word = strings.TrimRight(word, " \t")
	switch word {
	case "true":
		return true, true
	case "false":
		return false, true
	}
	n, err := strconv.ParseInt(word, 10, 64)
	if err != nil || strconv.FormatInt(n, 10) != word {
		return nil, false
	}
	return n, true
}

// plainString decodes a string in single quotes, or one in double quotes whose only escapes are \n,
// \t, \" and \\. rest is what follows the closing quote.
func plainString(s string) (text, rest string, ok bool) {
	if literal, isLiteral := strings.CutPrefix(s, "'"); isLiteral {
		text, rest, ok = strings.Cut(literal, "'")
		return text, rest, ok && (text != "" || !strings.HasPrefix(rest, "'")) // three quotes open a multi-line string
	}
	s, ok = strings.CutPrefix(s, `"`)
	if !ok {
		return "", s, false
	}
	for {
		i := strings.IndexAny(s, `"\`)
		if i < 0 || s[i] == '\\' && i+1 == len(s) {
			return "", s, false
		}
		text += s[:i]
		if s[i] == '"' {
			rest = s[i+1:]
			return text, rest, text != "" || !strings.HasPrefix(rest, `"`) // """ opens a multi-line string
		}
		escape := strings.IndexByte(`nt"\`, s[i+1])
		if escape < 0 {
			return "", s, false
		}
		text += "\n\t\"\\"[escape : escape+1]
		s = s[i+2:]
	}
}

// plainList decodes a list of the strings that plainString decodes, on one line. rest is what
// follows the closing bracket.
func plainList(s string) (list []string, rest string, ok bool) {
	s, ok = strings.CutPrefix(s, "[")
	if !ok {
		return nil, s, false
	}
	list = make([]string, 0, strings.Count(s, `"`)/2)
	s = strings.TrimLeft(s, " \t")
	if rest, ok := strings.CutPrefix(s, "]"); ok {
		return list, rest, true
	}
	for {
		var text string
		if text, s, ok = plainString(s); !ok {
			return nil, s, false
		}
		list = append(list, text)
		s = strings.TrimLeft(s, " \t")
		if rest, ok := strings.CutPrefix(s, "]"); ok {
			return list, rest, true
		}
		if s, ok = strings.CutPrefix(s, ","); !ok {
			return nil, s, false
		}
		s = strings.TrimLeft(s, " \t")
	}
}
