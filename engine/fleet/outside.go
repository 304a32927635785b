package fleet

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"witness/engine/project"
)

// hidden is what leaves the machine instead of a path.
const hidden = "[path]"

// A pathFilter replaces what a text says of places outside of the repository.
type pathFilter struct {
	roots []string // the working trees of the repository
	homes []string // the user's
	tops  []string // the names of the folders in /, here and on other systems
	paths *regexp.Regexp
}

// newPathFilter returns the filter for the working trees of a repository.
func newPathFilter(trees []tree) *pathFilter {
	f := &pathFilter{tops: []string{"home", "root", "Users", "tmp", "var", "private", "opt", "srv", "mnt", "Volumes", "etc", "usr"}, homes: slices.DeleteFunc(project.Homes(), func(home string) bool { return home == filepath.Dir(home) })}
	for _, t := range trees {
		f.roots = append(f.roots, t.Root)
	}
	entries, _ := os.ReadDir("/") // those that are read before an error
	for _, entry := range entries {
		f.tops = append(f.tops, regexp.QuoteMeta(entry.Name()))
	}
	return f
}

// text returns a text as it may leave the machine: paths inside of a working tree are made relative to it, and other paths of the
// machine are hidden. Names of tests contain paths, of their files and of their parameters. A name such as "GET /users/1" stays as it
// is unless there is a folder /users, and so does example.com/home/x.
func (f *pathFilter) text(text string) string {
	if !strings.ContainsAny(text, `/\`) {
		return text
	}
	for _, root := range f.roots {
		text = strings.ReplaceAll(text, root+string(filepath.Separator), "")
	}
	if f.paths == nil {
		begins := []string{"/(?:" + strings.Join(f.tops, "|") + ")/", `(?:\.\.[/\\])+`, `~[\w.-]*/`, `[A-Za-z]:[/\\]`, `\\\\[\w.-]+\\`}
		for _, home := range f.homes {
			begins = append(begins, regexp.QuoteMeta(home))
		}
		f.paths = regexp.MustCompile(`(^|[^\w./\\~-])(?:` + strings.Join(begins, "|") + `)[^\s"'` + "`" + `()\[\]{}<>:;,|]*`)
	}
	return f.paths.ReplaceAllString(text, "${1}"+hidden)
}

// file returns the path of a file, "" if it is outside of the repository.
func (f *pathFilter) file(path string) string {
	if path == "" || filepath.IsAbs(path) || !filepath.IsLocal(filepath.FromSlash(path)) {
		return ""
	}
	return path
}

// folder returns the name of the folder of a working tree, which is the user's if that is a home.
func (f *pathFilter) folder(root string) string {
	if slices.Contains(f.homes, root) {
		return "~"
	}
	return filepath.Base(root)
}
