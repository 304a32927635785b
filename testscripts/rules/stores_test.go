package rules_test

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"witness"
	"witness/engine/store"
)

// A collection is a store with the facts of many: each session has the name of the store that it is from.
type collection struct {
	path string
	db   *sql.DB
}

// newCollection creates an empty store.
func newCollection(t *testing.T) *collection {
	t.Helper()
	c := &collection{path: filepath.Join(t.TempDir(), "all", "witness.db")}
	empty, err := store.Open(t.Context(), witness.Files, c.path, store.LockWait)
	if err == nil {
		err = errors.Join(empty.JoinFleet(t.Context()), empty.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	if c.db, err = sql.Open("sqlite", "file:"+c.path); err != nil {
		t.Fatal(err)
	}
	c.db.SetMaxOpenConns(1) // ATTACH belongs to a connection
	t.Cleanup(func() { _ = c.db.Close() })
	return c
}

// add copies a store. Its sessions become name:session.
func (c *collection) add(t *testing.T, name, path string) {
	t.Helper()
	c.exec(t, "ATTACH ? AS one", path)
	for _, table := range c.column(t, "SELECT name FROM one.sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*'") {
		names := c.column(t, "SELECT name FROM pragma_table_info(?, 'one')", table)
		values := strings.Join(names, ", ")
		for _, column := range names {
			if column == "session" {
				values = strings.Replace(", "+values+",", ", session,", ", '"+name+":' || session,", 1)
				values = strings.Trim(values, ", ")
			}
		}
		c.exec(t, fmt.Sprintf("INSERT OR IGNORE INTO main.%s (%s) SELECT %s FROM one.%[1]s", table, strings.Join(names, ", "), values))
	}
	c.exec(t, "DETACH one")
}

func (c *collection) exec(t *testing.T, statement string, args ...any) {
	t.Helper()
	if _, err := c.db.ExecContext(t.Context(), statement, args...); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// column returns the values of the first column of a query.
func (c *collection) column(t *testing.T, query string, args ...any) (list []string) {
	t.Helper()
	rows, err := c.db.QueryContext(t.Context(), query, args...)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	for rows.Next() {
		var value string
		if err := rows.Scan(&value); err != nil {
			t.Fatal(err)
		}
		list = append(list, value)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

// A keeper keeps a copy of each store that a script has made, in a folder of the script's name.
type keeper struct {
	dir   string
	ended atomic.Int64 // how many scripts have ended
}

// keep copies the stores of a script, at its end.
func (k *keeper) keep(t *testing.T, env *testscript.Env) {
	k.ended.Add(1)
	paths, err := filepath.Glob(filepath.Join(env.Getenv("XDG_STATE_HOME"), "witness", "*", "witness.db*"))
	if err != nil {
		t.Error(err)
	}
	for _, path := range paths {
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() || strings.HasSuffix(path, "-shm") {
			continue
		}
		name := strings.TrimPrefix(filepath.Base(env.WorkDir), "script-")
		to := filepath.Join(k.dir, name, filepath.Base(filepath.Dir(path)), filepath.Base(path))
		text, err := os.ReadFile(path)
		if err == nil {
			err = errors.Join(os.MkdirAll(filepath.Dir(to), 0o700), os.WriteFile(to, text, 0o600))
		}
		if err != nil {
			t.Error(err)
		}
	}
}

// all returns the stores in one. The sessions of the script a.txtar are a:…. The test is skipped if -run has selected a few scripts.
func (k *keeper) all(t *testing.T) *collection {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(k.dir, "*", "*", "witness.db"))
	if err != nil {
		t.Fatal(err)
	}
	scripts, err := filepath.Glob("*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	switch ended := int(k.ended.Load()); {
	case ended < len(scripts)/2:
		t.Skipf("only %d of %d scripts ran, and the comparison needs the stores of most", ended, len(scripts))
	case len(paths) < ended/2:
		t.Fatalf("%d scripts have left only %d stores", ended, len(paths))
	}
	all := newCollection(t)
	for _, path := range paths {
		all.add(t, filepath.Base(filepath.Dir(filepath.Dir(path))), path)
	}
	return all
}
