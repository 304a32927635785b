package deeds

import (
	"path"
	"slices"
	"strings"

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
