package engine

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"witness/engine/shell"
)

// Bounds of what is asked of the disk for one pattern.
const (
	maxExpanded = 200  // files that it stands for
	maxWalked   = 5000 // files and folders that are gone through for a deep one
)

// expand gives the files that a touch is about. A pattern stands for what matches on the
// disk, as far as there is one to ask.
func (e *Engine) expand(t shell.Touch) []string {
	if !t.Glob {
		return []string{t.Path}
	}
	if e.path == "" {
		return nil
	}
	if t.Deep {
		return deep(filepath.Dir(t.Path), filepath.Base(t.Path))
	}
	files, err := filepath.Glob(t.Path)
	if err != nil {
		return nil // no pattern that Go knows: then it cannot be known
	}
	files = slices.DeleteFunc(files, func(f string) bool { return !isFile(f) })
	return files[:min(len(files), maxExpanded)]
}

// deep gives the files below dir whose names match pattern, none if there are too many to
// look at. The folders that find is mostly told to leave out are left out.
func deep(dir, pattern string) []string {
	var files []string
	walked := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if walked++; walked > maxWalked || len(files) > maxExpanded {
			return fs.ErrInvalid
		}
		switch {
		case err != nil:
			return nil // what cannot be read is not found either
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

// recordMatched remembers what the files look like that a call is about to delete by a
// pattern: once it has ended, the pattern no longer matches them.
func (c *conn) recordMatched(ctx context.Context, call *call) error {
	for _, t := range call.touches {
		if t.kind != Delete || !t.matched {
			continue
		}
		info, err := os.Lstat(t.path)
		if err != nil {
			continue
		}
		if _, err := c.exec(ctx, "INSERT OR IGNORE INTO looks (session, path, size, mtime, hash, t) VALUES (?1, ?2, ?3, ?4, '', ?5)",
			call.Session, t.path, info.Size(), info.ModTime().UnixNano(), call.t); err != nil {
			return err
		}
	}
	return nil
}
