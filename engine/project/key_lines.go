package project

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// maxKeyName is the maximum length of a key whose line is recorded, in bytes. A hostile file may
// have very many keys of any length.
const maxKeyName = 200

// keyLines returns the line of every key of a configuration file. The names of a key's tables are
// joined with dots, as in rules.no_thrashing.threshold; entries of a list of tables have an index,
// as in except.0.rule. The TOML decoder does not report lines, so the text is scanned for them.
func keyLines(path, text string) map[string]int {
	if strings.HasSuffix(path, ".json") {
		return jsonLines(text)
	}
	return tomlLines(text)
}

// tomlLines scans a TOML file line by line. It assumes that a key is on the line on which its
// value begins.
func tomlLines(text string) map[string]int {
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

// jsonLines walks through the tokens of a JSON file that is known to be valid.
func jsonLines(text string) map[string]int {
	lines := map[string]int{}
	dec := json.NewDecoder(strings.NewReader(text))
	n, at := 1, int64(0)
	line := func() int {
		end := dec.InputOffset()
		n, at = n+strings.Count(text[at:end], "\n"), end
		return n
	}
	var walk func(name string)
	walk = func(name string) {
		token, err := dec.Token()
		if err != nil {
			return
		}
		switch token {
		case json.Delim('{'):
			for dec.More() {
				key, err := dec.Token()
				if err != nil {
					return
				}
				inner := name
				if text := fmt.Sprint(key); len(name)+len(text) < maxKeyName {
					inner = strings.TrimPrefix(name+"."+text, ".")
				}
				if at := line(); lines[inner] == 0 {
					lines[inner] = at
				}
				walk(inner)
			}
		case json.Delim('['):
			for i := 0; dec.More(); i++ {
				inner := name
				if name == "except" || name == "rule" {
					inner += "." + strconv.Itoa(i)
					lines[inner] = line()
				}
				walk(inner)
			}
		default:
			return
		}
		_, _ = dec.Token() // the closing bracket
	}
	walk("")
	return lines
}
