package tasks

import (
	"encoding/json"
	"regexp"
	"strings"
	"sync"
)

// yamlUse finds a template in a line of a task.
var yamlUse = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\{\{[^}]*\}\}`) })

// readYAML reads the tasks of a Taskfile by its lines and their indentation: NAME: code, NAME: [code], and the lists cmds and
// deps. It is no reader of YAML: what is written in another form is not found.
func readYAML(text, section string) definitions {
	all := definitions{}
	in, name, key := false, "", ""
	depth := 0 // the indentation of the names
	for i, line := range strings.Split(text, "\n") {
		body := strings.TrimLeft(line, " ")
		indent := len(line) - len(body)
		body = strings.TrimSpace(body)
		switch {
		case body == "" || strings.HasPrefix(body, "#"):
			continue
		case indent == 0:
			in, name, depth = body == section+":", "", 0
			continue
		case !in:
			continue
		}
		if depth == 0 {
			depth = indent
		}
		item, isItem := strings.CutPrefix(body, "- ")
		before, value, hasKey := strings.Cut(body, ":")
		value = strings.TrimSpace(value)
		switch {
		case indent == depth && hasKey && !isItem:
			name, key = strings.Trim(before, `"'`), "cmds"
			all[name] = definition{}
		case !isItem && hasKey && (before == "cmds" || before == "cmd" || before == "deps"):
			key = before
		case isItem:
			if value, ok := strings.CutPrefix(item, "cmd:"); ok {
				item = value
			}
			if task, ok := strings.CutPrefix(item, "task:"); ok {
				d := all[name]
				d.needs = append(d.needs, plainYAML(task)...)
				all[name] = d
				continue
			}
			value = strings.TrimSpace(item)
		default:
			if hasKey && !strings.Contains(before, " ") {
				key = ""
			}
			if key != "|" {
				continue
			}
			value = body
		}
		if d := all[name]; value != "" && key != "" {
			for _, one := range plainYAML(value) {
				if key == "deps" {
					d.needs = append(d.needs, one)
				} else {
					d.steps = append(d.steps, Step{Line: i + 1, Code: yamlUse().ReplaceAllString(one, "$${_}")})
				}
			}
			all[name] = d
		}
		if strings.HasPrefix(value, "|") {
			key = "|"
		}
	}
	return all
}

// plainYAML returns the strings of a value: one, plain or quoted, or several in brackets.
func plainYAML(value string) (list []string) {
	value = strings.TrimSpace(value)
	switch {
	case strings.HasPrefix(value, "|") || value == "":
		return nil
	case strings.HasPrefix(value, "["):
		if json.Unmarshal([]byte(value), &list) == nil {
			return list
		}
		for one := range strings.SplitSeq(strings.Trim(value, "[]"), ",") {
			list = append(list, strings.Trim(one, ` "'`))
		}
		return list
	case len(value) > 1 && (value[0] == '"' || value[0] == '\'') && value[len(value)-1] == value[0]:
		return []string{strings.ReplaceAll(value[1:len(value)-1], `\"`, `"`)}
	}
	return []string{value}
}
