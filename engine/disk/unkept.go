package disk

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/facts"
	"witness/engine/git"
	"witness/engine/project"
)

// maxKept is how many files of a folder that is in no repository are looked at.
const maxKept = 500

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

// Older reports whether what is at a path was last changed before a time.
func (d *Live) Older(path string, before int64) bool {
	info, err := os.Lstat(path)
	return err == nil && info.ModTime().UnixMilli() < before
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
		case err != nil || slices.Contains(facts.Remade, e.Name()):
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
