package fleet

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"witness"
	"witness/engine/store"
)

// A collection is a store with the facts of many: each session has the name of the store that it is from.
type collection struct {
	path string
	db   *sql.DB
	lock sync.Mutex
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
	c.lock.Lock()
	defer c.lock.Unlock()
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

// storesOfRules runs the scripts of all rules, as testscripts/rules does, and returns their stores in one. The sessions of
// rules.d/a.sql are a:….
func storesOfRules(t *testing.T, bin string) *collection {
	t.Helper()
	all := newCollection(t)
	player := func(name string) func(*testscript.TestScript, bool, []string) {
		return func(ts *testscript.TestScript, neg bool, args []string) {
			if err := ts.Exec(name, args...); (err != nil) != neg {
				ts.Fatalf("%s: %v", name, err)
			}
		}
	}
	t.Run("stores", func(t *testing.T) {
		testscript.Run(t, testscript.Params{
			Dir: "../../testscripts/rules", RequireUniqueNames: true,
			Condition: func(string) (bool, error) { return true, nil }, // an agent runs the test
			Setup: func(env *testscript.Env) error {
				env.Setenv("PATH", bin+string(filepath.ListSeparator)+env.Getenv("PATH"))
				home := filepath.Join(env.WorkDir, ".home") // as in the tests of rules: some name it
				config := filepath.Join(home, "system.toml")
				env.Setenv("HOME", home)
				env.Setenv("XDG_STATE_HOME", filepath.Join(home, "state"))
				env.Setenv("WITNESS_SYSTEM_CONFIG", config)
				env.Setenv("WITNESS_STRICT", "1")
				name := strings.TrimPrefix(filepath.Base(env.WorkDir), "script-")
				env.Defer(func() {
					paths, err := filepath.Glob(filepath.Join(home, "state", "witness", "*", "witness.db"))
					if err != nil {
						t.Error(err)
					}
					for _, path := range paths {
						all.add(t, name, path)
					}
				})
				err := errors.Join(os.MkdirAll(filepath.Join(env.WorkDir, ".git"), 0o755), os.MkdirAll(home, 0o755))
				if err == nil {
					err = os.WriteFile(config, []byte("[limits]\nbefore_ms = 60000\nafter_ms = 60000\n[trust]\nprojects = [\"/**\"]\n"), 0o600)
				}
				return err
			},
			Cmds: map[string]func(*testscript.TestScript, bool, []string){"did": player("did"), "will": player("will"), "witness": player("witness")},
		})
	})
	return all
}
