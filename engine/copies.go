package engine

import (
	"path/filepath"
	"strings"

	"witness/engine/shell"
)

// copies gives the files that a file, a folder or a pattern becomes.
func (c *call) copies(t shell.Touch) []string {
	if t.Glob {
		return c.renamed(t)
	}
	inside := filepath.Join(t.Path, filepath.Base(t.From))
	folder := isFolder(t.From)
	var moved []noted
	if !folder && c.Moment == After && gone(t.From) {
		moved = c.noted(t.From)
		for _, path := range c.changedBelow(t.From) {
			if path != t.From {
				moved = append(moved, noted{look: look{path: path}, now: true}) // the line made it
			}
		}
		folder = len(moved) > 0
	}
	to := t.Path
	if !folder {
		if !t.Exact && isFolder(t.Path) {
			to = inside
		}
		return []string{to}
	}
	if !t.Tree {
		return nil // cp leaves out folders
	}
	switch {
	case t.Exact:
	case c.Moment == Before && isFolder(t.Path), c.Moment == After && isFolder(inside) && !isFolder(filepath.Join(t.From, filepath.Base(t.From))):
		to = inside
	}
	sources := []string{}
	for _, n := range moved {
		if n.now {
			sources = append(sources, n.path)
		}
	}
	if len(moved) == 0 {
		sources = below(t.From)
	}
	var files []string
	for _, source := range sources {
		if file := to + strings.TrimPrefix(source, t.From); c.Moment == Before || !gone(file) {
			files = append(files, file)
		}
	}
	return files
}

// renamed gives the files that those of a pattern become: of *.txt and *.md the one whose name
// differs in that alone; of a folder those in it that have the same names.
func (c *call) renamed(t shell.Touch) []string {
	sources := globbed(shell.Touch{Path: t.From, Glob: true, Deep: t.Deep})
	fromDir, from := filepath.Split(t.From)
	toDir, to := filepath.Split(t.Path)
	if c.Moment == After {
		for _, n := range c.noted(filepath.Clean(fromDir)) {
			if ok, err := filepath.Match(from, filepath.Base(n.path)); ok && err == nil && n.now && gone(n.path) && (t.Deep || filepath.Dir(n.path) == filepath.Clean(fromDir)) {
				sources = append(sources, n.path)
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
		case !t.Exact && !strings.ContainsAny(to, "*?[") && isFolder(t.Path):
			dir = t.Path
		default:
			continue
		}
		if file := filepath.Join(dir, name); !strings.ContainsAny(dir, "*?[") && (c.Moment == Before || !gone(file)) {
			files = append(files, file)
		}
	}
	return files[:min(len(files), maxBelow)]
}
