package imports

import (
	"strconv"
	"strings"
)

// A tomlEntry is one value of a TOML file: its key with those of the tables around it
// (the number of an array's table is one of them), and the value as written. Inline
// tables are taken apart.
type tomlEntry struct {
	keys  []string
	value string
}

// readTOML gives the values of a TOML file, as far as manifests need it: no strings of
// several lines.
func readTOML(text string) []tomlEntry {
	var entries []tomlEntry
	var table []string
	arrays := map[string]int{}
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		line := tomlCode(lines[i])
		if name, ok := strings.CutPrefix(line, "[["); ok {
			name = strings.TrimSuffix(name, "]]")
			table = append(tomlKeys(name), strconv.Itoa(arrays[name]))
			arrays[name]++
			continue
		}
		if name, ok := strings.CutPrefix(line, "["); ok {
			table = tomlKeys(strings.TrimSuffix(name, "]"))
			continue
		}
		eq := tomlIndex(line, '=')
		if eq < 0 {
			continue
		}
		value := strings.TrimSpace(line[eq+1:])
		for strings.HasPrefix(value, "[") && tomlIndex(value[1:], ']') < 0 && i+1 < len(lines) {
			i++
			value += " " + tomlCode(lines[i])
		}
		keys := append(table[:len(table):len(table)], tomlKeys(line[:eq])...)
		entries = tomlValue(entries, keys, value)
	}
	return entries
}

// tomlValue adds a value, an inline table piece by piece.
func tomlValue(entries []tomlEntry, keys []string, value string) []tomlEntry {
	if !strings.HasPrefix(value, "{") {
		return append(entries, tomlEntry{keys, value})
	}
	rest := strings.TrimSuffix(value[1:], "}")
	for rest != "" {
		field, after := rest, ""
		if i := tomlIndex(rest, ','); i >= 0 {
			field, after = rest[:i], rest[i+1:]
		}
		rest = after
		if eq := tomlIndex(field, '='); eq >= 0 {
			sub := append(keys[:len(keys):len(keys)], tomlKeys(field[:eq])...)
			entries = append(entries, tomlEntry{sub, strings.TrimSpace(field[eq+1:])})
		}
	}
	return entries
}

// tomlCode is a line without its comment and the blanks around it.
func tomlCode(line string) string {
	if i := tomlIndex(line, '#'); i >= 0 {
		line = line[:i]
	}
	return strings.TrimSpace(line)
}

// tomlIndex gives the position of c in s outside strings and brackets, or -1.
func tomlIndex(s string, c byte) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == c && depth == 0:
			return i
		case s[i] == '"' || s[i] == '\'':
			i += quotedLen(s[i:]) - 1
		case s[i] == '[' || s[i] == '{':
			depth++
		case s[i] == ']' || s[i] == '}':
			depth--
		}
	}
	return -1
}

// tomlKeys takes a dotted key apart.
func tomlKeys(key string) []string {
	var keys []string
	for {
		i := tomlIndex(key, '.')
		if i < 0 {
			return append(keys, tomlString(key))
		}
		keys = append(keys, tomlString(key[:i]))
		key = key[i+1:]
	}
}

// tomlString is a string without its quotes.
func tomlString(value string) string { return strings.Trim(strings.TrimSpace(value), `"'`) }

// tomlStrings reads an array of strings.
func tomlStrings(value string) []string {
	var list []string
	for item := range strings.SplitSeq(strings.Trim(value, "[]"), ",") {
		if item = tomlString(item); item != "" {
			list = append(list, item)
		}
	}
	return list
}
