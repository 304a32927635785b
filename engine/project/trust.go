package project

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/bundle"

	"github.com/bmatcuk/doublestar/v4"
)

// A Judge decides which files of a project are in force.
type Judge int

const (
	// AsHooks puts into force what a person has accepted, and of the rest what adds and tightens.
	AsHooks Judge = iota
	// TrustAll puts all files into force: a person, or a build, has said so on the command line.
	TrustAll
)

// TrustDir returns the folder of what was accepted of the project at root. It is in the state folder, where
// no clone can put anything, and shared by the worktrees of a repository.
func TrustDir(root string) string {
	return filepath.Join(StateDir(), storeName(MainTree(root)), "trust")
}

// accepted returns what a person has accepted of the files of the project at root, nil if all of its files
// are trusted.
func (c *Config) accepted(root string, judge Judge) *bundle.Accepted {
	if judge == TrustAll || slices.ContainsFunc(c.trusted, func(glob string) bool { return matchesFolder(glob, root) }) {
		return nil
	}
	return bundle.ReadAccepted(TrustDir(root))
}

// matchesFolder reports whether a glob of trust.projects, which may begin with ~, matches a project's root.
func matchesFolder(glob, root string) bool {
	if rest, ok := strings.CutPrefix(glob, "~/"); ok {
		home := Home()
		if home == "" {
			return false
		}
		glob = QuoteGlob(Resolve(home)) + "/" + rest
	}
	ok, err := doublestar.Match(filepath.ToSlash(glob), filepath.ToSlash(root))
	return err == nil && ok
}

// AcceptedProjects returns what was accepted of every project, sorted by the project's folder.
func AcceptedProjects() (list []*bundle.Accepted) {
	folders, err := filepath.Glob(filepath.Join(QuoteGlob(StateDir()), "*", "trust"))
	if err != nil {
		return nil
	}
	for _, folder := range folders {
		if a := bundle.ReadAccepted(folder); !a.Empty() {
			list = append(list, a)
		}
	}
	slices.SortFunc(list, func(a, b *bundle.Accepted) int { return strings.Compare(a.Project, b.Project) })
	return list
}

// Brought returns the texts of the files of the project at root that hooks in dir read, by their path below
// the root: the settings between dir and the root, and the rules, readers and questions.
func Brought(embedded fs.FS, dir, root string) (map[string]string, error) {
	files := map[string]string{}
	for up := range ancestors(dir, root) {
		path := filepath.Join(up, configName)
		if !IsFile(path) {
			continue
		}
		text, err := readConfig(path)
		if err != nil {
			return nil, err
		}
		files[pathBelow(path, root)] = string(text)
	}
	for _, source := range Sources(embedded, root, nil) {
		for _, kind := range []string{bundle.Rules, bundle.Facts, bundle.Queries} {
			if source.Origin != "project" {
				continue
			}
			for _, f := range (bundle.Loader{Sources: []bundle.Source{source}}).Load(kind) {
				if f.Err == nil {
					files[f.Path] = f.Text
				} else if strings.HasSuffix(f.Path, kind+".d") { // the folder is refused as a whole
					return nil, f.Err
				}
			}
		}
	}
	return files, nil
}

// Considers reports whether Brought looks for a file at a path below the root.
func Considers(dir, root string) func(path string) bool {
	folders := map[string]bool{}
	for up := range ancestors(dir, root) {
		folders[filepath.ToSlash(filepath.Dir(pathBelow(filepath.Join(up, configName), root)))] = true
	}
	return func(path string) bool {
		return bundle.Belongs(path) || folders[filepath.ToSlash(filepath.Dir(path))]
	}
}

// pathBelow returns a path relative to the root, with slashes.
func pathBelow(path, root string) string {
	rel, err := filepath.Rel(root, path)
	if err != nil {
		return path
	}
	return filepath.ToSlash(rel)
}
