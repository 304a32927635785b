package deeds

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"witness/engine/hook"
	"witness/engine/shell"
)

// ownOutputs is where clients keep what a command in the background prints, its own included.
const ownOutputs = "*/tasks/*.output"

// Loops returns why the n-th command of a line goes on without an end: it is in a loop that nothing ends and that does not wait, or it
// reads by a pattern what it prints itself.
func Loops(line shell.Line, n int) []Effect {
	cmd := line.Commands[n]
	if cmd.Endless && !slices.Contains(cmd.Wrappers, "timeout") {
		waits := slices.ContainsFunc(line.Commands, func(c shell.Command) bool {
			return isOneOf(c.Name, "sleep", "wait", "inotifywait", "read", "usleep", "fswatch")
		})
		if !waits && !cmd.Inert {
			return []Effect{{Of: "loop", What: "in a loop that nothing ends and that does not wait", Name: cmd.Name}}
		}
	}
	for _, t := range line.Touches {
		if t.Command != n || !t.Glob || !hook.ReadOnly(t.Kind) {
			continue
		}
		if own, _ := path.Match(ownOutputs, tail(t.Path, 3)); own {
			return []Effect{{Of: "own output", What: "on the outputs of all tasks in the background, its own included", Name: t.Path}}
		}
		if cmd.Name != "tail" || !OptionsOf(cmd).matches("--follow|-f|-F|--retry") {
			continue // what reads to an end stops there
		}
		for _, w := range line.Touches {
			if grows, _ := path.Match(t.Path, w.Path); grows && !w.Glob && !hook.ReadOnly(w.Kind) {
				return []Effect{{Of: "own output", What: "on " + path.Base(t.Path) + ", which " + path.Base(w.Path) + " is one of", Name: w.Path}}
			}
		}
	}
	return nil
}

// tail returns the last parts of a path.
func tail(at string, parts int) string {
	list := strings.Split(at, "/")
	return strings.Join(list[max(0, len(list)-parts):], "/")
}

// picks are what takes a part out of a text or a property of a file, so that two files may have the same.
var picks = []string{"grep -o", "grep -Eo", "grep -Po", "cut -", "awk ", "date ", "stat ", "exiftool ", "sed -n", "sed -E -n"}

// variables matches those that a shell puts in.
var variables = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\$\{?(\w+)`) })

// SameNames reports whether a loop moves files to names that consist of parts which two of them may have in common: captures of a pattern,
// and variables to which such a part is assigned. A counter, or the file's own name, makes them differ.
func SameNames(line shell.Line, n int) bool {
	cmd := line.Commands[n]
	words := strings.Fields(cmd.Text)
	if len(words) < 3 {
		return false
	}
	target := words[len(words)-1]
	if base := path.Base(strings.Trim(target, `"'`)); !strings.Contains(base[strings.LastIndexByte(base, '}')+1:], ".") {
		return false // it may be a folder
	}
	names := variables().FindAllStringSubmatch(target, -1)
	return len(names) > 0 && !slices.ContainsFunc(names, func(m []string) bool {
		_, value, _ := strings.Cut(line.Text, m[1]+"=$(")
		value, _, _ = strings.Cut(value, ";")
		return m[1] != "BASH_REMATCH" && !slices.ContainsFunc(picks, func(by string) bool { return strings.Contains(value, by) })
	})
}
