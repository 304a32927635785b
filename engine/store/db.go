// Package store is the SQLite store: its connection, schema, transactions and locks, and the sandbox
// that runs the SQL of files.
//
// db.go has the store and conn.go its connection, store.go opens a store, sandbox.go restricts what
// a file may do, and matches.go has the SQL function that readers use.
package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A DB is one connection to a store, with the lock on the store's folder. It must not be used by two
// goroutines at the same time.
type DB struct {
	conn
	views

	Path    string // of the store, "" for one in memory
	Newer   bool   // a newer version of witness wrote the schema: see IsNewer
	InFleet bool   // the store has the tables of fleet.sql
	// Unwritable is why the store cannot be written: this is a copy of it, in a folder of its own, which is removed in the end. nil if it can.
	Unwritable error
	file       fs.FileInfo   // the store's file when it was opened; shows whether it was replaced since
	created    bool          // this process created the file
	lock       folderLock    // on the store's folder
	wait       time.Duration // for other processes while the store is opened
	readOnly   bool          // the store is not written to
	inTx       bool          // a transaction is open

	fleetIsEmpty bool // this connection has empty tables of fleet.sql: see emptyFleet
}

// OpenReader opens the store at path read-only and does not migrate it.
func OpenReader(path string, assets fs.FS) (*DB, error) {
	db, err := openBare("file:"+uriPath(path)+"?mode=ro", assets)
	if err == nil {
		db.readOnly = true
		_ = db.FindFleet(context.Background()) // if the store is damaged, the statements that follow fail as well
	}
	return db, err
}

// OpenUnprepared opens the database at path without reading or changing its schema.
func OpenUnprepared(path string, assets fs.FS) (*DB, error) {
	db, err := openBare("file:"+uriPath(path), assets)
	if err == nil {
		db.Path = path
	}
	return db, err
}

// openBare opens a database that exists and does not configure or migrate it.
func openBare(dsn string, assets fs.FS) (*DB, error) {
	raw, err := openDSN(dsn)
	if err != nil {
		return nil, err
	}
	db := &DB{conn: conn{raw: raw}, lock: unlocked}
	db.assets = assets
	return db, nil
}

// openDSN opens a database by the driver's data source name.
func openDSN(dsn string) (rawConn, error) {
	c, err := sqliteDriver().Open(dsn)
	if err != nil {
		return nil, err
	}
	raw, ok := c.(rawConn)
	if !ok {
		return nil, errors.New("the SQLite driver lacks ExecContext")
	}
	return raw, nil
}

// uriPath escapes the characters of a path that have a meaning in a SQLite URI.
func uriPath(path string) string {
	if !strings.ContainsAny(path, "%?#") {
		return path
	}
	return strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path)
}

// Pause gives up the lock on the store's folder until Resume, so that hooks may shorten the log, which they do only if no other
// process has the store open. A process that keeps the store open for long pauses while it is idle.
func (db *DB) Pause() { db.lock.pause() }

// Resume ends a Pause. It fails if the store was replaced in the meantime.
func (db *DB) Resume() error {
	if !db.lock.resume(db.wait) {
		return errFolderLocked
	}
	if now, err := os.Stat(db.Path); err != nil || !os.SameFile(now, db.file) {
		return errReplaced
	}
	return nil
}

// errReplaced is the error for a store that another process has replaced.
var errReplaced = errors.New("the store was replaced")

// Close closes the store and releases the lock on its folder. SQLite checkpoints the write-ahead
// log if this was the last connection; hooks use Leave instead.
func (db *DB) Close() error {
	var errs []error
	for _, s := range db.compiled {
		errs = append(errs, s.Close())
	}
	errs = append(errs, db.raw.Close())
	db.lock.release()
	if db.Unwritable != nil {
		errs = append(errs, os.RemoveAll(filepath.Dir(db.Path)))
	}
	return errors.Join(errs...)
}

// ContentBytes returns the size of what the store holds, without the pages that are free to be used again.
func (db *DB) ContentBytes(ctx context.Context) (int64, error) {
	return db.Int(ctx, "SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count, pragma_page_size")
}

// Vacuum rewrites the store without its free pages and truncates the log, so that no deleted text is left in either file. Other
// processes can read meanwhile, but not write.
func (db *DB) Vacuum(ctx context.Context) error {
	db.BusyTimeout(LockWait)
	// In memory, the copy of a large store would need as much memory.
	for _, sql := range []string{"PRAGMA secure_delete = ON", "PRAGMA temp_store = FILE", "VACUUM"} {
		if _, err := db.Exec(ctx, sql); err != nil {
			return fmt.Errorf("%s: %w", sql, err)
		}
	}
	busy, err := db.Int(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
	if err == nil && busy != 0 {
		err = fmt.Errorf("another process reads %s, so its log still has what was deleted; run the command again", db.Path)
	}
	return err
}
