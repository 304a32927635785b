package store

import (
	"context"
	"time"

	"witness/engine/bundle"
)

// OpenIndex opens the index of a folder of files of one kind, which is stored in the table headers. wants reports whether a
// file with a selection has to be read, and version identifies what else the index depends on.
func (db *DB) OpenIndex(kind, dir string, version func() string, wants func(selection *bundle.Header) bool, now int64, fault func(place string, err error)) *bundle.Index {
	const query = "SELECT files FROM headers WHERE dir = :dir"
	stored := func(path string) (text string) {
		err := db.Compile(background, query) // once for all files
		if err == nil {
			err = db.Each(background, query, Args{"dir": path}, func(_ []string, row []Value) error {
				text = Text(row[0])
				return nil
			})
		}
		if err != nil {
			fault("headers", err)
		}
		return text
	}
	return bundle.OpenIndex(kind, dir, version, stored, wants, time.UnixMilli(now))
}

// SaveIndex stores what has changed of an index. If the store is locked it is not stored, and the next hook reads the
// files again.
func (db *DB) SaveIndex(ctx context.Context, ix *bundle.Index) {
	texts := ix.Changed()
	if texts == nil {
		return
	}
	_ = db.Transact(ctx, 0, func() error {
		return db.ExecEach(ctx, "INSERT OR REPLACE INTO headers (dir, files) VALUES (?1, ?2)", func(yield func([]any) bool) {
			for path, text := range texts {
				if !yield([]any{path, text}) {
					return
				}
			}
		})
	})
}
