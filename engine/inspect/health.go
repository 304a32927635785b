package inspect

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/store"
)

// A Health is what an examination of a project's store found.
type Health struct {
	Store string // where it lies
	Bytes int64  // -1 if there is none yet
	Open  bool   // others than its user may read it
	Old   bool   // another version of witness wrote its schema; the next hook brings it up to date
	// Wrong is why nothing can be remembered, nil if the store is sound and can be written.
	Wrong error
	// Damaged tells that Wrong is about what is in the file. It is false for a lock, a missing
	// right or a full disk: they are none of the store's fault.
	Damaged bool
	// Locked are the files, or the folder, that must be writable and are not; Wrong says why.
	// The store is not opened then, and nothing of the rest is known.
	Locked []string
	// Heard is when each agent was last heard in this project, in milliseconds since 1970.
	LastSeen map[string]int64
	// Swallowed is what went wrong in hooks and was kept from the agent, the latest first.
	Faults []Fault
}

// A Swallowed is one thing that went wrong in a hook.
type Fault struct {
	Place, Message string
	Count, At      int64 // how often; when last, in milliseconds since 1970
	Told           bool  // the start of a session has said so
}

// Examine looks at the store of the project around dir without changing it: a store that
// is not there is not made.
func Examine(ctx context.Context, assets fs.FS, dir string) Health {
	here := project.Find(dir, "")
	h := Health{Store: project.StorePath(here.Root), Bytes: -1, LastSeen: map[string]int64{}}
	info, err := os.Stat(h.Store)
	if err != nil {
		if h.Wrong = makeable(filepath.Dir(h.Store)); h.Wrong == nil && !errors.Is(err, fs.ErrNotExist) {
			h.Wrong = err
		}
		return h
	}
	h.Bytes, h.Open = info.Size(), info.Mode().Perm()&0o077 != 0
	if info.IsDir() {
		h.Wrong, h.Damaged = errors.New("it is a directory"), true
		return h
	}
	// SQLite would leave logs beside a read-only store that are read-only, too.
	if h.Locked, h.Wrong = refuses(h.Store); h.Wrong != nil {
		return h
	}
	h.Wrong = h.examine(ctx, assets, here.Root)
	h.Damaged = h.Damaged || store.Damaged(h.Wrong)
	return h
}

// makeable tells why a directory cannot be made, or be written to if it is there.
func makeable(dir string) error {
	for up := dir; ; up = filepath.Dir(up) {
		if info, err := os.Stat(up); err == nil {
			if !info.IsDir() {
				return fmt.Errorf("%s is no directory", up)
			}
			f, err := os.CreateTemp(up, ".witness-*")
			if err != nil {
				return err
			}
			return errors.Join(f.Close(), os.Remove(f.Name()))
		}
		if up == filepath.Dir(up) {
			return fmt.Errorf("%s cannot be made", dir)
		}
	}
}

// refuses finds what of a store cannot be written, and why: the store itself, a log that
// SQLite keeps beside it, with the rights that the store had, or the folder in which it makes
// the log.
func refuses(store string) (paths []string, why error) {
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
			err = e.Err // the name of the file means nothing to anybody
		}
		return []string{folder}, fmt.Errorf("no file can be made in %s: %w", folder, err)
	}
	_ = f.Close() // it is empty
	_ = os.Remove(f.Name())
	return nil, nil
}

// examine asks SQLite about a store that is there.
func (h *Health) examine(ctx context.Context, assets fs.FS, root string) (err error) {
	db, err := store.OpenUnprepared(h.Store)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.BusyTimeout(2 * time.Second)
	var wrong []string
	err = db.Each(ctx, "PRAGMA quick_check(3)", nil, func(_ []string, row []store.Value) error {
		if line := store.Text(row[0]); line != "ok" {
			wrong = append(wrong, strings.Join(strings.Fields(line), " "))
		}
		return nil
	})
	if err != nil {
		return err
	}
	if len(wrong) > 0 {
		h.Damaged = true
		return errors.New(strings.Join(wrong, "; "))
	}
	if _, err := db.Exec(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	// On a database that is read-only SQLite begins to read instead, and says nothing; it is
	// the first write that fails.
	_, err = db.Exec(ctx, "CREATE TABLE witness_doctor (tried INTEGER)")
	if _, back := db.Exec(ctx, "ROLLBACK"); err != nil || back != nil {
		return cmp.Or(err, back)
	}
	want, err := store.ReadSchema(assets)
	if err != nil {
		return err
	}
	have, err := db.Int(ctx, "PRAGMA user_version")
	if err != nil {
		return err
	}
	if have != want.Fingerprint {
		if _, err := db.IsNewer(ctx, want); err != nil {
			return err // the next hook sets the store aside
		}
		h.Old = true
	}
	tables, err := db.Int(ctx, "SELECT count(*) FROM sqlite_schema WHERE name IN ('events', 'faults')")
	if err != nil || tables < 2 {
		return err // made, and not yet used
	}
	err = db.Each(ctx, "SELECT agent, max(at) FROM events WHERE root = :root GROUP BY agent", store.Args{"root": root}, func(_ []string, row []store.Value) error {
		h.LastSeen[store.Text(row[0])], _ = row[1].(int64)
		return nil
	})
	if err != nil {
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
