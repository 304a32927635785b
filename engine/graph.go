package engine

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"witness/engine/imports"
)

// maxSources bounds how many source files of a project are read for its import graph.
const maxSources = 20_000

// graph brings the import graph of the project up to date: files whose size and time are
// as they were are not read again.
func (e *Engine) graph(ctx context.Context, limit int) error {
	known := map[string][2]int64{}
	err := e.db.each(ctx, "SELECT path, size, mtime FROM sources WHERE root = :root", args{"root": e.place.Root}, func(_ []string, row []driverValue) error {
		size, ok := row[1].(int64)
		mtime, ok2 := row[2].(int64)
		if ok && ok2 {
			known[show(row[0])] = [2]int64{size, mtime}
		}
		return nil
	})
	if err != nil {
		return err
	}
	var fresh []source
	there, others := map[string]bool{}, false
	walk := func(skip func(path string, size, mtime int64) bool) (whole bool) {
		fresh = nil
		return imports.Walk(e.place.Root, limit, skip, func(path string, size, mtime int64, edges []imports.Edge) {
			fresh = append(fresh, source{path, size, mtime, edges})
		})
	}
	whole := walk(func(path string, size, mtime int64) bool {
		there[path] = true
		old, ok := known[path]
		others = others || !ok || imports.IsConfig(filepath.Base(path)) && old != [2]int64{size, mtime}
		return old == [2]int64{size, mtime} || ctx.Err() != nil
	})
	var gone []string
	for path := range known {
		if whole && !there[path] {
			gone = append(gone, path)
		}
	}
	if len(known) > 0 && (others || len(gone) > 0) {
		// Files came or went, or a tsconfig.json or its like changed: an import of an
		// unchanged file may mean another one now.
		walk(func(string, int64, int64) bool { return ctx.Err() != nil })
	}
	if len(fresh)+len(gone) == 0 {
		return nil
	}
	return e.within(ctx, func() error {
		for _, path := range gone {
			if err := e.forget(ctx, path); err != nil {
				return err
			}
		}
		for _, f := range fresh {
			if err := e.keep(ctx, f); err != nil {
				return err
			}
		}
		return nil
	})
}

// recordImports keeps the imports of files that a call read or wrote whole. It is only done
// for a file that still is what the call showed: the graph's other source is the disk.
func (e *Engine) recordImports(ctx context.Context, c *call) error {
	for _, f := range c.Files {
		path := c.place.path(f.Path)
		info, err := os.Stat(path)
		if f.Content == "" || c.Outcome != OK || c.place.Root != e.place.Root || err != nil || info.Size() != int64(len(f.Content)) {
			continue
		}
		edges := imports.Of(e.place.Root, path, []byte(f.Content))
		if edges == nil {
			continue
		}
		if err := e.keep(ctx, source{path, info.Size(), info.ModTime().UnixNano(), edges}); err != nil {
			return err
		}
	}
	return nil
}

// A source is one source file as it was when its imports were read.
type source struct {
	path        string
	size, mtime int64
	edges       []imports.Edge
}

// keep replaces what is known of a source file's imports.
func (e *Engine) keep(ctx context.Context, f source) error {
	if err := e.forget(ctx, f.path); err != nil {
		return err
	}
	if _, err := e.db.exec(ctx, "INSERT INTO sources (root, path, size, mtime) VALUES (?1, ?2, ?3, ?4)", e.place.Root, f.path, f.size, f.mtime); err != nil {
		return err
	}
	for _, edge := range f.edges {
		if _, err := e.db.exec(ctx, "INSERT OR IGNORE INTO imports (root, path, target, name) VALUES (?1, ?2, ?3, ?4)", e.place.Root, f.path, edge.To, edge.Name); err != nil {
			return err
		}
	}
	return nil
}

// needsGraph tells whether a statement asks about imports.
func (f *Script) needsGraph() bool {
	return strings.Contains(f.Text, "depends_on") || strings.Contains(f.Text, "imports")
}

// forget drops what is known of a source file's imports.
func (e *Engine) forget(ctx context.Context, path string) error {
	if _, err := e.db.exec(ctx, "DELETE FROM sources WHERE root = ?1 AND path = ?2", e.place.Root, path); err != nil {
		return err
	}
	_, err := e.db.exec(ctx, "DELETE FROM imports WHERE root = ?1 AND path = ?2", e.place.Root, path)
	return err
}
