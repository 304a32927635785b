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

// damaged tells whether an error means that the store itself is broken: its pages, or all
// of it. A full disk, a lock or a missing right is none of its fault.
func damaged(err error) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return false
	}
	const corrupt, corruptVirtual, notADB = 11, 267, 26 // SQLite's result codes
	return e.Code()&0xff == corrupt && e.Code() != corruptVirtual || e.Code() == notADB
}

// renew sets a damaged store aside and begins a new one. Nothing is deleted, and the next
// start of a session tells the name. What is no database at all is only set aside where it
// passes for a store: $WITNESS_DB may name somebody's notes.
func (e *Engine) renew(ctx context.Context, cause error) error {
	if e.path == "" || os.Getenv("WITNESS_DB") != "" && filepath.Ext(e.path) != ".db" {
		return cause
	}
	if !e.lock.alone() {
		return fmt.Errorf("the store is damaged, and others have it open: %w", cause)
	}
	defer e.lock.share()
	// The connection is left, not closed: see openStore.
	aside, err := setAside(e.path, e.file)
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
	return e.db.recordFault(ctx, "store", fmt.Sprintf("the store was damaged; it is kept as %s, and a new one was begun (%v)", aside, cause), e.now())
}

// setAside renames a store and its log. Of several processes that find it damaged one does
// it: a file other than was is already the new store, and aside is "". The lock is held alone.
func setAside(path string, was fs.FileInfo) (aside string, err error) {
	now, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !os.SameFile(now, was) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	for n := 1; ; n++ {
		aside = fmt.Sprintf("%s.damaged-%d", path, n)
		if _, err := os.Lstat(aside); errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	// The log first: beside a new store the old one's would be taken for its own.
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
