package facts

import (
	"os"
	"regexp"
	"slices"
	"strings"

	"witness/engine/shell"
)

// RunsAllTests reports whether a command is a shell script that runs all tests: one of the script's own
// commands is listed by a reader of tests, selects none of them, and does not run in another folder.
func (r *Resolver) RunsAllTests(c *Call, cmd Command) bool {
	path := c.Project.Path(cmd.File)
	if path == "" {
		return false
	}
	text := r.Disk.Text(path)
	if !strings.HasSuffix(path, "sh") && !regexp.MustCompile(`^#!.*\b(?:ba|da|k|z)?sh\b`).MatchString(text) {
		return false
	}
	home, err := os.UserHomeDir()
	if err != nil {
		home = ""
	}
	return slices.ContainsFunc(shell.Parse(text, cmd.Dir, home).Commands, func(sc shell.Command) bool {
		inner := Command{Command: sc}
		f := r.Readers.Lists(inner)
		if sc.Inert || f == nil || f.Into != "tests" {
			return false
		}
		inner.recognize(r.Readers)
		return inner.Known && len(inner.Selection) == 0 && (sc.Dir == cmd.Dir || sc.Dir == "")
	})
}
