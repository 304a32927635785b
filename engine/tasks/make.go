package tasks

import (
	"regexp"
	"strings"
	"sync"
)

// What a makefile has beside recipes: NAME = value, and a rule: targets: what they need.
var (
	makeVariable = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?:export +)?([\w.-]+) *[:?+]?:?:?= *(.*)$`) })
	makeUse      = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\$\$|\$[@<^?*%+|]|\$\(shell ([^()]*)\)|\$[({]([\w.-]+)[)}]|\$\([^()]*\)|\$\{[^{}]* [^{}]*\}`)
	})
)

// readMake reads a makefile: its rules with the lines that begin with a tab, or follow a semicolon. What is defined under a
// condition counts.
func readMake(text, _ string) definitions {
	all, values := definitions{}, map[string]string{}
	var targets []string
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		first, line := i, lines[i]
		for strings.HasSuffix(line, "\\") && i+1 < len(lines) {
			i++
			line += "\n" + lines[i]
		}
		recipe, isRecipe := strings.CutPrefix(line, "\t")
		switch m := makeVariable().FindStringSubmatch(line); {
		case isRecipe:
		case strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "":
			continue
		case m != nil:
			values[m[1]] = m[2]
			continue
		default:
			names, needs, ok := strings.Cut(strings.ReplaceAll(line, "\\\n", " "), ":")
			if !ok {
				continue
			}
			needs, recipe, isRecipe = strings.Cut(strings.TrimPrefix(needs, ":"), ";")
			if targets = strings.Fields(names); len(targets) > 0 && targets[0] == ".PHONY" {
				targets = nil
			}
			for _, target := range targets {
				d := all[target]
				d.needs = append(d.needs, strings.Fields(strings.ReplaceAll(needs, "|", " "))...)
				if all[target] = d; len(all) == 1 {
					all[""] = definition{needs: []string{target}}
				}
			}
		}
		marked := strings.ReplaceAll(recipe, "\n\t", "\n")
		if recipe = strings.TrimLeft(marked, "@-+ "); !isRecipe || recipe == "" {
			continue
		}
		if strings.Contains(marked[:len(marked)-len(recipe)], "-") {
			recipe += "\n:" // make goes on, whether it fails or not
		}
		for _, target := range targets {
			d := all[target]
			d.steps = append(d.steps, Step{Line: first + 1, Code: expandMake(recipe, values, 0)})
			all[target] = d
		}
	}
	return all
}

// expandMake replaces the variables of make in a recipe by what the makefile assigns to them.
func expandMake(code string, values map[string]string, depth int) string {
	return makeUse().ReplaceAllStringFunc(code, func(use string) string {
		m := makeUse().FindStringSubmatch(use)
		value, known := values[m[2]]
		switch {
		case use == "$$":
			return "$"
		case m[1] != "":
			return "$(" + m[1] + ")"
		case known && depth < maxDepth && len(value) < 1000:
			return expandMake(value, values, depth+1)
		case m[2] == "MAKE":
			return "make"
		case m[2] == "RM":
			return "rm -f"
		}
		return unknown
	})
}
