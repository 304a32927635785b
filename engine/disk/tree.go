package disk

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/shell"
	"witness/engine/store"
)

// Limits on what is read from the disk for one folder that a line removes, copies or packs.
const (
	maxTree  = 2000                 // files and folders that are visited
	treeTime = 8 * time.Millisecond // after which the walk ends
	maxBelow = 300                  // files that are recorded: each costs a tenth of a millisecond
)

// A knownFile is a file that the session has a snapshot of.
type knownFile struct {
	snapshot
	atStart bool // taken when the call started, not earlier
}

// knownBelow returns the files below a folder that existed at their last snapshot, at the start of
// the call or before.
func (d *Live) knownBelow(c *facts.Call, dir string) (list []knownFile) {
	start := d.started(c)
	if start.t == 0 {
		return nil
	}
	err := d.DB.Each(context.Background(), `
		SELECT path, size, mtime, hash, lines, marks, t FROM looks
		WHERE  session = :session AND path > :dir || '/' AND path < :dir || '0' AND size >= 0 LIMIT :most`,
		store.Args{"session": c.Session, "dir": dir, "most": maxBelow}, func(_ []string, row []store.Value) error {
			t, _ := row[6].(int64)
			list = append(list, knownFile{snapshotFrom(row), t == start.t})
			return nil
		})
	if err != nil {
		return nil
	}
	return list
}

// lacked reports whether a snapshot shows that a file was missing when the call started.
func (s start) lacked(db *store.DB, c *facts.Call, path string) bool {
	if s.t == 0 {
		return false
	}
	n, err := db.Int(context.Background(), "SELECT size FROM looks WHERE session = :p1 AND path = :p2 AND t = :p3", c.Session, path, s.t)
	return err == nil && n < 0
}

// tree returns the files that a touch of a file or folder affects.
func (d *Live) tree(c *facts.Call, t shell.Touch) []string {
	info, err := os.Lstat(t.Path)
	there := err == nil
	switch t.Kind {
	case hook.Delete:
		files := changedBelow(c, t.Path)
		switch {
		case len(files) == 1 && files[0] == t.Path:
			return files
		case c.Moment == hook.Before && there && info.IsDir():
			files = append(files, filesBelow(t.Path)...)
		case there && !info.IsDir(): // after the call: it was created again or not deleted, see Verify
			return []string{t.Path}
		case c.Moment == hook.After:
			for _, n := range d.knownBelow(c, t.Path) {
				if n.atStart || gone(n.Path) {
					files = append(files, n.Path)
				}
			}
		}
		if len(files) == 0 && !there && !d.started(c).lacked(d.DB, c, t.Path) && filepath.Ext(t.Path) != "" {
			return []string{t.Path} // by its extension, it was a file
		}
		return files
	case hook.Rewrite:
		if there && !info.IsDir() || !there && filepath.Ext(t.Path) != "" {
			return []string{t.Path}
		}
		files := changedBelow(c, t.Path)
		for _, n := range d.knownBelow(c, t.Path) {
			if now, err := os.Lstat(n.Path); err == nil && (now.Size() != n.Size || now.ModTime().UnixNano() != n.Mtime) {
				files = append(files, n.Path)
			}
		}
		return files
	}
	if there && info.IsDir() {
		return readBelow(c, t)
	}
	return []string{t.Path}
}

// changedBelow returns the files below a folder that the line's commands so far change.
func changedBelow(c *facts.Call, dir string) (files []string) {
	for _, t := range c.Touches {
		if !hook.ReadOnly(t.Kind) && t.Kind != hook.Output && t.Via == "shell" && project.Within(t.Path, dir) {
			files = append(files, t.Path)
		}
	}
	return files
}

