package demands

import (
	"path"
	"slices"
	"strings"
	"unicode"

	"witness/engine/shell"
)

var (
	listItem = lazy(`^(\s*)- `)
	runKey   = lazy(`^\s*(?:- )?run:\s*(.*)$`)
	aside    = lazy(`^\s*(?:- )?(?:if|working-directory|continue-on-error):`)
	onPull   = lazy(`(?m)^(\s*)pull_request(?:_target)?:\s*$`)
)

// workflow returns the checks that a workflow runs for each pull request. A step on a condition or in a folder of its own is left
// out, and what is no check: an installation, a container.
func workflow(name, text string) []Demand {
	words := strings.FieldsFunc(strings.ToLower(path.Base(name)), func(r rune) bool { return !unicode.IsLetter(r) })
	if !strings.Contains(text, "pull_request") || strings.Contains(text, "\ndefaults:") || slices.ContainsFunc(words, func(w string) bool { return slices.Contains(cues().Checks.Elsewhere, w) }) {
		return nil
	}
	d := Demand{File: name, Text: "checks that are run for each pull request", Like: runBefore, Before: "push", Severity: warn}
	if d.Changed = pathsOf(text); len(d.Changed) > 0 {
		d.Text = "checks that are run for a pull request that changes these files"
	}
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		if listItem().FindString(lines[i]) == "" {
			continue
		}
		end := i + 1
		for end < len(lines) && (strings.TrimSpace(lines[end]) == "" || indent(lines[end]) > indent(lines[i])) {
			end++
		}
		step := lines[i:end]
		if slices.ContainsFunc(step, aside().MatchString) {
			continue
		}
		for _, line := range scriptOf(step) {
			if strings.ContainsAny(line, `$"'`) || strings.HasSuffix(line, "&") || strings.HasSuffix(line, `\`) || !isCheck(line) {
				continue
			}
			if d.Line == 0 {
				d.Line = i + 1
			}
			d.Run = append(d.Run, programs{}.commandsOf(line)...)
		}
	}
	if d.Run = unique(d.Run); len(d.Run) == 0 || len(d.Run) > maxCommands {
		return nil
	}
	return []Demand{d}
}

// scriptOf returns the lines that a step runs.
func scriptOf(step []string) (list []string) {
	for i, line := range step {
		m := runKey().FindStringSubmatch(line)
		switch {
		case m == nil:
			continue
		case strings.Trim(m[1], "|>-+ ") != "":
			return []string{m[1]}
		}
		keys := len(line) - len(strings.TrimLeft(line, " -"))
		for _, next := range step[i+1:] {
			if strings.TrimSpace(next) != "" && indent(next) <= keys {
				break
			}
			list = append(list, strings.TrimSpace(next))
		}
	}
	return list
}

// pathsOf returns the globs of the files for whose change alone a workflow runs.
func pathsOf(text string) (list []string) {
	at := onPull().FindStringSubmatchIndex(text)
	if at == nil {
		return nil
	}
	depth, inside := at[3]-at[2], false
	for line := range strings.Lines(text[at[1]:]) {
		said := strings.TrimSpace(line)
		switch {
		case said == "" || strings.HasPrefix(said, "#"):
		case indent(line) <= depth:
			return list
		case strings.HasPrefix(said, "- ") && inside:
			said, _, _ = strings.Cut(said, " #")
			list = append(list, strings.Trim(strings.TrimPrefix(said, "- "), `"' `))
		default:
			inside = said == "paths:"
		}
	}
	return list
}

// isCheck reports whether each command of a line is a test, a linter or the like: by its task, its program or its subcommand.
func isCheck(line string) bool {
	commands := shell.Parse(line, "/", "/").Commands
	return len(commands) > 0 && !slices.ContainsFunc(commands, func(cmd shell.Command) bool {
		program, sub, _ := strings.Cut(cmd.Name, " ")
		switch {
		case sub == "install" || slices.Contains(cmd.Args, "--help") || slices.Contains(cmd.Args, "--version"):
			return true
		case len(cmd.Tasks) > 0:
			return !slices.ContainsFunc(cmd.Tasks, func(task string) bool {
				begin, _, _ := strings.Cut(strings.NewReplacer("-", ":", "_", ":", ".", ":").Replace(task), ":")
				return slices.Contains(cues().Checks.Words, begin)
			})
		case slices.Contains(cues().Checks.Programs, program):
			return false
		}
		return !slices.Contains(cues().Checks.Builders, program) || !slices.Contains(cues().Checks.Words, sub)
	})
}
