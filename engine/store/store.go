package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"witness/engine/project"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// Open opens the store at path, migrates its schema, and creates it if there is none. It waits at most
// wait for other processes. A damaged store is set aside and a new one is created, in which the fault is
// recorded.
func Open(ctx context.Context, assets fs.FS, path string, wait time.Duration) (*DB, error) {
	db := &DB{Path: path, lock: unlocked, wait: wait}
	db.assets = assets
	err := db.open(ctx)
	emptied := err == nil && db.wasEmptied()
	if Damaged(err) {
		err = db.Replace(ctx, err)
	}
	if err == nil && (db.created || emptied) {
		err = db.noteRemoval(ctx)
	}
	if err != nil {
		return nil, err
	}
	return db, nil
}

// OpenToAsk is Open, but if there is no store at path it opens an empty one in memory.
func OpenToAsk(ctx context.Context, assets fs.FS, path string, wait time.Duration) (*DB, error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return OpenMemory(ctx, assets)
	}
	return Open(ctx, assets, path, wait)
}

// OpenMemory opens a new store in memory.
func OpenMemory(ctx context.Context, assets fs.FS) (*DB, error) {
	db := &DB{lock: unlocked}
	db.assets, db.keeps = assets, true
	return db, db.connect(ctx)
}

// Clear deletes all rows of the store. The schema stays, and with it the statements that are compiled.
func (db *DB) Clear(ctx context.Context) error {
	var statements []string
	err := db.Each(ctx, `SELECT 'DELETE FROM "' || name || '"' FROM sqlite_schema WHERE type = 'table'`, nil, func(_ []string, row []Value) error {
		statements = append(statements, Text(row[0]))
		return nil
	})
	if err != nil {
		return err
	}
	return db.Transact(ctx, db.wait, func() error {
		for _, statement := range statements {
			if _, err := db.Exec(ctx, statement); err != nil {
				return err
			}
		}
		return nil
	})
}

// OpenCopy copies the store at from to a new store at to and opens that. If there is no store at from,
// the new one is empty.
func OpenCopy(ctx context.Context, assets fs.FS, from, to string) (*DB, error) {
	if project.IsFile(from) {
		original, err := OpenReader(from, assets)
		if err != nil {
			return nil, err
		}
		original.BusyTimeout(LockWait)
		_, err = original.Exec(ctx, "VACUUM INTO ?1", to)
		if err := errors.Join(err, original.Close()); err != nil {
			return nil, err
		}
	}
	return Open(ctx, assets, to, LockWait)
}

// open locks the store's folder, creates the folder and the file if they are missing, and connects.
func (db *DB) open(ctx context.Context) (err error) {
	dir := filepath.Dir(db.Path)
	if db.lock, err = lockFolder(dir, db.wait); err == nil && db.lock == unlocked {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return err
		}
		db.lock, err = lockFolder(dir, db.wait)
	}
	if err != nil {
		return err
	}
	if temp := project.TempStateDir(); project.Within(db.Path, temp) && !ownedByUser(temp) {
		return fmt.Errorf("%s belongs to another user; set $HOME or $XDG_STATE_HOME", temp)
	}
	if db.file, db.created, err = makeFile(db.Path); err != nil {
		return err
	}
	// SQLite does not handle it well if several processes switch a new store to a write-ahead log at
	// the same time, so they do it one after another.
	if db.file.Size() == 0 && db.lock.exclusive(db.wait) {
		defer db.lock.share()
	}
	return db.connect(ctx)
}

// connect opens the connection to the store, whose file exists, and prepares its schema.
func (db *DB) connect(ctx context.Context) error {
	dsn := ":memory:"
	if db.Path != "" {
		dsn = "file:" + uriPath(db.Path)
	}
	var err error
	if db.raw, err = openDSN(dsn); err != nil {
		return fmt.Errorf("%s: %w", db.Path, err)
	}
	if err := db.prepareStore(ctx); err != nil {
		// The connection stays open. Closing the connection to a damaged store would delete its
		// log by name, and by then the log of that name may be the new store's.
		return fmt.Errorf("%s: %w", db.Path, err)
	}
	return nil
}