// filesBelow returns the files below a folder, none if there are too many to visit. It skips .git,
// node_modules and __pycache__.
func filesBelow(dir string) []string {
	var files []string
	walked, end := 0, time.Now().Add(treeTime)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if walked++; walked > maxTree || len(files) > maxBelow || walked%64 == 0 && time.Now().After(end) {
			return fs.ErrInvalid
		}
		switch {
		case err != nil:
			return nil // skip what cannot be read
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

// copies returns the files that a file, a folder or a pattern is copied or moved to.
func (d *Live) copies(c *facts.Call, t shell.Touch) []string {
	if t.Glob {
		return renamed(d, c, t)
	}
	inside := filepath.Join(t.Path, filepath.Base(t.From))
	folder := isDir(t.From)
	var moved []knownFile
	if !folder && c.Moment == hook.After && gone(t.From) {
		moved = d.knownBelow(c, t.From)
		for _, path := range changedBelow(c, t.From) {
			if path != t.From {
				moved = append(moved, knownFile{snapshot: snapshot{Path: path}, atStart: true}) // created by the line itself
			}
		}
		folder = len(moved) > 0
	}
	to := t.Path
	if !folder {
		if !t.Exact && isDir(t.Path) {
			to = inside
		}
		return []string{to}
	}
	if !t.MaybeFolder {
		return nil // cp without -r skips folders
	}
	switch {
	case t.Exact:
	case c.Moment == hook.Before && isDir(t.Path), c.Moment == hook.After && isDir(inside) && !isDir(filepath.Join(t.From, filepath.Base(t.From))):
		to = inside
	}
	sources := []string{}
	for _, n := range moved {
		if n.atStart {
			sources = append(sources, n.Path)
		}
	}
	if len(moved) == 0 {
		sources = filesBelow(t.From)
	}
	var files []string
	for _, source := range sources {
		if file := to + strings.TrimPrefix(source, t.From); c.Moment == hook.Before || !gone(file) {
			files = append(files, file)
		}
	}
	return files
}

// renamed returns the files that the files matching a pattern are copied or moved to. If source and
// destination each have one star and no other pattern character, the text around the star is
// replaced (*.txt to *.md); otherwise the files keep their names in another folder.
func renamed(d *Live, c *facts.Call, t shell.Touch) []string {
	sources := matching(shell.Touch{Path: t.From, Glob: true, Recursive: t.Recursive})
	fromDir, from := filepath.Split(t.From)
	toDir, to := filepath.Split(t.Path)
	if c.Moment == hook.After {
		for _, n := range d.knownBelow(c, filepath.Clean(fromDir)) {
			if ok, err := filepath.Match(from, filepath.Base(n.Path)); ok && err == nil && n.atStart && gone(n.Path) && (t.Recursive || filepath.Dir(n.Path) == filepath.Clean(fromDir)) {
				sources = append(sources, n.Path)
			}
		}
	}
	head, tail, star := strings.Cut(from, "*")
	toHead, toTail, toStar := strings.Cut(to, "*")
	if !star || !toStar || strings.ContainsAny(head+tail+toHead+toTail, "*?[") {
		star = false
	}
	var files []string
	for _, source := range sources {
		dir, name := filepath.Split(source)
		if toDir != fromDir {
			dir = toDir
		}
		switch {
		case from == to:
		case star && strings.HasPrefix(name, head) && strings.HasSuffix(name, tail):
			name = toHead + name[len(head):len(name)-len(tail)] + toTail
		case !t.Exact && !strings.ContainsAny(to, "*?[") && isDir(t.Path):
			dir = t.Path
		default:
			continue
		}
		if file := filepath.Join(dir, name); !strings.ContainsAny(dir, "*?[") && (c.Moment == hook.Before || !gone(file)) {
			files = append(files, file)
		}
	}
	return files[:min(len(files), maxBelow)]
}

// HasTests looks for a test among the first files of a project, in the order of their names, folders
// with a leading dot and those of packages left out. Nothing is found in a home directory or after
// treeTime.
func (d *Live) HasTests(c *facts.Call, root string) (found bool) {
	end, visited := time.Now().Add(treeTime), 0
	_ = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if visited++; err != nil || visited > maxTree || visited%64 == 0 && time.Now().After(end) {
			return filepath.SkipAll
		}
		name := entry.Name()
		if entry.IsDir() {
			if path != root && (strings.HasPrefix(name, ".") || slices.Contains([]string{"node_modules", "vendor", "venv", "target", "dist", "build"}, name)) {
				return filepath.SkipDir
			}
			return nil
		}
		if found = c.Classes.Of(project.File(root, path)) == "test"; found {
			return filepath.SkipAll
		}
		return nil
	})
	return found
}
