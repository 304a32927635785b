package facts

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/shell"
)

// rootOf returns the root of the project that a canonical directory is in, "" if it is in none. A
// repository that the line makes is one before it is on the disk. The results are cached, because a
// line can name hundreds of files of one folder.
func (c *Call) rootOf(disk Disk, dir string) string {
	root, known := c.roots[dir]
	if known {
		return root
	}
	if root = c.Project.Root; dir != c.Project.Dir {
		root = disk.Root(c, dir)
	}
	root = innermost(root, dir, c.made)
	if c.roots == nil {
		c.roots = map[string]string{}
	}
	c.roots[dir] = root
	return root
}

// innermost returns the longest of the roots around a directory: the given one or one of the others.
func innermost(root, dir string, others []string) string {
	for _, other := range others {
		if len(other) > len(root) && project.Within(dir, other) {
			root = other
		}
	}
	return root
}

// place sets the directory of a command and the project that it runs in. A directory outside of every
// project is one of its own.
func (cmd *Command) place(c *Call, disk Disk) {
	cmd.Root = c.Project.Root
	if cmd.Dir == "" {
		cmd.RelDir = "?"
		return
	}
	dir := filepath.Dir(c.Project.Path(filepath.Join(cmd.Dir, "x"))) // canonical
	if cmd.Root = c.rootOf(disk, dir); cmd.Root == "" {
		cmd.Root = project.Find(dir, "").Root
	}
	cmd.RelDir = strings.TrimPrefix(project.File(cmd.Root, dir), ".")
}

// classOf returns the class of a file. A file below the call's project has that of its path there, so
// that a clone in a folder of fixtures is a fixture. Of a file in another project the path there counts,
// unless that project is a scratch.
func (c *Call) classOf(t Touch) string {
	const scratch = "scratch"
	if t.Root == "" || project.Within(t.Path, c.Project.Root) {
		return c.classes.Of(c.Project.File(t.Path))
	}
	if c.classes.Of(t.Path) == scratch && c.classes.Of(path.Join(c.Project.Root, "x")) != scratch {
		return scratch
	}
	return c.classes.Of(t.File)
}

// Given returns the files and folders that a command names, itself and its arguments, by the project that
// they are in. The project that the command runs in is there even if it names none of its files.
func (c *Call) Given(disk Disk, cmd Command) map[string][]string {
	given := map[string][]string{cmd.Root: nil}
	names := []string{cmd.File}
	for _, name := range cmd.Paths {
		if !name.Glob {
			names = append(names, name.Path)
		}
	}
	for _, name := range names {
		path := c.Project.Path(name)
		if root := c.rootOf(disk, filepath.Dir(path)); name != "" && root != "" && path != root {
			given[root] = append(given[root], path)
		}
	}
	return given
}

// making lists the commands of git that make a repository, and their flags that take a value.
var making = map[string][]string{
	"git worktree": {"-b", "-B", "--reason"},
	"git clone": {
		"-b", "--branch", "-o", "--origin", "-u", "--upload-pack", "-c", "--config", "-j", "--jobs", "--depth", "--filter", "--reference",
		"--separate-git-dir", "--template", "--shallow-since", "--shallow-exclude",
	},
	"git init": {"-b", "--initial-branch", "--template", "--separate-git-dir", "--object-format"},
}

// notice keeps which repositories the line makes, as far as it did not fail to.
func (c *Call) notice(line shell.Line) {
	for _, cmd := range line.Commands {
		failed := c.Outcome == hook.Denied || c.Outcome == hook.Failed && (cmd.Last || strings.Contains(c.Output, "fatal: "))
		if dir := makes(cmd); dir != "" && !failed {
			c.made = append(c.made, project.Resolve(dir))
		}
	}
}

// makes returns the directory of the repository that a command makes, "" if it makes none or its
// directory is not known.
func makes(cmd shell.Command) string {
	valued, ok := making[cmd.Name]
	words := operands(cmd.Args, valued)
	dir := "."
	switch {
	case !ok || cmd.Dir == "":
		return ""
	case cmd.Name == "git worktree":
		if len(words) < 2 || words[0] != "add" {
			return ""
		}
		dir = words[1]
	case cmd.Name == "git clone":
		if len(words) == 0 {
			return ""
		}
		if dir = strings.TrimSuffix(path.Base(words[0]), ".git"); len(words) > 1 {
			dir = words[1]
		}
	case len(words) > 0:
		dir = words[0]
	}
	return at(cmd.Dir, dir)
}

// removes returns the folders that a command removes with the repositories in them.
func removes(cmd shell.Command) (dirs []string) {
	words := operands(cmd.Args, nil)
	if cmd.Dir == "" || cmd.Name != "rm" && (cmd.Name != "git worktree" || len(words) == 0 || words[0] != "remove") {
		return nil
	}
	if cmd.Name != "rm" {
		words = words[1:]
	}
	for _, word := range words {
		if dir := at(cmd.Dir, word); dir != "" {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// at returns the absolute path of a word, "" if a part of it is not known.
func at(dir, word string) string {
	switch {
	case strings.ContainsAny(word, "$*?["):
		return ""
	case filepath.IsAbs(word):
		return filepath.Clean(word)
	}
	return filepath.Join(dir, word)
}

// operands returns the words that are no flags, and not the value of one of those that take one.
func operands(words, valued []string) (list []string) {
	for i, word := range words {
		if !strings.HasPrefix(word, "-") && (i == 0 || !slices.Contains(valued, words[i-1])) {
			list = append(list, word)
		}
	}
	return list
}

// MayRemove reports whether a call may have removed a project, by the names of its commands.
func (c *Call) MayRemove() bool {
	return c.Moment == hook.After && slices.ContainsFunc(c.Commands, func(cmd Command) bool { return slices.Contains([]string{"rm", "mv", "git worktree"}, cmd.Name) })
}
