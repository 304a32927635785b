package bundle

import (
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// An index keeps the headers of files, so that a hook decodes no TOML: the lists of the keys that select calls, in the order of
// HeaderKeys (see encodeSelection), and apart from them, because most files do not concern a call, the other keys as key=value. A value
// begins with a letter for its type. The key of a pattern also has its line, which is its place among the patterns of all
// roles. The query of a reader is taken from its file.

// listEnd ends each list of a selection and each key of a header, and textEnd separates the elements of a list. lineFeed and tab
// stand for those characters in a string.
const listEnd, textEnd, lineFeed, tab = "\x1e", "\x1f", "\x1c", "\x1d"

// encode returns the header of a file that was parsed without a mistake as two lines; ok is false if it cannot be written so.
func encode(f *File) (selection, keys string, ok bool) {
	selection, ok = encodeSelection(f.Kind, &f.Header)
	if !ok || f.Query != f.quotedQuery() || f.Shape != nil && f.Shape.Origin != "embedded" {
		return "", "", false
	}
	e := encoder{f: f}
	for i := range HeaderKeys {
		if k := &HeaderKeys[i]; k.Name != "query" && !strings.Contains(k.Selects, f.Kind) {
			e.key(k.Name, k.field(&f.Header))
		}
	}
	return selection, escaped(e.text.String()), !e.failed
}

// An encoder writes the keys of a header.
type encoder struct {
	f      *File
	text   strings.Builder
	failed bool // there is something that it cannot write
}

// key writes the field of a key, unless it is empty.
func (e *encoder) key(name string, field any) {
	switch field := field.(type) {
	case *map[string]any:
		e.table(name, *field)
	case *[]string:
		if len(*field) > 0 {
			list := make([]any, len(*field))
			for i, text := range *field {
				list[i] = text
			}
			e.entry(name, list)
		}
	default: // a text, a number, a truth or any of these
		if value := reflect.ValueOf(field).Elem(); !value.IsZero() {
			e.entry(name, value.Interface())
		}
	}
}

// table writes the entries of a table. Patterns have their line.
func (e *encoder) table(name string, table map[string]any) {
	for _, key := range slices.Sorted(maps.Keys(table)) {
		e.failed = e.failed || strings.ContainsAny(key, ".@=")
		if inner, ok := table[key].(map[string]any); ok {
			e.table(name+"."+key, inner)
			continue
		}
		full := name + "." + key
		if slices.Contains(PatternRoles, name) {
			full += "@" + strconv.Itoa(e.f.patternLine(name, key))
		}
		e.entry(full, table[key])
	}
}

// entry writes one key with its value.
func (e *encoder) entry(key string, value any) {
	e.text.WriteString(key + "=")
	if list, ok := value.([]any); ok {
		e.text.WriteByte('l')
		for _, element := range list {
			e.scalar(element)
			e.text.WriteString(textEnd)
		}
	} else {
		e.scalar(value)
	}
	e.text.WriteString(listEnd)
}

// scalar writes a value that is no list.
func (e *encoder) scalar(value any) {
	switch value := value.(type) {
	case string:
		e.failed = e.failed || strings.ContainsAny(value, listEnd+textEnd+lineFeed+tab)
		e.text.WriteString("s" + value)
	case int64:
		e.text.WriteString("i" + strconv.FormatInt(value, 10))
	case float64:
		e.text.WriteString("f" + strconv.FormatFloat(value, 'g', -1, 64))
	case bool:
		e.text.WriteString("b" + strconv.FormatBool(value))
	default:
		e.failed = true
	}
}

// decode sets the header of a file to what encode wrote.
func decode(f *File, selection, keys string) {
	f.decodeSelection(f.Kind, selection)
	rest := unescaped(keys)
	next := 0 // in HeaderKeys, whose order the entries have
	for rest != "" {
		var key, value string
		value, rest, _ = strings.Cut(rest, listEnd)
		key, value, _ = strings.Cut(value, "=")
		name, inner, _ := strings.Cut(key, ".")
		for next < len(HeaderKeys) && HeaderKeys[next].Name != name {
			next++
		}
		if next == len(HeaderKeys) {
			return // it is of another version of witness
		}
		setKey(f, &HeaderKeys[next], inner, decodeValue(value))
	}
}

// setKey sets the field of a key, or its entry that is named by inner.
func setKey(f *File, k *Key, inner string, value any) {
	switch field := k.field(&f.Header).(type) {
	case *string:
		*field, _ = value.(string)
	case *int64:
		*field, _ = value.(int64)
	case *bool:
		*field, _ = value.(bool)
	case *any:
		*field = value
	case *[]string:
		*field = texts(value)
	case *map[string]any:
		if *field == nil {
			*field = map[string]any{}
		}
		table := *field
		inner, line, isPattern := strings.Cut(inner, "@")
		if isPattern {
			n, _ := strconv.Atoi(line)
			f.keys = append(f.keys, patternKey{role: k.Name, name: inner, line: n})
		}
		if outer, name, nested := strings.Cut(inner, "."); nested {
			if _, ok := table[outer].(map[string]any); !ok {
				table[outer] = map[string]any{}
			}
			table, inner = table[outer].(map[string]any), name
		}
		table[inner] = value
	}
}

// decodeValue returns the value that entry wrote.
func decodeValue(text string) any {
	if text == "" {
		return nil
	}
	value := text[1:]
	switch text[0] {
	case 'l':
		list := make([]any, 0, strings.Count(value, textEnd))
		for value != "" {
			var element string
			element, value, _ = strings.Cut(value, textEnd)
			list = append(list, decodeValue(element))
		}
		return list
	case 's':
		return value
	case 'i':
		n, _ := strconv.ParseInt(value, 10, 64)
		return n
	case 'f':
		x, _ := strconv.ParseFloat(value, 64)
		return x
	case 'b':
		return value == "true"
	}
	return nil
}

// encodeSelection writes the keys of a header that select calls as one line, in the order of
// HeaderKeys; ok is false if they cannot be written so.
func encodeSelection(kind string, h *Header) (line string, ok bool) {
	var b strings.Builder
	for _, list := range h.selection(kind) {
		if slices.ContainsFunc(*list, func(s string) bool { return s == "" || strings.ContainsAny(s, listEnd+textEnd+lineFeed+tab) }) {
			return "", false
		}
		b.WriteString(strings.Join(*list, textEnd) + listEnd)
	}
	return escaped(b.String()), true
}

// decodeSelection sets the lists of a header to what encodeSelection wrote.
func (h *Header) decodeSelection(kind, line string) {
	line = unescaped(line)
	for i := range HeaderKeys {
		k := &HeaderKeys[i]
		if !strings.Contains(k.Selects, kind) {
			continue
		}
		var texts string
		texts, line, _ = strings.Cut(line, listEnd)
		list := k.field(h).(*[]string)
		if *list = nil; texts != "" {
			*list = strings.Split(texts, textEnd)
		}
	}
}

// selection returns the lists of a header that select calls.
func (h *Header) selection(kind string) (lists []*[]string) {
	for _, k := range HeaderKeys {
		if strings.Contains(k.Selects, kind) {
			lists = append(lists, k.field(h).(*[]string))
		}
	}
	return lists
}

// escaped replaces the line feeds and tabs of a text.
func escaped(text string) string {
	return strings.NewReplacer("\n", lineFeed, "\t", tab).Replace(text)
}

// unescaped returns the line feeds and tabs that escaped replaced.
func unescaped(text string) string {
	if !strings.ContainsAny(text, lineFeed+tab) {
		return text
	}
	return strings.NewReplacer(lineFeed, "\n", tab, "\t").Replace(text)
}
