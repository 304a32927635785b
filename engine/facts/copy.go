package facts

import (
	"path/filepath"
	"strings"

	"witness/engine/hook"
	"witness/engine/shell"
)

// copies returns the files that a file, a folder or a pattern is copied or moved to.
func (d *Live) copies(c *Call, t shell.Touch) []string {
	if t.Glob {
		return d.renamed(c, t)
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
func (d *Live) renamed(c *Call, t shell.Touch) []string {
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
