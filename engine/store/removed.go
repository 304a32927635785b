package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"witness/engine/project"
)

// madeMarks returns the paths of the files that say that there was a store. One is beside it, empty, and hidden, so that
// no pattern for the store and its log takes it; one is in the directory for temporary files, for whoever removes or moves
// the folder of all stores.
func madeMarks(store string) []string {
	sum := sha256.Sum256([]byte(store))
	return []string{
		filepath.Join(filepath.Dir(store), "."+filepath.Base(store)+"-made"),
		filepath.Join(project.TempStateDir(), "made", hex.EncodeToString(sum[:8])),
	}
}

// noteRemoval notes of a store that this process has created, if there was one before, that somebody removed or emptied it: the
// user is told as of any other file that witness depends on (guard.Notice).
func (db *DB) noteRemoval(ctx context.Context) error {
	wasMade := false
	for _, mark := range madeMarks(db.Path) {
		if _, err := os.Lstat(mark); !errors.Is(err, fs.ErrNotExist) {
			wasMade = true
		} else if err := os.MkdirAll(filepath.Dir(mark), 0o700); err == nil {
			_ = os.WriteFile(mark, nil, 0o600) // on a full disk, the store itself counts
		}
	}
	if !wasMade {
		return nil
	}
	return db.NoteChange(ctx, db.Path, "store of witness", "removed or emptied", time.Now().UnixMilli())
}

// wasEmptied reports whether somebody has emptied the file of the store. One that another process is creating is empty for a
// moment, too, but older than its mark.
func (db *DB) wasEmptied() bool {
	if db.file == nil || db.file.Size() > 0 {
		return false
	}
	mark, err := os.Lstat(madeMarks(db.Path)[0])
	return err == nil && db.file.ModTime().After(mark.ModTime())
}

// Remove removes the folder of a store of its own, so that nobody is told of it.
func Remove(store string) error {
	return errors.Join(os.RemoveAll(filepath.Dir(store)), os.RemoveAll(madeMarks(store)[1]))
}

// NoteChange notes a change that the user is to be told of at the next event, and once more when a session starts next.
func (db *DB) NoteChange(ctx context.Context, path, what, how string, now int64) error {
	_, err := db.Exec(ctx, "INSERT OR REPLACE INTO fingerprints (path, what, how, size, time, digest, changed, told) VALUES (?1, ?2, ?3, -1, 0, '', ?4, 0)", path, what, how, now)
	return err
}
