package bundle

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// plainHeader decodes a header that is written as nearly all are: one key a line, each a
// text, a list of texts, a whole number, or true or false; a list may go on over several
// lines, each of which ends with a comma. That is a
// small part of TOML, read many times faster, which counts where a project has hundreds
// of rules. ok is false if anything is not of that form, or wrong: then TOML's own
// decoder has the word, so what a header means never depends on this function.
func plainHeader(text string) (h Header, ok bool) {
	seen := make([]string, 0, 8)
	for text != "" {
		var line string
		line, text = logicalLine(text)
		if line == "" {
			continue
		}
		if !plainLine(line) {
			return h, false
		}
		if line[0] == '#' {
			continue
		}
		key, rest, found := strings.Cut(line, "=")
		key = strings.TrimRight(key, " \t")
		if !found || !h.setPlain(key, strings.TrimLeft(rest, " \t")) {
			return h, false
		}
		for _, k := range seen {
			if k == key {
				return h, false // set twice: a mistake
			}
		}
		seen = append(seen, key)
	}
	return h, true
}

// logicalLine takes the first line of a text, with those that follow while a list goes on.
// Where the end of a line may be a comment's or a text's, what comes back is not plain.
func logicalLine(text string) (line, rest string) {
	line, rest = cutLine(text)
	for line != "" && line[0] != '#' && (line[len(line)-1] == ',' || line[len(line)-1] == '[') && rest != "" {
		if strings.ContainsAny(line, "#\\") || strings.Count(line, `"`)%2 != 0 {
			return "[", rest
		}
		var next string
		next, rest = cutLine(rest)
		if last, ok := strings.CutSuffix(line, ","); ok && next == "]" && !strings.HasSuffix(strings.TrimRight(last, " \t"), "[") {
			line = last
		}
		if next != "" {
			line += next
		}
	}
	return line, rest
}

func cutLine(text string) (line, rest string) {
	line, rest, _ = strings.Cut(text, "\n")
	return strings.Trim(line, " \t"), rest
}

// plainLine tells whether a line is valid UTF-8 without control characters but tabs.
func plainLine(line string) bool {
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

// setPlain sets one key from the rest of its line; false if it is no such key or value.
func (h *Header) setPlain(key, rest string) bool {
	if name, ok := strings.CutPrefix(key, "options."); ok {
		if h.Options == nil {
			h.Options = map[string]any{}
		}
		var ok bool
		h.Options[name], ok = plainValue(rest)
		return ok && bareKey(name)
	}
	if text := h.text(key); text != nil {
		var ok bool
		*text, rest, ok = plainText(rest)
		return ok && AtEnd(rest)
	}
	if list := h.list(key); list != nil {
		var ok bool
		*list, rest, ok = PlainList(rest)
		return ok && AtEnd(rest)
	}
	value, ok := plainValue(rest)
	if !ok {
		return false
	}
	switch key {
	case "repeat":
		h.Repeat = value
	case "escalate":
		h.Escalate, ok = value.(int64)
	case "briefing":
		h.Briefing, ok = value.(int64)
	case "red":
		h.Red, ok = value.(bool)
	case "filters":
		h.Filters, ok = value.(bool)
	default:
		ok = false
	}
	return ok
}

// text is where the text of a key goes, nil if the key takes none.
func (h *Header) text(key string) *string {
	switch key {
	case "severity":
		return &h.Severity
	case "message":
		return &h.Message
	case "into":
		return &h.Into
	case "form":
		return &h.Form
	case "title":
		return &h.Title
	}
	return nil
}

// list is where the texts of a key go, nil if the key takes no list.
func (h *Header) list(key string) *[]string {
	switch key {
	case "tools":
		return &h.Tools
	case "commands":
		return &h.Commands
	case "paths":
		return &h.Paths
	case "when":
		return &h.When
	case "needs":
		return &h.Needs
	case "contains":
		return &h.Contains
	case "unless":
		return &h.Unless
	case "narrow":
		return &h.Narrow
	case "values":
		return &h.Values
	case "variant":
		return &h.Variant
	case "part":
		return &h.Part
	case "whole":
		return &h.Whole
	case "args":
		return &h.Args
	}
	return nil
}

func bareKey(name string) bool {
	for i := range len(name) {
		c := name[i]
		if c != '_' && c != '-' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return name != ""
}

// atEnd tells whether nothing but a comment follows a value.
func AtEnd(rest string) bool {
	rest = strings.TrimLeft(rest, " \t")
	return rest == "" || rest[0] == '#'
}

// plainValue is a text, true, false, or a whole number in its usual spelling.
func plainValue(rest string) (any, bool) {
	if strings.HasPrefix(rest, `"`) {
		text, rest, ok := plainText(rest)
		return text, ok && AtEnd(rest)
	}
	word, _, _ := strings.Cut(rest, "#")
	word = strings.TrimRight(word, " \t")
	switch word {
	case "true":
		return true, true
	case "false":
		return false, true
	}
	n, err := strconv.ParseInt(word, 10, 64)
	return n, err == nil && strconv.FormatInt(n, 10) == word
}

// plainText is a text in double quotes, with no escapes but the commonest.
func plainText(s string) (text, rest string, ok bool) {
	s, ok = strings.CutPrefix(s, `"`)
	if !ok {
		return "", s, false
	}
	for {
		i := 0
		for i < len(s) && s[i] != '"' && s[i] != '\\' {
			i++
		}
		if i == len(s) || s[i] == '\\' && i+1 == len(s) {
			return "", s, false
		}
		text += s[:i]
		if s[i] == '"' {
			rest = s[i+1:]
			return text, rest, text != "" || !strings.HasPrefix(rest, `"`) // three open a text of several lines
		}
		escape := strings.IndexByte(`nt"\`, s[i+1])
		if escape < 0 {
			return "", s, false
		}
		text += "\n\t\"\\"[escape : escape+1]
		s = s[i+2:]
	}
}

// plainList is a list of such texts.
func PlainList(s string) (list []string, rest string, ok bool) {
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
		if text, s, ok = plainText(s); !ok {
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
