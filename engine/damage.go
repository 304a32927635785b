package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"modernc.org/sqlite"
)

// damaged reports whether an error means that the store itself is unusable: its pages, all of
// it, or its schema (errUnversioned). A full disk, a lock or a missing permission is not damage.
func damaged(err error) bool {
	if errors.Is(err, errUnversioned) {
		return true
	}
	e, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return false
	}
	const corrupt, corruptVirtual, notADB = 11, 267, 26 // SQLite's result codes
	return e.Code()&0xff == corrupt && e.Code() != corruptVirtual || e.Code() == notADB
}

// renew sets a damaged store aside and creates a new one. Nothing is deleted, and the next
// start of a session reports the old store's new name. A file that $WITNESS_DB names is set
// aside only if its name ends in .db: it may be no store at all, but its user's notes.
func (e *Engine) renew(ctx context.Context, cause error) error {
	if e.path == "" || os.Getenv("WITNESS_DB") != "" && filepath.Ext(e.path) != ".db" {
		return cause
	}
	if !e.lock.alone() {
		return fmt.Errorf("the store is damaged, and others have it open: %w", cause)
	}
	defer e.lock.share()
	// The connection is left, not closed: see openStore.
	state := "damaged"
	if errors.Is(cause, errUnversioned) {
		state = "outdated"
	}
	aside, err := setAside(e.path, state, e.file)
	if err == nil {
		e.file, err = makeStore(e.path)
	}
	if err == nil {
		e.db, err = openStore(ctx, e.brain, e.path)
	}
	if err != nil {
		return errors.Join(cause, err)
	}
	if aside == "" {
		return nil
	}
	return e.db.recordFault(ctx, "store", fmt.Sprintf("the store was %s; it is kept as %s, and a new one was begun (%v)", state, aside, cause), e.now())
}

// setAside renames a store and its log to PATH.STATE-N and returns that name. Of several
// processes that find the store unusable one renames it: if the file at path is no longer the
// given one, it is already the new store, and aside is "". The caller holds the lock exclusively.
func setAside(path, state string, was fs.FileInfo) (aside string, err error) {
	now, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !os.SameFile(now, was) {
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
	// The log goes first: SQLite would apply it to a new store of the same name.
	for _, suffix := range []string{"-wal", "-shm", ""} {
		if err := os.Rename(path+suffix, aside+suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
	}
	return aside, nil
}

// Confession is what can be said of a store that could not be used, at the moments at which
// a guard that does nothing must say so: when a session starts and when its user speaks.
func Confession(ev Event, err error) (v Verdict) {
	if err != nil && (ev.Moment == Start || ev.Moment == Prompt) {
		v.Findings = []Finding{{Rule: "faults", Severity: Warn, Message: speakable(fmt.Sprintf(
			"witness cannot use its store, so nothing is remembered and no rule is asked: %v. Tell your user to run `witness doctor`.", err))}}
	}
	return v
}
