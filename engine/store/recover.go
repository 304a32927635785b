package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"modernc.org/sqlite"
)

// Damaged reports whether an error means that the store is unusable: it has corrupt pages, is not a
// database, or is errUnversioned or errAltered. A full disk, a lock or a missing permission is not damage.
func Damaged(err error) bool {
	if errors.Is(err, errUnversioned) || errors.Is(err, errAltered) {
		return true
	}
	e, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return false
	}
	const corrupt, corruptVirtual, notADB = 11, 267, 26 // SQLite's result codes
	return e.Code()&0xff == corrupt && e.Code() != corruptVirtual || e.Code() == notADB
}

// Replace sets a damaged store aside and opens a new one in its place. cause is the error that
// showed the damage. Nothing is deleted. A store that $WITNESS_DB names is set aside only if its name
// ends with .db, because it may be another file of the user.
func (db *DB) Replace(ctx context.Context, cause error) error {
	if db.Path == "" || os.Getenv("WITNESS_DB") != "" && filepath.Ext(db.Path) != ".db" {
		return cause
	}
	if !db.lock.exclusive(db.wait) {
		return fmt.Errorf("the store is damaged, and other processes have it open: %w", cause)
	}
	defer db.lock.share()
	// The old connection is not closed: see connect.
	state := "damaged"
	switch {
	case errors.Is(cause, errUnversioned):
		state = "outdated"
	case errors.Is(cause, errAltered):
		state = "altered"
	}
	aside, err := setAside(db.Path, state, db.file)
	if err == nil {
		db.file, _, err = makeFile(db.Path)
	}
	if err == nil {
		db.conn, db.Newer = conn{}, false
		err = db.connect(ctx)
	}
	if err != nil {
		return errors.Join(cause, err)
	}
	if aside == "" {
		return nil
	}
	return db.RecordFault(ctx, "store", fmt.Sprintf("the store was %s; it is kept as %s, and a new one was created (%v)", state, aside, cause), time.Now().UnixMilli())
}

// setAside renames a store and its log to PATH.STATE-N and returns that name. Several processes may
// find the damage: if the file is no longer the opened one, another process has replaced it, and
// aside is "". The caller must hold the lock exclusively.
func setAside(path, state string, opened fs.FileInfo) (aside string, err error) {
	now, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !os.SameFile(now, opened) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	for n := 1; ; n++ {
		aside = fmt.Sprintf("%s.%s-%d", path, state, n)
		if _, err := os.Lstat(aside); errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	// The log comes first: SQLite finds a log by its name and would replay the old one into a new store.
	for _, suffix := range []string{"-wal", "-shm", ""} {
		if err := os.Rename(path+suffix, aside+suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
	}
	return aside, nil
}
