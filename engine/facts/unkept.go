package facts

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/deeds"
	"witness/engine/git"
	"witness/engine/project"
)

// maxKept is how many files of a folder that is in no repository are looked at.
const maxKept = 500

// A Loss is what a command destroys that nobody can bring back, as in the parameter loses.
type Loss struct {
	Path  string   `json:"path"`  // what the command names
	Does  string   `json:"does"`  // deletes, overwrites, empties, moves
	Files []string `json:"files"` // the first of the files, relative to the project
	Count int      `json:"count"` // of all of them
}

// maxLost is how many files of a loss are named.
const maxLost = 3

// Loses returns which of the files that a command destroys, in a list of Destroys, are older than a session and in no commit:
// untracked, ignored or changed since. What the session or a tool makes, and what is not there, is no loss.
func (c *Call) Loses(disk Disk, list []Destroyed, started int64) (losses []Loss) {
	for _, d := range list {
		if d.Made || d.Path == "" || d.Does == "permits" || d.Does == "moves" || slices.Contains([]string{"temporary", "cache", "device", "root", "system", "homes"}, d.Place) {
			continue
		}
		l := Loss{Path: d.Path, Does: d.Does}
		for _, file := range disk.Unkept(d.Path, d.Index, started) {
			if class := c.classes.Of(c.Project.File(file)); class == "generated" || class == "scratch" || d.Only != "" && !matchesBase(d.Only, file) {
				continue
			}
			if l.Count++; l.Count <= maxLost {
				l.Files = append(l.Files, c.Project.File(file))
			}
		}
		if l.Count > 0 {
			losses = append(losses, l)
		}
	}
	return losses
}

// Cleans returns the folders in which the n-th command of the line removes what git does not know.
func (c *Call) Cleans(n int) (list []Destroyed) {
	for _, d := range deeds.Discards(c.deedsOf().Line, n) {
		if d.How != "clean" {
			continue
		}
		c.relate(n, &d)
		which := "unignored"
		if d.Ignored {
			which = "all"
		}
		list = append(list, Destroyed{Path: filepath.Join(c.Commands[n].Root, filepath.FromSlash(d.Path)), Does: "deletes", Place: "project", Whole: true, Index: which})
	}
	return list
}

// matchesBase reports whether the name of a file matches a pattern of find.
func matchesBase(pattern, file string) bool {
	ok, _ := filepath.Match(filepath.Base(pattern), filepath.Base(file))
	return ok
}

// Unkept looks at the files below a path and asks git which of them it has.
func (d *Live) Unkept(path, which string, before int64) (files []string) {
	paths := []string{path}
	if strings.ContainsAny(path, "*?[") {
		paths, _ = filepath.Glob(path)
	}
	for _, path := range paths[:min(len(paths), maxKept)] {
		info, err := os.Lstat(path)
		if err != nil || info.Mode()&fs.ModeSymlink != 0 {
			continue
		}
		dir := path
		if !info.IsDir() {
			dir = filepath.Dir(path)
		}
		if root := d.GitRoot(dir); root != "" {
			files = append(files, d.Untracked(root, which, []string{path})...)
			if which == "" {
				files = append(files, differing(root, path)...)
			}
		} else if which == "" {
			files = append(files, walk(path)...)
		}
	}
	return slices.DeleteFunc(files, func(file string) bool {
		info, err := os.Lstat(file)
		return err != nil || info.ModTime().UnixMilli() >= before || info.Size() == 0
	})
}

// differing returns the files at or below a path that differ from the index of the repository.
func differing(root, path string) (files []string) {
	r, ok := git.Open(root)
	if !ok {
		return nil
	}
	dirty, _ := r.Dirty()
	for _, f := range dirty {
		if at := filepath.Join(root, filepath.FromSlash(f.File)); f.At != nil && project.Within(at, path) {
			files = append(files, at)
		}
	}
	return files
}

// walk returns the files at or below a path, up to a limit, without those that tools make again.
func walk(path string) (files []string) {
	_ = filepath.WalkDir(path, func(at string, e fs.DirEntry, err error) error {
		switch {
		case err != nil || slices.Contains(remade, e.Name()):
			if e != nil && e.IsDir() {
				return fs.SkipDir
			}
		case len(files) >= maxKept:
			return fs.SkipAll
		case e.Type().IsRegular():
			files = append(files, at)
		}
		return nil
	})
	return files
}

// Unkept knows nothing: the files are gone.
func (*Recorded) Unkept(string, string, int64) []string { return nil }

// IsRepository reports whether a folder is one in which git keeps commits, whatever its name: .git.bak, repo.git.
func IsRepository(disk Disk, dir string) bool {
	return disk.IsDir(filepath.Join(dir, "objects")) && disk.IsDir(filepath.Join(dir, "refs")) && disk.Exists(filepath.Join(dir, "HEAD"))
}
