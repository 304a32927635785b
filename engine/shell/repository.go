package shell

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// making lists the commands of git that make a repository, and their flags that take a value.
var making = map[string][]string{
	"git worktree": {"-b", "-B", "--reason"},
	"git clone": {
		"-b", "--branch", "-o", "--origin", "-u", "--upload-pack", "-c", "--config", "-j", "--jobs", "--depth", "--filter", "--reference",
		"--separate-git-dir", "--template", "--shallow-since", "--shallow-exclude",
	},
	"git init": {"-b", "--initial-branch", "--template", "--separate-git-dir", "--object-format"},
}

// Makes returns the absolute directory of the repository or worktree that the command makes, "" if it makes
// none or its directory is not known.
func (cmd Command) Makes() string {
	valued, ok := making[cmd.Name]
	words := plainWords(cmd.Args, valued)
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
	return absolute(cmd.Dir, dir)
}

// Removes returns the absolute paths of the files, folders and worktrees that the command removes by name.
func (cmd Command) Removes() (dirs []string) {
	words := plainWords(cmd.Args, nil)
	if cmd.Dir == "" || cmd.Name != "rm" && (cmd.Name != "git worktree" || len(words) == 0 || words[0] != "remove") {
		return nil
	}
	if cmd.Name != "rm" {
		words = words[1:]
	}
	for _, word := range words {
		if dir := absolute(cmd.Dir, word); dir != "" {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// absolute returns the absolute path of a word, "" if a part of it is not known.
func absolute(dir, word string) string {
	switch {
	case strings.ContainsAny(word, "$*?["):
		return ""
	case filepath.IsAbs(word):
		return filepath.Clean(word)
	}
	return filepath.Join(dir, word)
}

// plainWords returns the words that are no flags, and not the value of one of those that take one.
func plainWords(words, valued []string) (list []string) {
	for i, word := range words {
		if !strings.HasPrefix(word, "-") && (i == 0 || !slices.Contains(valued, words[i-1])) {
			list = append(list, word)
		}
	}
	return list
}

// topLevel returns what p prints if it is git rev-parse --show-toplevel, "" if that is not known: the line may just have made the
// repository.
func (w *walker) topLevel(p program, sc scope) string {
	if p.name != "git rev-parse" || len(p.args) != 1 || p.args[0].text != "--show-toplevel" || w.disk == nil || p.dir == "" || sc.container {
		return ""
	}
	if slices.ContainsFunc(w.rec.line.Commands, func(c Command) bool { return making[c.Name] != nil }) {
		return ""
	}
	return w.disk.GitRoot(p.dir)
}
