package store

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// madeMark returns the path of the file that says that there was a store: it is beside it, empty, and hidden, so that
// no pattern for the store and its log takes it.
func madeMark(store string) string {
	return filepath.Join(filepath.Dir(store), "."+filepath.Base(store)+"-made")
}

// noteRemoval notes of a store that this process has created, if there was one before, that somebody removed it: the
// user is told as of any other file that witness depends on (guard.Notice). Commands of witness remove
// the folder with it.
func (db *DB) noteRemoval(ctx context.Context) error {
	mark := madeMark(db.Path)
	if _, err := os.Lstat(mark); errors.Is(err, fs.ErrNotExist) {
		file, err := os.OpenFile(mark, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if err != nil {
			return nil // on a full disk, the store itself counts
		}
		return file.Close()
	}
	_, err := db.Exec(ctx, "INSERT OR REPLACE INTO fingerprints (path, what, how, size, time, digest, changed, told) VALUES (?1, 'store of witness', 'removed', -1, 0, '', ?2, 0)",
		db.Path, time.Now().UnixMilli())
	return err
}