// makeFile creates an empty file that only its user can read, unless it exists, and returns its
// FileInfo, and whether this process created it.
func makeFile(path string) (info fs.FileInfo, created bool, err error) {
	if info, err := os.Stat(path); err == nil {
		return info, false, nil
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if errors.Is(err, fs.ErrExist) {
		info, err = os.Stat(path) // another process was faster
		return info, false, err
	}
	if err != nil {
		return nil, false, err
	}
	info, err = f.Stat()
	return info, true, errors.Join(err, f.Close())
}

// prepareStore configures the connection and, only if the schema's fingerprint in the store
// differs, migrates the schema.
func (db *DB) prepareStore(ctx context.Context) error {
	db.BusyTimeout(db.wait)
	db.withHandle(func(tls *libc.TLS, handle uintptr) { sqlite3.Xsqlite3_wal_autocheckpoint(tls, handle, 0) })
	for _, sql := range []string{"PRAGMA synchronous = NORMAL", "PRAGMA temp_store = MEMORY"} {
		if _, err := db.Exec(ctx, sql); err != nil {
			return err
		}
	}
	have, err := db.Int(ctx, "PRAGMA user_version")
	if err != nil {
		return err
	}
	current, err := db.isCurrent(have)
	if err != nil || current {
		return err
	}
	if err := db.findNewer(ctx); err != nil || db.Newer {
		return err
	}
	foreign, err := db.Int(ctx, "SELECT count(*) > 0 AND max(name = 'events') = 0 FROM sqlite_schema WHERE type = 'table'")
	if err != nil {
		return err
	}
	if foreign == 1 {
		return errors.New("this database belongs to another program and is not changed")
	}
	if have == 0 {
		// Switching to a write-ahead log takes an exclusive lock, for which SQLite does not wait.
		if err := retryLocked(db.wait, func() error { _, err := db.Exec(ctx, "PRAGMA journal_mode = WAL"); return err }); err != nil {
			return err
		}
	}
	if _, err := db.Exec(ctx, beginTx); err != nil {
		return err
	}
	if err := db.migrate(ctx, false); err != nil {
		_, undo := db.Exec(ctx, "ROLLBACK")
		return errors.Join(err, undo)
	}
	_, err = db.Exec(ctx, commitTx)
	return err
}

// Sizes of the write-ahead log, in bytes. A process that is the only one to have the store open reads
// the whole log, so a long log costs all such processes more than checkpoints cost a few of them.
const (
	checkpointBytes    = 200 << 10           // from here on a hook makes a checkpoint if no other process has the store open
	maxCheckpointBytes = 8 * checkpointBytes // from here on it makes one in any case
)

// Leave ends the use of the store by a process that then exits. Unlike Close it makes no checkpoint,
// which would wait for the disk four times: committed data stays in the write-ahead log. Only a long
// log is moved into the store and truncated. SQLite's automatic checkpoints would never truncate the
// log of processes that open the store one after another.
func (db *DB) Leave(ctx context.Context) error {
	if db.Unwritable != nil {
		return os.RemoveAll(filepath.Dir(db.Path))
	}
	info, err := os.Stat(db.Path + "-wal")
	if err != nil || info.Size() < checkpointBytes || info.Size() < maxCheckpointBytes && !db.lock.isLast() {
		return nil // there is no log, it is short, or other hooks use it
	}
	db.BusyTimeout(0)
	_, err = db.Exec(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
	return err
}

// BusyTimeout sets how long SQLite waits for a lock of another process; reads may wait as well. With
// 0 it fails at once.
func (c *conn) BusyTimeout(d time.Duration) {
	c.withHandle(func(tls *libc.TLS, handle uintptr) {
		sqlite3.Xsqlite3_busy_timeout(tls, handle, int32(d.Milliseconds()))
	})
}
