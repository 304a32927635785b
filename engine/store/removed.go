package store

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// madeMark returns the path of an empty file beside the store, which shows that there was a store. Its name begins with a dot, so
// that a command like rm witness.db* does not remove it together with the store.
func madeMark(store string) string {
	return filepath.Join(filepath.Dir(store), "."+filepath.Base(store)+"-made")
}

// noteRemoval is called for a store that this process has created. If the mark shows that there was a store before, somebody
// has removed it, and that is recorded, so that the user is told as about any other file that witness depends on
// (guard.Notice). Commands of witness that remove a store remove its folder with the mark.
func (db *DB) noteRemoval(ctx context.Context) error {
	mark := madeMark(db.Path)
	if _, err := os.Lstat(mark); errors.Is(err, fs.ErrNotExist) {
		file, err := os.OpenFile(mark, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if err != nil {
			return nil // on a full disk, the store itself counts
		}
		return file.Close()
	}
	return db.NoteChange(ctx, db.Path, "store of witness", "removed", time.Now().UnixMilli())
}

// NoteChange notes a change that the user is to be told of at the next event, and once more when a session starts next.
func (db *DB) NoteChange(ctx context.Context, path, what, how string, now int64) error {
	_, err := db.Exec(ctx, "INSERT OR REPLACE INTO fingerprints (path, what, how, size, time, digest, changed, told) VALUES (?1, ?2, ?3, -1, 0, '', ?4, 0)", path, what, how, now)
	return err
}
