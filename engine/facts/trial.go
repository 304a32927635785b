package facts

import (
	"strings"

	"witness/engine/hook"
	"witness/engine/project"
)

// given returns the files and folders of the project that a command is, or is given.
func (c *Call) Given(cmd Command) (paths []string) {
	names := []string{cmd.File}
	for _, name := range cmd.Names {
		if !name.Glob {
			names = append(names, name.Path)
		}
	}
	for _, name := range names {
		if path := c.Project.Path(name); name != "" && path != c.Project.Root && project.Within(path, c.Project.Root) {
			paths = append(paths, path)
		}
	}
	return paths
}

// neverRan reports whether a command was not reached or not found, as far as the output shows.
func (c *Call) NeverRan(cmd Command) bool {
	return c.Outcome == hook.Failed && (len(cmd.Gates) > 0 && strings.Contains(c.Output, "cd: ") ||
		cmd.Last && c.Exit != nil && (*c.Exit == 126 || *c.Exit == 127))
}
