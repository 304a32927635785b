package project

import (
	"strconv"
	"strings"
)

// maxKeyName is the maximum length of a key whose line is recorded, in bytes. A hostile file may
// have very many keys of any length.
const maxKeyName = 200

// keyLines returns the line of every key of a configuration file. The names of a key's tables are
// joined with dots, as in rules.no_thrashing.threshold; entries of a list of tables have an index,
// as in except.0.rule. The TOML decoder does not report lines, so the text is scanned for them, line by line:
// a key is taken to be on the line on which its value begins.
func keyLines(text string) map[string]int {
	lines, seen := map[string]int{}, map[string]int{}
	table, last := "", ""
	note := func(name string, n int) {
		if len(name) > maxKeyName {
			return
		}
		for ; name != ""; name = name[:max(strings.LastIndexByte(name, '.'), 0)] {
			if lines[name] == 0 {
				lines[name] = n
			}
		}
	}
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
			continue
		case strings.HasPrefix(line, "[["):
			name, _, _ := strings.Cut(line[2:], "]")
			name = bareName(name)
			table = name + "." + strconv.Itoa(seen[name])
			seen[name]++
			note(table, n)
			continue
		case line[0] == '[' && !strings.ContainsAny(line, `{",`) || line[0] == '[' && strings.HasPrefix(line, `["`) && strings.HasSuffix(line, "]") && !strings.Contains(line, ","):
			name, _, _ := strings.Cut(line[1:], "]")
			table = bareName(name)
			note(table, n)
			continue
		}
		key, value, ok := strings.Cut(line, "=")
		if name := bareName(key); ok && name != "" && !strings.ContainsAny(name, "{}[], ") {
			last = strings.TrimPrefix(table+"."+name, ".")
			note(last, n)
			line = value
		}
		if len(last) > maxKeyName {
			continue
		}
		for _, name := range inlineKeys(line) {
			note(last+"."+name, n)
		}
	}
	return lines
}

// bareName removes the quotes and spaces of a key.
func bareName(key string) string {
	return strings.TrimSpace(strings.NewReplacer(`"`, "", "'", "", " . ", ".").Replace(strings.TrimSpace(key)))
}

// inlineKeys returns the keys of the inline tables in a value such as { threshold = 5 }.
func inlineKeys(value string) (names []string) {
	parts := strings.FieldsFunc(value, func(r rune) bool { return r == '{' || r == ',' || r == '}' || r == '[' || r == ']' })
	for _, part := range parts {
		if key, _, ok := strings.Cut(part, "="); ok {
			if name := bareName(key); name != "" && !strings.ContainsAny(name, " #") {
				names = append(names, name)
			}
		}
	}
	return names
}
