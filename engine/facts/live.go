package facts

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"witness/engine/bundle"
	"witness/engine/project"
	"witness/engine/shell"
	"witness/engine/store"
)

// Live is the Disk of this machine. Earlier states of files are the snapshots in the store.
type Live struct {
	DB    *store.DB
	Graph *Graph // updated with the files whose content a call shows
}

// Existed reports whether a path is a regular file now.
func (d *Live) Existed(path, _ string) bool { return project.IsFile(path) }

// Exists reports whether there is anything at a path, even a broken link.
func (d *Live) Exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// IsDir reports whether a path is a folder or a link to one.
func (d *Live) IsDir(path string) bool { return isDir(path) }

// Link returns the file that a symbolic link points to, "" if the path is not a link or the
// link is broken.
func (d *Live) Link(path string) string {
	info, err := os.Lstat(path)
	if err != nil || info.Mode()&os.ModeSymlink == 0 {
		return ""
	}
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return ""
	}
	return target
}

// Glob returns the files and folders that a shell pattern matches. Hidden ones are matched only by a
// pattern that starts with a dot, or if name.Hidden is set.
func (d *Live) Glob(name shell.PathWord) []string {
	found, err := filepath.Glob(name.Path)
	if err != nil {
		return nil
	}
	if !name.Hidden && !strings.HasPrefix(filepath.Base(name.Path), ".") {
		found = slices.DeleteFunc(found, func(path string) bool { return strings.HasPrefix(filepath.Base(path), ".") })
	}
	return found[:min(len(found), maxExpanded)]
}

// Patches returns the touches described in the diff files that a line applies. A file that is
// too large is not read.
func (d *Live) Patches(line shell.Line) []shell.Touch {
	var touches []shell.Touch
	for _, p := range line.Patches {
		if text, err := bundle.ReadRegular(p.Path); err == nil {
			touches = append(touches, p.Touches(string(text))...)
		}
	}
	return touches
}

// untouched reports whether a file has certainly not changed since the call started.
func (d *Live) untouched(c *Call, path string) bool {
	at := d.started(c).at
	if at == 0 {
		return false
	}
	last, ok := lastChange(path)
	return ok && last < at*int64(time.Millisecond)-clockStep().Nanoseconds()
}

// gone reports whether there is nothing at a path.
func gone(path string) bool {
	_, err := os.Lstat(path)
	return errors.Is(err, fs.ErrNotExist)
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
