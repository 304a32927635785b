package inspect

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"witness/engine/chain"
	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/store"
)

// Health is the result of Examine.
type Health struct {
	Store string // the path
	Bytes int64  // the size, -1 if the store does not exist
	Open  bool   // whether other users may have access to it
	Old   bool   // another version of witness wrote its schema; the next hook upgrades it
	// Wrong is why the store cannot be used, nil if it is intact and writable.
	Wrong error
	// Partly reports whether the store is too large to be examined whole while a person waits.
	Partly bool
	// Damaged reports whether Wrong is about the contents of the file, and not about a lock, missing
	// permissions or a full disk.
	Damaged bool
	// Locked are the files, or the directory, that are not writable. Wrong is the reason. The store
	// is not opened then, and the fields below are empty.
	Locked []string
	// LastSeen is the time of each agent's last event in this project, in milliseconds since 1970.
	LastSeen map[string]int64
	// Faults are the latest errors in hooks, the last first.
	Faults []Fault
	// Changes are the changes of files that witness depends on which the hooks noticed, the last first.
	Changes []Change
}

// A Change is the latest change of a file that witness depends on, made neither by a command of witness nor with a person's consent.
type Change struct {
	Path, What string // the file, and what it is: settings of an agent, ...
	How        string // changed, created or removed
	At         int64  // when it was noticed, in milliseconds since 1970
}

// A Fault is an error in a hook, which was recorded instead of failing the call.
type Fault struct {
	Place, Message string
	Count          int64 // how often it occurred
	At             int64 // when it last did, in milliseconds since 1970
	Told           bool  // whether it was reported at the start of a session
}

// Examine examines the store of the project that contains dir without changing or creating it.
func Examine(ctx context.Context, assets fs.FS, dir string) Health {
	here := project.Find(dir, "")
	h := Health{Store: project.StorePath(here.Root), Bytes: -1, LastSeen: map[string]int64{}}
	info, err := os.Stat(h.Store)
	if err != nil {
		if h.Wrong = checkCreatable(filepath.Dir(h.Store)); h.Wrong == nil && !errors.Is(err, fs.ErrNotExist) {
			h.Wrong = err
		}
		return h
	}
	h.Bytes, h.Open = info.Size(), runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 // Windows has no such bits
	if info.IsDir() {
		h.Wrong, h.Damaged = errors.New("it is a directory"), true
		return h
	}
	// A store that is not writable is not opened, because SQLite would create log files for it that are read-only as well.
	if h.Locked, h.Wrong = findLocked(h.Store); h.Wrong != nil {
		return h
	}
	h.Wrong = h.examine(ctx, assets, here.Root)
	h.Damaged = h.Damaged || store.Damaged(h.Wrong)
	return h
}

// checkCreatable returns why a directory cannot be created, or be written to if it exists.
func checkCreatable(dir string) error {
	for up := dir; ; up = filepath.Dir(up) {
		if info, err := os.Stat(up); err == nil {
			if !info.IsDir() {
				return fmt.Errorf("%s is not a directory", up)
			}
			f, err := os.CreateTemp(up, ".witness-*")
			if err != nil {
				return err
			}
			return errors.Join(f.Close(), os.Remove(f.Name()))
		}
		if up == filepath.Dir(up) {
			return fmt.Errorf("%s cannot be created", dir)
		}
	}
}

// findLocked returns what is not writable, and why: the store, its log files, which have the
// permissions of the store, or the directory in which SQLite creates the log files.
func findLocked(store string) (paths []string, why error) {
	for _, path := range []string{store, store + "-wal", store + "-shm"} {
		f, err := os.OpenFile(path, os.O_RDWR, 0)
		if err == nil {
			err = f.Close()
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			paths, why = append(paths, path), cmp.Or(why, err)
		}
	}
	if why != nil {
		return paths, why
	}
	folder := filepath.Dir(store)
	f, err := os.CreateTemp(folder, ".witness-*")
	if err != nil {
		if e, ok := errors.AsType[*fs.PathError](err); ok {
			err = e.Err // without the random name of the file
		}
		return []string{folder}, fmt.Errorf("no file can be created in %s: %w", folder, err)
	}
	_ = f.Close() // it is empty
	_ = os.Remove(f.Name())
	return nil, nil
}

// examineTime is how long the pages of the store are examined: enough for some 200 MB.
const examineTime = 700 * time.Millisecond

