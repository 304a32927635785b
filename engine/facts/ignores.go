package facts

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/hook"
	"witness/engine/project"
)

// A TrackedPattern is one that a call adds to a .gitignore and that selects files which git tracks already: it has no effect on them.
type TrackedPattern struct {
	Pattern string `json:"pattern"` // as it is written
	File    string `json:"file"`    // the first of the files, relative to the working tree, with slashes
	Count   int    `json:"count"`
}

// TrackedPatterns returns the patterns that a call adds to the .gitignore at a path and that select files of git's index. It returns nothing for any
// other file, and if the index is not known. Of a recorded session's index only the files are known that git has listed as changed.
func TrackedPatterns(c *Call, disk Disk, file string) (list []TrackedPattern) {
	if filepath.Base(file) != ".gitignore" {
		return nil
	}
	root := c.rootOf(disk, parent(file))
	below, err := filepath.Rel(root, filepath.Dir(file))
	tracked, known := disk.Repository(c, root).Tracked()
	if err != nil || !known {
		return nil
	}
	prefix := ""
	if below != "." {
		prefix = filepath.ToSlash(below) + "/"
	}
	patterns := addedLines(c, file)
	for _, p := range patterns {
		if strings.HasPrefix(p, "!") {
			continue
		}
		t := TrackedPattern{Pattern: p}
		for _, name := range tracked {
			if in, ok := strings.CutPrefix(name, prefix); ok && ignores(p, in) && !takenOut(patterns, in) {
				if t.Count++; t.Count == 1 {
					t.File = name
				}
			}
		}
		if t.Count > 0 {
			list = append(list, t)
		}
	}
	return list
}

// ignores reports whether a line of a .gitignore selects a file, by git's rules: with a slash before its end it is the path from the
// folder of the .gitignore on.
func ignores(pattern, file string) bool {
	anchored := strings.Contains(strings.TrimSuffix(pattern, "/"), "/")
	pattern = strings.TrimPrefix(pattern, "/")
	if !project.Selects([]string{pattern}, file) {
		return false
	}
	first, _, _ := strings.Cut(pattern, "/")
	top, _, _ := strings.Cut(file, "/")
	ok, err := path.Match(first, top)
	return !anchored || first == "**" || err == nil && ok
}

// takenOut reports whether one of the patterns takes a file out of what others ignore: !.env.example.
func takenOut(patterns []string, file string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		rest, ok := strings.CutPrefix(p, "!")
		return ok && ignores(rest, file)
	})
}

// addedLines returns the lines that a call adds to a file, without blank ones and comments: those of the new text that are not in the old one,
// and the words and the standard input of a command that writes to it.
func addedLines(c *Call, file string) (lines []string) {
	add := func(text, old string) {
		before := strings.Split(old, "\n")
		for line := range strings.SplitSeq(text, "\n") {
			if !slices.Contains(before, line) && len(lines) < maxAdded {
				if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
					lines = append(lines, line)
				}
			}
		}
	}
	for _, f := range c.Files {
		if c.Project.Path(f.Path) != file || hook.ReadOnly(f.Kind) {
			continue
		}
		if add(f.Content, ""); f.Kind == hook.Edit || len(f.Replaced) > 0 {
			for _, r := range f.Replaced {
				add(r.New, r.Old)
			}
		}
	}
	for _, cmd := range c.Commands {
		if slices.Contains([]string{"echo", "printf", "cat", "tee"}, cmd.Name) {
			for _, arg := range cmd.Args {
				add(strings.ReplaceAll(arg, `\n`, "\n"), "")
			}
			add(cmd.Input, "")
		}
	}
	return lines
}

// maxAdded is how many lines of a .gitignore are compared with git's index.
const maxAdded = 200
