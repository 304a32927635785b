package tasks

import "strings"

// readHooks reads the hooks of a configuration of pre-commit by its lines: what a hook with an entry runs. One that is only named is a
// program of somebody else. Without a name all of them run.
func readHooks(text, _ string) definitions {
	all, name := definitions{}, ""
	for i, line := range strings.Split(text, "\n") {
		body := strings.TrimPrefix(strings.TrimSpace(line), "- ")
		key, value, _ := strings.Cut(body, ":")
		switch key {
		case "repo":
			name = ""
		case "id":
			name = strings.Trim(value, ` "'`)
			whole := all[""]
			whole.needs = append(whole.needs, name)
			all[""] = whole
		case "entry":
			for _, code := range plainYAML(value) {
				all[name] = definition{steps: []Step{{Line: i + 1, Code: code}}}
			}
		}
	}
	return all
}

// Directives returns what go generate runs of a file of Go.
func Directives(file, dir, text string) (steps []Step) {
	for i, line := range strings.Split(text, "\n") {
		if code, ok := strings.CutPrefix(line, "//go:generate "); ok && len(steps) < maxSteps {
			steps = append(steps, Step{File: file, Line: i + 1, Code: strings.TrimSpace(code), Dir: dir})
		}
	}
	return steps
}