// examine opens the store and checks it with SQLite.
func (h *Health) examine(ctx context.Context, assets fs.FS, root string) (err error) {
	db, err := store.OpenUnprepared(h.Store, assets)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.BusyTimeout(2 * time.Second)
	var wrong []string
	limited, cancel := context.WithTimeout(ctx, examineTime)
	defer cancel()
	err = db.Each(limited, "PRAGMA quick_check(3)", nil, func(_ []string, row []store.Value) error {
		if line := store.Text(row[0]); line != "ok" {
			wrong = append(wrong, strings.Join(strings.Fields(line), " "))
		}
		return nil
	})
	h.Partly = store.TimedOut(err)
	if err != nil && !h.Partly {
		return err
	}
	if len(wrong) > 0 {
		h.Damaged = true
		return errors.New(strings.Join(wrong, "; "))
	}
	if _, err := db.Exec(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	// On a read-only database SQLite begins a read transaction without an error, and only the first
	// write fails.
	_, err = db.Exec(ctx, "CREATE TABLE witness_doctor (tried INTEGER)")
	if _, back := db.Exec(ctx, "ROLLBACK"); err != nil || back != nil {
		return cmp.Or(err, back)
	}
	if err := db.FindFleet(ctx); err != nil {
		return err
	}
	want, err := store.ReadSchema(assets, db.InFleet)
	if err != nil {
		return err
	}
	have, err := db.Int(ctx, "PRAGMA user_version")
	if err != nil {
		return err
	}
	if have != want.Fingerprint {
		if db.Newer, err = db.IsNewer(ctx, want); err != nil {
			return err // the next hook sets the store aside
		}
		h.Old = true
	} else if err := db.CheckSchema(ctx); err != nil {
		return err // the next start of a session sets the store aside
	}
	tables, err := db.Int(ctx, "SELECT count(*) FROM sqlite_schema WHERE name IN ('events', 'faults')")
	if err != nil || tables < 2 {
		return err // a store that was created and not used yet
	}
	// The last event of each session is found by its key; all events of a large store would take seconds.
	err = db.Each(ctx, `
		SELECT agent, max(at)
		FROM   (SELECT e.agent, e.at FROM sessions s JOIN events e ON e.session = s.session AND e.t = (SELECT max(t) FROM events WHERE session = s.session)
		        WHERE  s.root = :root)
		GROUP  BY agent`, store.Args{"root": root}, func(_ []string, row []store.Value) error {
		h.LastSeen[store.Text(row[0])], _ = row[1].(int64)
		return nil
	})
	if err != nil {
		return err
	}
	if err := h.readChanges(ctx, db); err != nil {
		return err
	}
	return db.Each(ctx, "SELECT place, message, count, at, told FROM faults ORDER BY at DESC, place LIMIT 20", nil, func(_ []string, row []store.Value) error {
		s := Fault{Place: hook.Printable(store.Text(row[0])), Message: hook.Printable(store.Text(row[1])), Told: store.Text(row[4]) == "1"}
		s.Count, _ = row[2].(int64)
		s.At, _ = row[3].(int64)
		h.Faults = append(h.Faults, s)
		return nil
	})
}

// readChanges reads the changes that the hooks noticed, and compares the rows of all sessions with their chains. A store of an
// earlier version has neither.
func (h *Health) readChanges(ctx context.Context, db *store.DB) error {
	if h.Old {
		return nil
	}
	sessions, err := chain.Sessions(ctx, db, math.MaxInt32)
	if err == nil {
		sessions, err = chain.Edited(ctx, db, sessions...)
	}
	if err != nil {
		return err
	}
	if len(sessions) > 0 {
		h.Changes = append(h.Changes, Change{Path: h.Store, What: "rows of runs and verdicts in the store of witness", How: "changed", At: time.Now().UnixMilli()})
	}
	return db.Each(ctx, "SELECT path, what, how, changed FROM fingerprints WHERE changed > 0 ORDER BY changed DESC, path LIMIT 20", nil, func(_ []string, row []store.Value) error {
		c := Change{Path: hook.Printable(store.Text(row[0])), What: store.Text(row[1]), How: store.Text(row[2])}
		c.At, _ = row[3].(int64)
		h.Changes = append(h.Changes, c)
		return nil
	})
}
