package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"witness/engine/project"

	"modernc.org/libc"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// errReadOnly is the error for a store that SQLite can only read: its file or disk is read-only.
var errReadOnly = errors.New("it is read-only")

// unwritable returns errReadOnly if the connection can only read the store.
func (db *DB) unwritable() (err error) {
	if db.raw == nil {
		return nil
	}
	db.withHandle(func(tls *libc.TLS, handle uintptr) {
		if sqlite3.Xsqlite3_db_readonly(tls, handle, 0) == 1 {
			err = fmt.Errorf("%s: %w", db.Path, errReadOnly)
		}
	})
	return err
}

// unwritable reports whether an error means that a store can be read at most.
func unwritable(err error) bool {
	if errors.Is(err, errReadOnly) || errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		return true
	}
	const readOnly, cannotOpen = 8, 14 // SQLite's result codes
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && (e.Code()&0xff == readOnly || e.Code()&0xff == cannotOpen)
}

// OpenToJudge is Open for a hook. Of a store that cannot be written it opens a copy, so that what it knows is judged by, and
// nothing is recorded: a store that somebody made read-only does not make a red test green.
func OpenToJudge(ctx context.Context, assets fs.FS, path string, wait time.Duration) (*DB, error) {
	db, err := Open(ctx, assets, path, wait)
	cause := err
	if err == nil {
		cause = db.unwritable()
	}
	if !unwritable(cause) || !project.IsFile(path) {
		return db, err
	}
	if err == nil {
		cause = errors.Join(cause, db.Close())
	}
	return openAside(ctx, assets, path, wait, cause)
}

// openAside opens a copy of a store, in a folder of its own. cause is why the store cannot be written.
func openAside(ctx context.Context, assets fs.FS, path string, wait time.Duration, cause error) (*DB, error) {
	folder, err := os.MkdirTemp("", "witness-read-only-")
	if err != nil {
		return nil, errors.Join(cause, err)
	}
	copied := filepath.Join(folder, filepath.Base(path))
	for _, suffix := range []string{"", "-wal"} {
		text, err := os.ReadFile(path + suffix)
		if err == nil {
			err = os.WriteFile(copied+suffix, text, 0o600)
		}
		if err != nil && !(suffix != "" && errors.Is(err, fs.ErrNotExist)) {
			return nil, errors.Join(cause, err, os.RemoveAll(folder))
		}
	}
	db := &DB{Path: copied, lock: unlocked, wait: wait, Unwritable: cause}
	db.assets = assets
	if err := db.open(ctx); err != nil {
		return nil, errors.Join(cause, err, os.RemoveAll(folder))
	}
	return db, nil
}

// A Kept opens the store for one call after another of the same process. It keeps the last store open, with its statements
// compiled, because opening and compiling is half of what a hook of a script takes. Between two calls it gives up the lock: other
// processes may use, change or remove the store.
type Kept struct {
	db     *DB
	schema int64 // its fingerprint when the store was opened
}

// Open is OpenToJudge. The store is not to be closed but left.
func (k *Kept) Open(ctx context.Context, assets fs.FS, path string, wait time.Duration) (*DB, error) {
	if k.db != nil && k.isSame(ctx, path) {
		k.db.wait = wait
		k.db.BusyTimeout(wait)
		return k.db, nil
	}
	k.Close()
	db, err := OpenToJudge(ctx, assets, path, wait)
	if err != nil || db.Path != path { // it is a copy of one that cannot be written
		return db, err
	}
	db.keeps = true
	k.db = db
	k.schema, err = db.Int(ctx, "PRAGMA user_version")
	return db, err
}

// isSame reports whether the store that is kept is the one at path, with the schema that it had and not made read-only.
func (k *Kept) isSame(ctx context.Context, path string) bool {
	if k.db.Path != path || k.db.Resume() != nil {
		return false
	}
	schema, err := k.db.Int(ctx, "PRAGMA user_version")
	return err == nil && schema == k.schema && k.db.unwritable() == nil
}

// Leave ends the use of a store that Open has opened: one that is kept is paused, another closed.
func (k *Kept) Leave(db *DB) error {
	if db != k.db {
		return db.Close()
	}
	db.Pause()
	return nil
}

// Close closes the store that is kept, if there is one.
func (k *Kept) Close() {
	if k.db != nil {
		_ = k.db.Close()
		k.db = nil
	}
}
