package engine

import (
	"context"
	"errors"
	"fmt"
	"hash/adler32"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"strings"
	"time"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// lockWait is how long a finished call waits for another process that writes. It is
// long because a finished call must not be lost; a write takes milliseconds.
const lockWait = 5 * time.Second

// answerWait is how long a call that is about to run waits: its agent waits with it.
const answerWait = 2 * time.Second

// logBytes is how long the write-ahead log of a store may get before a hook moves it into
// the store. A process that finds nobody else in the store reads the whole log anew, so a
// long one costs each of them more than moving it costs the few that do.
const logBytes = 200 << 10

// maxLogBytes is how long it may get while others are at work.
const maxLogBytes = 8 * logBytes

// openStore opens the store at path, which is there, or one in memory for "", and brings
// its schema up to date. Parallel first
// starts create it once: whoever is second finds it made.
func openStore(ctx context.Context, brain fs.FS, path string) (*conn, error) {
	schema, err := readSchema(brain)
	if err != nil {
		return nil, err
	}
	c, err := openConn(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	c.brain = brain
	if err := c.prepareStore(ctx, schema); err != nil {
		// Not closed: to close a damaged store would be to delete a log, by its name, that may
		// be the new one's by now. A process that cannot open its store has no other use for it.
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return c, nil
}

// makeStore creates an empty file that only its user can read, if there is none, and tells
// which file it is.
func makeStore(path string) (fs.FileInfo, error) {
	if info, err := os.Stat(path); err == nil {
		return info, nil
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	return info, errors.Join(err, f.Close())
}

// A schema is what a store is made of: schema.sql of the brain.
type schema struct {
	brain fs.FS
	sum   int64 // the script's fingerprint; never 0, which is an empty store's
}

// readSchema takes the fingerprint of schema.sql. Most hooks need no more of it.
func readSchema(brain fs.FS) (s schema, err error) {
	f, err := brain.Open("schema.sql")
	if err != nil {
		return s, err
	}
	defer f.Close()
	h := adler32.New() // most others first make a table, or take ten times as long where the processor has no help for them
	_, err = io.CopyBuffer(h, f, make([]byte, 4<<10))
	return schema{brain, int64(int32(h.Sum32() | 1))}, err
}

// script is the whole of it.
func (s schema) script() (string, error) {
	script, err := fs.ReadFile(s.brain, "schema.sql")
	return string(script), err
}

// version is the number in the view schema_version.
func (s schema) version() (n int64, err error) {
	script, err := s.script()
	if err != nil {
		return 0, err
	}
	_, text, _ := strings.Cut(script, "CREATE VIEW schema_version AS SELECT ")
	_, err = fmt.Sscan(text, &n)
	return n, err
}

// prepareStore sets the connection up and, only if the fingerprint in the store differs,
// writes the schema.
func (c *conn) prepareStore(ctx context.Context, want schema) error {
	c.waitAtMost(lockWait)
	c.tell(func(tls *libc.TLS, db uintptr) { sqlite3.Xsqlite3_wal_autocheckpoint(tls, db, 0) })
	for _, sql := range []string{"PRAGMA synchronous = NORMAL", "PRAGMA temp_store = MEMORY"} {
		if _, err := c.exec(ctx, sql); err != nil {
			return err
		}
	}
	have, err := c.int(ctx, "PRAGMA user_version")
	if err != nil || have == want.sum {
		return err
	}
	if newer, err := c.isNewer(ctx, want); err != nil || newer {
		return err
	}
	others, err := c.int(ctx, "SELECT count(*) > 0 AND max(name = 'events') = 0 FROM sqlite_schema WHERE type = 'table'")
	if err != nil {
		return err
	}
	if others == 1 {
		return errors.New("this database has tables of another program and is left as it is")
	}
	if have == 0 {
		// Switching to WAL takes an exclusive lock that SQLite does not wait for.
		if err := c.patiently(lockWait, func() error { _, err := c.exec(ctx, "PRAGMA journal_mode = WAL"); return err }); err != nil {
			return err
		}
	}
	if _, err := c.exec(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	if err := c.migrate(ctx, want); err != nil {
		_, undo := c.exec(ctx, "ROLLBACK")
		return errors.Join(err, undo)
	}
	_, err = c.exec(ctx, "COMMIT")
	return err
}

// shorten moves a long write-ahead log into the store at path and empties it. SQLite's own
// checkpoints never empty the log of processes that come one by one: what they moved is
// forgotten with the process, and the log grows without end. Where others are at work it
// is left to the next: what is in use cannot be emptied, and each that leaves a crowd would
// wait for the disk in vain. A log that has grown very long is moved all the same.
func (c *conn) shorten(ctx context.Context, path string, last func() bool) error {
	info, err := os.Stat(path + "-wal")
	if err != nil || info.Size() < logBytes || info.Size() < maxLogBytes && !last() {
		return nil // no log is a short one
	}
	c.waitAtMost(0)
	_, err = c.exec(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
	return err
}

// patiently repeats what fails because the database is locked, for at most that long. Another
// hook has the lock for less than a millisecond, and at first is asked again as soon: in a crowd
// all may be asleep. Somebody else's program may have it for seconds.
func (c *conn) patiently(wait time.Duration, do func() error) error {
	end := time.Now().Add(wait)
	for pause := 200 * time.Microsecond; ; pause = min(pause+pause/8, 2*time.Millisecond) {
		err := do()
		if err == nil || !strings.Contains(err.Error(), "locked") || time.Now().After(end) {
			return err
		}
		time.Sleep(pause + time.Duration(rand.Int64N(int64(pause))))
	}
}
