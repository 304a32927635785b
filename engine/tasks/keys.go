package tasks

import (
	"encoding/json"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/tailscale/hujson"
)

// readJSON reads the tasks of a JSON file, which may have comments.
func readJSON(text, section string) definitions {
	var members map[string]any
	standard, err := hujson.Standardize([]byte(text))
	if err != nil || json.Unmarshal(standard, &members) != nil {
		return nil // its own program refuses it as well
	}
	return ofKeys(members, text, section)
}

// readTOML reads the tasks of a TOML file.
func readTOML(text, section string) definitions {
	var members map[string]any
	if _, err := toml.Decode(text, &members); err != nil {
		return nil // its own program refuses it as well
	}
	return ofKeys(members, text, section)
}

// ofKeys returns the tasks below the keys of a section.
func ofKeys(members map[string]any, text, section string) definitions {
	for key := range strings.SplitSeq(section, ".") {
		members, _ = members[key].(map[string]any)
	}
	all := definitions{}
	for name, value := range members {
		d := definition{needs: append([]string{"pre" + name}, needsOf(value)...)}
		line := lineOf(text, section, name)
		for _, code := range codeOf(value) {
			if other, ok := strings.CutPrefix(code, "@"); ok && section == "scripts" { // of composer
				d.needs = append(d.needs, strings.TrimPrefix(other, "composer "))
				continue
			}
			d.steps = append(d.steps, Step{Line: line, Code: code})
		}
		for _, code := range codeOf(members["post"+name]) {
			d.steps = append(d.steps, Step{Line: lineOf(text, section, "post"+name), Code: code})
		}
		all[name] = d
	}
	return all
}

// codeKeys and needsKeys are the keys of a task that is an object: the lines that it runs, and the tasks before it.
const (
	codeKeys  = "run cmd cmds command commands shell options"
	needsKeys = "depends deps dependencies depends-on dependsOn"
)

// codeOf returns the lines that the value of a task runs: a string, several, or those of an object.
func codeOf(value any) (list []string) {
	switch value := value.(type) {
	case string:
		return []string{value}
	case []any:
		for _, one := range value {
			list = append(list, codeOf(one)...)
		}
	case map[string]any:
		for key := range strings.FieldsSeq(codeKeys) {
			list = append(list, codeOf(value[key])...)
		}
	}
	return list
}

// needsOf returns the tasks that a task needs.
func needsOf(value any) (list []string) {
	members, _ := value.(map[string]any)
	for key := range strings.FieldsSeq(needsKeys) {
		list = append(list, codeOf(members[key])...)
	}
	return list
}

// lineOf returns the line of a file on which a task of a section stands, 1 if it is not found.
func lineOf(text, section, name string) int {
	last := section[strings.LastIndexByte(section, '.')+1:]
	from := max(0, strings.Index(text, last))
	for _, spelling := range []string{`"` + name + `"`, "." + name + "]", "\n" + name + " ", "\n" + name + "="} {
		if at := strings.Index(text[from:], spelling); at >= 0 {
			return 1 + strings.Count(text[:from+at+1], "\n")
		}
	}
	return 1
}

// readINI reads the sections of an INI file whose names begin with a prefix: the lines of commands, one each, that are indented or stand behind
// the equals sign. A command of tox may begin with a dash, by which its failure counts for nothing.
func readINI(text, prefix string) definitions {
	all := definitions{}
	name, key := "", ""
	for i, line := range strings.Split(text, "\n") {
		body := strings.TrimSpace(line)
		if section, ok := strings.CutPrefix(body, "["); ok {
			name, _ = strings.CutPrefix(strings.TrimSuffix(section, "]"), prefix)
			key = ""
			continue
		}
		if before, value, ok := strings.Cut(line, "="); ok && strings.TrimLeft(line, " \t") == line {
			key, body = strings.TrimSpace(before), strings.TrimSpace(value)
		}
		code := strings.TrimLeft(body, "-! ")
		if !strings.HasPrefix(key, "commands") || code == "" || body[0] == '#' {
			continue
		}
		d := all[name]
		d.steps = append(d.steps, Step{Line: i + 1, Code: strings.NewReplacer("{posargs}", "", "{toxinidir}", ".").Replace(code)})
		all[name] = d
	}
	return all
}
