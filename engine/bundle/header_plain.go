package bundle

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// setPlainHeader decodes a header in the form that nearly all have: one key per line, each a string,
// a list of strings, an integer or a boolean; a list may continue on further lines. Reading this small part of
// TOML is many times faster than the full decoder, which counts in projects with hundreds of rules. It returns
// false if anything is of another form, or wrong, and a part of h may be set then: the caller uses TOML's decoder,
// so the meaning of a header never depends on this function.
func (h *Header) setPlainHeader(text string) bool {
	if !validText(text) {
		return false
	}
	seen := make([]string, 0, 16)
	for text = trimBlank(text); text != ""; text = trimBlank(text) {
		if text[0] == '#' {
			_, text, _ = strings.Cut(text, "\n")
			continue
		}
		key, value, found := strings.Cut(text, "=")
		key = strings.TrimRight(key, " \t")
		if !found || slices.Contains(seen, key) {
			return false
		}
		rest, ok := h.setPlain(key, trimSpace(value))
		if text = trimSpace(rest); !ok || text != "" && text[0] != '#' && text[0] != '\n' {
			return false
		}
		seen = append(seen, key)
	}
	return true
}

// trimSpace removes the blanks at the beginning of a text, and trimBlank also the ends of lines.
func trimSpace(text string) string { return strings.TrimLeft(text, " \t") }
func trimBlank(text string) string { return strings.TrimLeft(text, " \t\n") }

// validText reports whether a text is valid UTF-8 without control characters other than tabs and ends of lines.
func validText(text string) bool {
	ascii := true
	for i := range len(text) {
		c := text[i]
		if c < ' ' && c != '\t' && c != '\n' || c == 0x7f {
			return false
		}
		ascii = ascii && c < utf8.RuneSelf
	}
	return ascii || utf8.ValidString(text)
}

// setPlain sets the field for a key to the value at the beginning of a text, and returns the text after it. It returns
// false if there is no such key or the value is not plain.
func (h *Header) setPlain(key, text string) (rest string, ok bool) {
	if table, name, dotted := strings.Cut(key, "."); dotted {
		field, isTable := h.field(table).(*map[string]any)
		if !isTable {
			return text, false
		}
		if *field == nil {
			*field = map[string]any{}
		}
		inner := *field
		if table, column, nested := strings.Cut(name, "."); nested {
			if inner, ok = (*field)[table].(map[string]any); !ok {
				if (*field)[table] != nil || !isBareKey(table) {
					return text, false
				}
				inner = map[string]any{}
				(*field)[table] = inner
			}
			name = column
		}
		inner[name], rest, ok = plainEntry(text)
		return rest, ok && isBareKey(name)
	}
	switch field := h.field(key).(type) {
	case *string:
		*field, rest, ok = plainString(text)
	case *[]string:
		*field, rest, ok = plainList(text)
	case *any:
		*field, rest, ok = plainValue(text)
	case *int64:
		var v any
		v, rest, _ = plainValue(text)
		*field, ok = v.(int64)
	case *bool:
		var v any
		v, rest, _ = plainValue(text)
		*field, ok = v.(bool)
	}
	return rest, ok
}

// plainEntry decodes an entry of a table: a plain value, or a list of strings.
func plainEntry(text string) (v any, rest string, ok bool) {
	if !strings.HasPrefix(text, "[") {
		return plainValue(text)
	}
	list, rest, ok := plainList(text)
	entries := make([]any, len(list))
	for i, text := range list {
		entries[i] = text
	}
	return entries, rest, ok
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

// plainValue decodes a string, a boolean, or an integer in its usual form. The value is nil if ok is false.
func plainValue(text string) (v any, rest string, ok bool) {
	if strings.HasPrefix(text, `"`) || strings.HasPrefix(text, "'") {
		if value, rest, ok := plainString(text); ok {
			return value, rest, true
		}
		return nil, text, false
	}
	end := strings.IndexAny(text, "#\n")
	if end < 0 {
		end = len(text)
	}
	word := strings.TrimRight(text[:end], " \t")
	rest = text[len(word):]
	switch word {
	case "true":
		return true, rest, true
	case "false":
		return false, rest, true
	}
	n, err := strconv.ParseInt(word, 10, 64)
	if err != nil || strconv.FormatInt(n, 10) != word {
		return nil, text, false
	}
	return n, rest, true
}

// plainString decodes a string in single quotes, or one in double quotes whose only escapes are \n,
// \t, \" and \\. rest is what follows the closing quote.
func plainString(s string) (text, rest string, ok bool) {
	if s == "" || s[0] != '"' && s[0] != '\'' {
		return "", s, false
	}
	quote, begin := s[0], 1
	for i := 1; i < len(s) && s[i] != '\n'; i++ {
		switch {
		case s[i] == quote:
			text, rest = text+s[begin:i], s[i+1:]
			return text, rest, i > 1 || rest == "" || rest[0] != quote // three quotes open a string of several lines
		case s[i] == '\\' && quote == '"':
			if i+1 == len(s) {
				return "", s, false
			}
			escape := strings.IndexByte(`nt"\`, s[i+1])
			if escape < 0 {
				return "", s, false
			}
			text += s[begin:i] + "\n\t\"\\"[escape:escape+1]
			i++
			begin = i + 1
		}
	}
	return "", s, false
}

// plainList decodes a list of the strings that plainString decodes. rest is what follows the closing bracket.
func plainList(s string) (list []string, rest string, ok bool) {
	s, ok = strings.CutPrefix(s, "[")
	if !ok {
		return nil, s, false
	}
	list = []string{}
	for s = trimBlank(s); ; s = trimBlank(s) {
		if rest, ok := strings.CutPrefix(s, "]"); ok {
			return list, rest, true
		}
		var text string
		if text, s, ok = plainString(s); !ok {
			return nil, s, false
		}
		list = append(list, text)
		s = trimBlank(s)
		if rest, ok := strings.CutPrefix(s, "]"); ok {
			return list, rest, true
		}
		if s, ok = strings.CutPrefix(s, ","); !ok {
			return nil, s, false
		}
	}
}
