package engine

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/shell"
)

// Bounds of what is asked of the disk for one pattern.
const (
	maxExpanded = 200  // files that it stands for
	maxWalked   = 5000 // files and folders that are gone through for a deep one
)

// expand gives the files that a touch is about. A pattern stands for what matches on the
// disk, as far as there is one to ask.
func (c *call) expand(t shell.Touch) []string {
	switch {
	case !c.live && (t.Glob || t.Tree && filepath.Ext(t.Path) == "" && filepath.Ext(t.From) == ""):
		return nil
	case !c.live:
		return []string{t.Path}
	case t.Some && t.Kind == Delete && c.Moment == Before:
		c.doomed = append(c.doomed, globbed(t)...)
		return nil
	case t.Some && t.Kind == Delete:
		return slices.DeleteFunc(c.goneOf(t), func(path string) bool { return !gone(path) })
	case t.Some:
		return c.made(globbed(t))
	case t.From != "":
		return c.copies(t)
	case t.Glob && t.Kind == Delete && c.beginning().at > 0:
		return c.goneOf(t)
	case t.Glob:
		return globbed(t)
	case t.Tree:
		return c.tree(t)
	}
	return []string{t.Path}
}

// globbed gives the files that a pattern stands for, and with its folders what lies in them.
func globbed(t shell.Touch) []string {
	if t.Deep {
		return deep(filepath.Dir(t.Path), filepath.Base(t.Path))
	}
	found, err := filepath.Glob(t.Path)
	if err != nil {
		return nil // no pattern that Go knows: then it cannot be known
	}
	if !strings.HasPrefix(filepath.Base(t.Path), ".") {
		found = slices.DeleteFunc(found, func(f string) bool { return strings.HasPrefix(filepath.Base(f), ".") })
	}
	var files []string
	for _, f := range found[:min(len(found), maxExpanded)] {
		switch {
		case isFile(f):
			files = append(files, f)
		case t.Tree && isFolder(f) && len(files) < maxBelow:
			files = append(files, below(f)...)
		}
	}
	return files
}

// goneOf are the files that a pattern stood for when the call began.
func (c *call) goneOf(t shell.Touch) (files []string) {
	dir, pattern := filepath.Split(t.Path)
	for _, n := range c.noted(filepath.Clean(dir)) {
		path := n.path
		if t.Deep {
			path = filepath.Join(dir, filepath.Base(path))
		} else if t.Tree {
			// What is removed is the first below the folder, with all that lies in it.
			first, _, _ := strings.Cut(strings.TrimPrefix(path, dir), "/")
			path = filepath.Join(dir, first)
		}
		if ok, err := filepath.Match(filepath.Join(dir, pattern), path); ok && err == nil && n.now {
			files = append(files, n.path)
		}
	}
	return files
}

// made are those of the files that the call that ended has changed.
func (c *call) made(files []string) []string {
	if c.beginning().at == 0 {
		return nil
	}
	return slices.DeleteFunc(files, c.untouched)
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

// recordDoomed remembers what the files look like that a call is about to delete, and whether
// they are there: once it has ended, nothing shows it.
func (c *conn) recordDoomed(ctx context.Context, call *call) error {
	doomed := call.doomed[:min(len(call.doomed), maxBelow)]
	for _, t := range call.touches {
		if t.kind == Delete && t.via == "shell" {
			doomed = append(doomed, t.path)
		}
	}
	if len(doomed) == 0 {
		return nil
	}
	return c.execEach(ctx, `
		INSERT INTO looks (session, path, size, mtime, hash, t) VALUES (?1, ?2, ?3, ?4, '', ?5)
		ON CONFLICT (session, path) DO UPDATE SET
		  hash = iif(size = excluded.size AND mtime = excluded.mtime, hash, ''),
		  size = excluded.size, mtime = excluded.mtime, t = excluded.t`, func(yield func([]any) bool) {
		for _, path := range doomed {
			size, mtime := int64(-1), int64(0)
			if info, err := os.Lstat(path); err == nil {
				size, mtime = info.Size(), info.ModTime().UnixNano()
			} else if !errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if !yield([]any{call.Session, path, size, mtime, call.t}) {
				return
			}
		}
	})
}
