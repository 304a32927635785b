package tasks

import (
	"regexp"
	"strings"
	"sync"
)

// What a justfile has: NAME := 'value', a recipe with parameters and what it needs, and values in braces.
var (
	justVariable = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?:export +)?([\w-]+) *:= *["']?([^"']*)["']?$`) })
	justAlias    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^alias +([\w-]+) *:= *([\w-]+)`) })
	justRecipe   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^@?([\w-]+)((?: [^:]*)?):([^=].*)?$`) })
	justUse      = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\{\{ *([\w-]*)[^}]*\}\}`) })
)

// readJust reads a justfile. A recipe that begins with #! is one script, any other a shell for each line.
func readJust(text, _ string) definitions {
	all, values := definitions{}, map[string]string{}
	name, script := "", false
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		first, line := i, lines[i]
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "[") {
			continue
		}
		if line[0] != ' ' && line[0] != '\t' {
			name, script = "", false
			if m := justAlias().FindStringSubmatch(line); m != nil {
				all[m[1]] = definition{needs: []string{m[2]}}
			} else if m := justVariable().FindStringSubmatch(line); m != nil {
				values[m[1]] = m[2]
			} else if m := justRecipe().FindStringSubmatch(line); m != nil {
				name = m[1]
				all[name] = definition{needs: strings.Fields(strings.ReplaceAll(m[3], "&&", " "))}
				if _, ok := all[""]; !ok {
					all[""] = definition{needs: []string{name}}
				}
			}
			continue
		}
		for strings.HasSuffix(line, "\\") && i+1 < len(lines) {
			i++
			line += "\n" + lines[i]
		}
		code := justUse().ReplaceAllStringFunc(strings.TrimLeft(line, "@- \t"), func(use string) string {
			if value, ok := values[justUse().FindStringSubmatch(use)[1]]; ok {
				return value
			}
			return unknown
		})
		d := all[name]
		switch n := len(d.steps); {
		case name == "":
		case n == 0 && strings.HasPrefix(code, "#!"):
			if script = strings.HasSuffix(strings.TrimSpace(code), "sh"); !script {
				name = "" // a program in another language
				continue
			}
			d.steps = []Step{{Line: first + 1, Code: code}}
		case script:
			d.steps[0].Code += "\n" + code
		default:
			d.steps = append(d.steps, Step{Line: first + 1, Code: code})
		}
		if name != "" {
			all[name] = d
		}
	}
	return all
}
