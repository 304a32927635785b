package disk

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/shell"
)

// Limits on what is read from the disk for one pattern.
const (
	maxExpanded = 200  // files that it matches
	maxWalked   = 5000 // files and folders that are visited for a recursive one
)

// Expand returns the files that a touch of a glob, a folder or a copy affects. A file that the touch
// only creates if it is missing, as touch(1) does, is left out if it existed.
func (d *Live) Expand(c *facts.Call, t shell.Touch) []string {
	files := d.expand(c, t)
	if t.OnlyIfNew {
		files = slices.DeleteFunc(files, func(path string) bool { return existedBefore(c.Project.Path(path), c.Moment) })
	}
	return files
}

// expand is Expand without the check of files that existed.
func (d *Live) expand(c *facts.Call, t shell.Touch) []string {
	switch {
	case t.Subset && t.Kind == hook.Delete && c.Moment == hook.Before:
		c.Deleting = append(c.Deleting, matching(t)...)
		return nil
	case t.Subset && t.Kind == hook.Delete:
		return slices.DeleteFunc(d.matchedAtStart(c, t), func(path string) bool { return !gone(path) })
	case t.Subset:
		return changedByCall(d, c, matching(t))
	case t.From != "":
		return d.copies(c, t)
	case t.Glob && t.Kind == hook.Delete && d.started(c).at > 0:
		return d.matchedAtStart(c, t)
	case t.Glob:
		return matching(t)
	case t.MaybeFolder:
		return d.tree(c, t)
	}
	return []string{t.Path}
}

// existedBefore reports whether a file that touch(1) would create existed before the call. After
// the call that is certain only of a file that is not empty.
func existedBefore(path, moment string) bool {
	info, err := os.Stat(path)
	return err == nil && (moment == hook.Before || info.Size() > 0)
}

// matching returns the files that the pattern of a touch matches; if the touch includes folders,
// also the files in the folders that it matches.
func matching(t shell.Touch) []string {
	if t.Recursive {
		return recursive(filepath.Dir(t.Path), filepath.Base(t.Path))
	}
	found, err := filepath.Glob(t.Path)
	if err != nil {
		return nil // a pattern that Go does not support
	}
	if !t.Hidden && !strings.HasPrefix(filepath.Base(t.Path), ".") {
		found = slices.DeleteFunc(found, func(f string) bool { return strings.HasPrefix(filepath.Base(f), ".") })
	}
	var files []string
	for _, f := range found[:min(len(found), maxExpanded)] {
		switch {
		case project.IsFile(f):
			files = append(files, f)
		case t.MaybeFolder && isDir(f) && len(files) < maxBelow:
			files = append(files, filesBelow(f)...)
		}
	}
	return files
}

// matchedAtStart returns the files that a pattern matched when the call started.
func (d *Live) matchedAtStart(c *facts.Call, t shell.Touch) (files []string) {
	dir, pattern := filepath.Split(t.Path)
	for _, n := range d.knownBelow(c, filepath.Clean(dir)) {
		path := n.Path
		if t.Recursive {
			path = filepath.Join(dir, filepath.Base(path))
		} else if t.MaybeFolder {
			// The pattern matches a file or folder directly below dir, and everything in it is deleted with it.
			first, _, _ := strings.Cut(strings.TrimPrefix(path, dir), "/")
			path = filepath.Join(dir, first)
		}
		if ok, err := filepath.Match(filepath.Join(dir, pattern), path); ok && err == nil && n.atStart {
			files = append(files, n.Path)
		}
	}
	return files
}

// changedByCall returns those of the files that have changed since the call started.
func changedByCall(d *Live, c *facts.Call, files []string) []string {
	if d.started(c).at == 0 {
		return nil
	}
	return slices.DeleteFunc(files, func(path string) bool { return d.untouched(c, path) })
}

// recursive returns the files at any depth below dir whose names match a pattern, none if there are
// too many to visit. It skips .git and node_modules, which find is usually made to skip.
func recursive(dir, pattern string) []string {
	var files []string
	walked := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if walked++; walked > maxWalked || len(files) > maxExpanded {
			return fs.ErrInvalid
		}
		switch {
		case err != nil:
			return nil // skip what cannot be read
		case d.IsDir() && (d.Name() == ".git" || d.Name() == "node_modules"):
			return fs.SkipDir
		case d.Type().IsRegular():
			if ok, err := filepath.Match(pattern, d.Name()); ok && err == nil {
				files = append(files, path)
			}
		}
		return nil
	})
	if err != nil {
		return nil
	}
	return files
}
