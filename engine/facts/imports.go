package facts

import (
	"context"
	"os"
	"path/filepath"

	"witness/engine/hook"
	"witness/engine/imports"
	"witness/engine/store"
)

// maxSources limits how many source files of a project are read for its import graph.
const maxSources = 20_000

// A Graph is the import graph of a project, kept in the tables sources and imports.
type Graph struct {
	DB   *store.DB
	Root string // of the project
}

// Refresh updates the graph from the disk. Files whose size and modification time have not changed
// are not read again.
func (g *Graph) Refresh(ctx context.Context) error {
	known := map[string][2]int64{}
	err := g.DB.Each(ctx, "SELECT path, size, mtime FROM sources WHERE root = :root", store.Args{"root": g.Root}, func(_ []string, row []store.Value) error {
		size, ok := row[1].(int64)
		mtime, ok2 := row[2].(int64)
		if ok && ok2 {
			known[store.Text(row[0])] = [2]int64{size, mtime}
		}
		return nil
	})
	if err != nil {
		return err
	}
	var fresh []source
	there, resolveAll := map[string]bool{}, false
	walk := func(skip func(path string, size, mtime int64) bool) (whole bool) {
		fresh = nil
		return imports.Walk(g.Root, maxSources, skip, func(path string, size, mtime int64, edges []imports.Edge) {
			fresh = append(fresh, source{path, size, mtime, edges})
		})
	}
	whole := walk(func(path string, size, mtime int64) bool {
		there[path] = true
		old, ok := known[path]
		resolveAll = resolveAll || !ok || imports.IsConfig(filepath.Base(path)) && old != [2]int64{size, mtime}
		return old == [2]int64{size, mtime} || ctx.Err() != nil
	})
	var gone []string
	for path := range known {
		if whole && !there[path] {
			gone = append(gone, path)
		}
	}
	if len(known) > 0 && (resolveAll || len(gone) > 0) {
		// Files were added or removed, or a file such as tsconfig.json changed: an import in an
		// unchanged file may resolve to another file now.
		walk(func(string, int64, int64) bool { return ctx.Err() != nil })
	}
	if len(fresh)+len(gone) == 0 {
		return nil
	}
	return g.DB.Within(ctx, func() error {
		for _, path := range gone {
			if err := g.forget(ctx, path); err != nil {
				return err
			}
		}
		for _, f := range fresh {
			if err := g.put(ctx, f); err != nil {
				return err
			}
		}
		return nil
	})
}

// Remember stores the imports of the files that a call read or wrote as a whole, if the file on disk
// still has the size of the content that the call shows.
func (g *Graph) Remember(ctx context.Context, c *Call) error {
	for _, f := range c.Files {
		path := c.Project.Path(f.Path)
		info, err := os.Stat(path)
		if f.Content == "" || c.Outcome != hook.OK || c.Project.Root != g.Root || err != nil || info.Size() != int64(len(f.Content)) {
			continue
		}
		edges := imports.Of(g.Root, path, []byte(f.Content))
		if edges == nil {
			continue
		}
		if err := g.put(ctx, source{path, info.Size(), info.ModTime().UnixNano(), edges}); err != nil {
			return err
		}
	}
	return nil
}

// A source is one source file at the time its imports were read.
type source struct {
	path        string
	size, mtime int64
	edges       []imports.Edge
}

// put replaces the stored imports of a source file.
func (g *Graph) put(ctx context.Context, f source) error {
	if err := g.forget(ctx, f.path); err != nil {
		return err
	}
	if _, err := g.DB.Exec(ctx, "INSERT INTO sources (root, path, size, mtime) VALUES (?1, ?2, ?3, ?4)", g.Root, f.path, f.size, f.mtime); err != nil {
		return err
	}
	for _, edge := range f.edges {
		if _, err := g.DB.Exec(ctx, "INSERT OR IGNORE INTO imports (root, path, target, name) VALUES (?1, ?2, ?3, ?4)", g.Root, f.path, edge.To, edge.Name); err != nil {
			return err
		}
	}
	return nil
}

// forget deletes the stored imports of a source file.
func (g *Graph) forget(ctx context.Context, path string) error {
	if _, err := g.DB.Exec(ctx, "DELETE FROM sources WHERE root = ?1 AND path = ?2", g.Root, path); err != nil {
		return err
	}
	_, err := g.DB.Exec(ctx, "DELETE FROM imports WHERE root = ?1 AND path = ?2", g.Root, path)
	return err
}
