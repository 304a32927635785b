package demands

import (
	"io/fs"
	"path"
	"slices"
	"strings"
)

// placed puts what the text of a folder names into that folder, unless it is meant from the root of the project: what is there tells.
func placed(project fs.FS, folder string, list []Demand) []Demand {
	there := func(name string) bool {
		_, err := fs.Stat(project, path.Clean(name))
		return err == nil
	}
	for i := range list {
		d := &list[i]
		for _, names := range [][]string{d.Edit, d.Changed, d.Also, d.Read} {
			for j, name := range names {
				names[j] = placeOf(folder, name, there)
			}
		}
	}
	return list
}

// placeOf returns where a glob of the text of a folder is in the project.
func placeOf(folder, glob string, there func(name string) bool) string {
	fixed, _, wild := strings.Cut(glob, "*")
	if fixed = strings.TrimSuffix(fixed, "/"); wild && !strings.HasSuffix(glob[:len(fixed)+1], "/") {
		fixed = path.Dir(fixed)
	}
	switch {
	case strings.HasPrefix(glob, "../"):
		return path.Join(folder, glob)
	case glob == folder+"/**":
		return glob
	case strings.HasPrefix(glob, "*"), there(path.Join(folder, fixed)), !there(fixed) && !strings.HasPrefix(glob, folder+"/"):
		return folder + "/" + glob
	}
	return glob
}

// present leaves of the manifests that the word dependencies stands for those that the project has: go.mod here, package.json there.
func present(project fs.FS, list []Demand) {
	lacks := func(glob string) bool {
		if !cues().Kind[glob].in([]token{{kind: word, text: "dependencies"}}) {
			return false
		}
		name := strings.TrimPrefix(glob, "**/")
		return !slices.ContainsFunc([]string{name, "*/" + name, "*/*/" + name}, func(at string) bool {
			found, _ := fs.Glob(project, at) // the globs are valid
			return len(found) > 0
		})
	}
	for i := range list {
		for _, globs := range []*[]string{&list[i].Changed, &list[i].Edit} {
			if kept := slices.DeleteFunc(slices.Clone(*globs), lacks); len(kept) > 0 {
				*globs = kept
			}
		}
	}
}

// foldersOf returns the folders of a project that a word may stand for, by their names: those at its root, and those in its folders of
// packages. Of two with one name there is none.
func foldersOf(project fs.FS) map[string]string {
	byName := map[string]string{}
	for _, parent := range append([]string{"."}, cues().Code.Packages...) {
		entries, _ := fs.ReadDir(project, parent) // of what is not there, there is none
		for _, e := range entries {
			name := e.Name()
			switch _, twice := byName[name]; {
			case !e.IsDir() || strings.HasPrefix(name, ".") || slices.Contains(cues().Code.Packages, name) || slices.Contains(cues().Code.Apart, name):
			case twice:
				byName[name] = ""
			default:
				byName[name] = path.Join(parent, name)
			}
		}
	}
	return byName
}
