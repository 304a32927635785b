package engine

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"math/rand/v2"
	"os"
	"strings"
	"time"
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

// waiting makes SQLite itself wait for a lock. Even reading may have to.
const waiting = "PRAGMA busy_timeout = 5000"

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

// readSchema is schema.sql and views.sql as one script, with a fingerprint of both.
func readSchema(brain fs.FS) (script schema, err error) {
	tables, err := fs.ReadFile(brain, "schema.sql")
	if err != nil {
		return script, err
	}
	views, err := fs.ReadFile(brain, "views.sql")
	if err != nil {
		return script, err
	}
	sum := crc32.NewIEEE()
	sum.Write(tables)
	sum.Write(views)
	return schema{tables: string(tables), views: string(views), sum: int64(int32(sum.Sum32() | 1))}, nil
}

// A schema is what a store is made of. sum is never 0, which is an empty store's.
type schema struct {
	tables, views string
	sum           int64
}

// version is the number in the view schema_version.
func (s schema) version() (n int64, err error) {
	_, text, _ := strings.Cut(s.views, "CREATE VIEW schema_version AS SELECT ")
	_, err = fmt.Sscan(text, &n)
	return n, err
}

// prepareStore sets the connection up and, only if the fingerprint in the store differs,
// writes the schema. busy_timeout comes first: even reading waits for a lock.
func (c *conn) prepareStore(ctx context.Context, want schema) error {
	if _, err := c.exec(ctx, fmt.Sprintf("%s; PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 0", waiting)); err != nil {
		return err
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
		// Switching to WAL takes an exclusive lock that busy_timeout does not wait for.
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

// isNewer tells whether a newer witness made the store. Its tables and columns include those
// that this one knows, and its triggers know best how to keep them, so they are left alone:
// two versions at work at once must not make each other's views anew at each call.
func (c *conn) isNewer(ctx context.Context, want schema) (bool, error) {
	have, err := c.int(ctx, "SELECT version FROM schema_version")
	if err != nil && !strings.Contains(err.Error(), "no such table") {
		return false, err
	}
	mine, err := want.version()
	c.newer = have > mine
	return c.newer, err
}

// shorten moves a long write-ahead log into the store at path and empties it. SQLite's own
// checkpoints never empty the log of processes that come one by one: what they moved is
// forgotten with the process, and the log grows without end. Where others are at work it
// is left to the next.
func (c *conn) shorten(ctx context.Context, path string) error {
	info, err := os.Stat(path + "-wal")
	if err != nil || info.Size() < logBytes {
		return nil // no log is a short one
	}
	_, err = c.exec(ctx, "PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)")
	return err
}

// patiently repeats what fails because the database is locked, for at most that long.
func (c *conn) patiently(wait time.Duration, do func() error) error {
	end := time.Now().Add(wait)
	for {
		err := do()
		if err == nil || !strings.Contains(err.Error(), "locked") || time.Now().After(end) {
			return err
		}
		time.Sleep(time.Millisecond + time.Duration(rand.Int64N(int64(2*time.Millisecond))))
	}
}

// migrate brings the schema from whatever it is to what is wanted. Tables and columns are
// only ever added; views and triggers hold no data and are made anew.
func (c *conn) migrate(ctx context.Context, want schema) error {
	have, err := c.int(ctx, "PRAGMA user_version")
	if err != nil || have == want.sum {
		return err // another process was first
	}
	if newer, err := c.isNewer(ctx, want); err != nil || newer {
		return err
	}
	var drop []string
	tables := map[string]bool{}
	err = c.each(ctx, "SELECT type, name FROM sqlite_schema WHERE type IN ('view', 'trigger', 'table')", nil, func(_ []string, row []driverValue) error {
		if kind, name := show(row[0]), show(row[1]); kind == "table" {
			tables[name] = true
		} else {
			drop = append(drop, "DROP "+kind+" "+quoteName(name))
		}
		return nil
	})
	if err != nil {
		return err
	}
	if len(tables) > 0 {
		if err := c.addMissing(ctx, want.tables, tables); err != nil {
			return err
		}
	}
	script := strings.Join(drop, ";\n") + ";\n"
	for _, statement := range statements(want.tables) {
		if name, ok := creates(statement, "TABLE"); ok && tables[name] {
			continue
		}
		if strings.HasPrefix(statement, "CREATE INDEX") || strings.HasPrefix(statement, "CREATE UNIQUE INDEX") {
			statement = strings.Replace(statement, "INDEX ", "INDEX IF NOT EXISTS ", 1)
		}
		script += statement + ";\n"
	}
	script += want.views + fmt.Sprintf(";\nPRAGMA user_version = %d", want.sum)
	_, err = c.exec(ctx, script)
	return err
}

// addMissing adds the columns that an older store lacks.
func (c *conn) addMissing(ctx context.Context, script string, tables map[string]bool) error {
	fresh, err := openConn("")
	if err != nil {
		return err
	}
	defer fresh.close()
	for _, statement := range statements(script) {
		name, ok := creates(statement, "TABLE")
		if !ok || !tables[name] {
			continue
		}
		if _, err := fresh.exec(ctx, statement); err != nil {
			return err
		}
		have, err := c.columns("SELECT * FROM " + quoteName(name))
		if err != nil {
			return err
		}
		known := map[string]bool{}
		for _, column := range have {
			known[column] = true
		}
		err = fresh.each(ctx, "SELECT name, type || iif(\"notnull\" AND dflt_value IS NOT NULL, ' NOT NULL', '') || iif(dflt_value IS NULL, '', ' DEFAULT ' || dflt_value) FROM pragma_table_info(:p1)",
			args{"p1": name}, func(_ []string, row []driverValue) error {
				if known[show(row[0])] {
					return nil
				}
				_, err := c.exec(ctx, "ALTER TABLE "+quoteName(name)+" ADD COLUMN "+quoteName(show(row[0]))+" "+show(row[1]))
				return err
			})
		if err != nil {
			return err
		}
	}
	return nil
}

// statements splits schema.sql: a statement ends with a semicolon at the end of a line, a
// trigger with END;.
func statements(script string) []string {
	var list []string
	var b strings.Builder
	for line := range strings.Lines(script) {
		code := strings.TrimRight(line, "\r\n")
		if b.Len() == 0 && (strings.TrimSpace(code) == "" || strings.HasPrefix(code, "--")) {
			continue
		}
		b.WriteString(line)
		text, _, _ := strings.Cut(code, "--")
		text = strings.TrimSpace(text)
		trigger := strings.HasPrefix(b.String(), "CREATE TRIGGER")
		if trigger && text == "END;" || !trigger && strings.HasSuffix(text, ";") {
			list = append(list, strings.TrimSuffix(strings.TrimSpace(b.String()), ";"))
			b.Reset()
		}
	}
	return list
}

// creates tells the name of what a CREATE statement makes.
func creates(statement, kind string) (string, bool) {
	rest, ok := strings.CutPrefix(statement, "CREATE "+kind+" ")
	if !ok {
		return "", false
	}
	name, _, _ := strings.Cut(rest, " ")
	return name, true
}

func quoteName(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
