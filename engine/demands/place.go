package demands

import (
	"io/fs"
	"path"
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
