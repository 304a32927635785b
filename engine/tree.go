package engine

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"witness/engine/shell"
)

// Bounds of what is asked of the disk for one folder that a line removes, copies or packs.
const (
	maxTree  = 2000                 // files and folders that are gone through
	treeTime = 8 * time.Millisecond // and for how long
	maxBelow = 300                  // files of it that are reported: each costs a tenth of a millisecond
)

// A beginning is what is known of the moment when a call began: its tick, and the time in
// milliseconds; 0 if that was not heard.
type beginning struct{ t, at int64 }

// beginning finds out when a call that ended began, once. Only few lines need it.
func (c *call) beginning() beginning {
	if c.start != nil {
		return *c.start
	}
	c.start = &beginning{}
	if !c.live || c.Moment != After || c.engine.db == nil {
		return *c.start
	}
	ctx, other := context.Background(), *c
	err := c.engine.db.compile(ctx, tickOf) // it is asked once more when the call is recorded
	if err == nil {
		err = c.engine.db.tick(ctx, &other)
	}
	if err == nil && other.began > 0 { // a fault of the store is told when the call is recorded
		*c.start = beginning{other.t, other.began}
	}
	return *c.start
}

// untouched tells whether a file has certainly not been changed since the call began.
func (c *call) untouched(path string) bool {
	at := c.beginning().at
	if at == 0 {
		return false
	}
	last, ok := lastChange(path)
	return ok && last < at*int64(time.Millisecond)-leeway().Nanoseconds()
}

// noted are the files below a folder that the session knew to be there when the call began
// or before: how they looked then.
func (c *call) noted(dir string) (list []noted) {
	c.beginning()
	if c.start.t == 0 {
		return nil
	}
	err := c.engine.db.each(context.Background(), `
		SELECT path, size, mtime, hash, t FROM looks
		WHERE  session = :session AND path > :dir || '/' AND path < :dir || '0' AND size >= 0 LIMIT :most`,
		args{"session": c.Session, "dir": dir, "most": maxBelow}, func(_ []string, row []driverValue) error {
			t, _ := row[4].(int64)
			list = append(list, noted{look: lookFrom(row), now: t == c.start.t})
			return nil
		})
	if err != nil {
		return nil
	}
	return list
}

// A noted file is one that the session knows; now is true if it was seen when the call began.
type noted struct {
	look
	now bool
}

// absent tells whether it was seen that a file was not there when the call began.
func (c *call) absent(path string) bool {
	c.beginning()
	if c.start.t == 0 {
		return false
	}
	n, err := c.engine.db.int(context.Background(), "SELECT size FROM looks WHERE session = :p1 AND path = :p2 AND t = :p3", c.Session, path, c.start.t)
	return err == nil && n < 0
}

// tree gives the files that a touch of a file or folder is about.
func (c *call) tree(t shell.Touch) []string {
	info, err := os.Lstat(t.Path)
	there := err == nil
	switch t.Kind {
	case Delete:
		files := c.changedBelow(t.Path)
		switch {
		case len(files) == 1 && files[0] == t.Path:
			return files
		case c.Moment == Before && there && info.IsDir():
			files = append(files, below(t.Path)...)
		case there && !info.IsDir(): // after the call: it was made again, or not deleted, see dropVain
			return []string{t.Path}
		case c.Moment == After:
			for _, n := range c.noted(t.Path) {
				if n.now || gone(n.path) {
					files = append(files, n.path)
				}
			}
		}
		if len(files) == 0 && !there && !c.absent(t.Path) && filepath.Ext(t.Path) != "" {
			return []string{t.Path} // nothing is known but its name
		}
		return files
	case Rewrite:
		if there && !info.IsDir() || !there && filepath.Ext(t.Path) != "" {
			return []string{t.Path}
		}
		files := c.changedBelow(t.Path)
		for _, n := range c.noted(t.Path) {
			if now, err := os.Lstat(n.path); err == nil && (now.Size() != n.size || now.ModTime().UnixNano() != n.mtime) {
				files = append(files, n.path)
			}
		}
		return files
	}
	if there && info.IsDir() {
		return below(t.Path)
	}
	return []string{t.Path}
}

// changedBelow are the files below a folder that the line changes before.
func (c *call) changedBelow(dir string) (files []string) {
	for _, t := range c.touches {
		if !readOnly(t.kind) && t.kind != Output && t.via == "shell" && within(t.path, dir) {
			files = append(files, t.path)
		}
	}
	return files
}

// gone tells whether a file is not there.
func gone(path string) bool {
	_, err := os.Lstat(path)
	return errors.Is(err, fs.ErrNotExist)
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// below are the files below a folder, none if there are too many to look at. What programs
// make for themselves is left out.
func below(dir string) []string {
	var files []string
	walked, end := 0, time.Now().Add(treeTime)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if walked++; walked > maxTree || len(files) > maxBelow || walked%64 == 0 && time.Now().After(end) {
			return fs.ErrInvalid
		}
		switch {
		case err != nil:
			return nil // what cannot be read is not known
		case d.IsDir() && path != dir && slices.Contains([]string{".git", "node_modules", "__pycache__"}, d.Name()):
			return fs.SkipDir
		case !d.IsDir():
			files = append(files, path)
		}
		return nil
	})
	if err != nil {
		return nil
	}
	return files
}
