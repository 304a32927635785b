package main

import (
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"witness/internal/rows"
)

// copyLargeStore makes the store of the case a copy of the large one. It is created once for each version of the
// schema and kept in the directory for temporary files.
func (c *testCase) copyLargeStore() error {
	path := c.store()
	if err := c.readFirst(); err != nil {
		return err // it creates an empty store with the schema
	}
	version, err := schemaVersion(path)
	if err != nil {
		return err
	}
	cached := filepath.Join(os.TempDir(), fmt.Sprintf("witness-bench-large-%d.db", version))
	if _, err := os.Stat(cached); err != nil {
		made := cached + ".new"
		if err := copyFile(made, path); err != nil {
			return err
		}
		if err := fillStore(made); err != nil {
			return err
		}
		if err := os.Rename(made, cached); err != nil {
			return err
		}
	}
	if err := copyFile(path, cached); err != nil {
		return err
	}
	return moveSession(path, c.project)
}

// copyFile copies a store that no process has open, without its write-ahead log.
func copyFile(to, from string) (err error) {
	for _, side := range []string{"-wal", "-shm"} {
		if err := os.RemoveAll(to + side); err != nil {
			return err
		}
	}
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// schemaVersion returns the user_version of a store, which changes with the schema. It also
// moves the content of the write-ahead log into the file, so that the file can be copied.
func schemaVersion(path string) (version int64, err error) {
	db, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := db.QueryRow("PRAGMA user_version").Scan(&version); err != nil {
		return 0, err
	}
	_, err = db.Exec("PRAGMA wal_checkpoint(TRUNCATE)")
	return version, err
}

// storedProject is the project in the cached store. moveSession replaces it by that of the
// benchmark, which differs from run to run.
const storedProject = "/home/dev/proj"

// fillStore adds 2,000 sessions of 500 events to a store and, to the session that is
// measured, 10,000 events and 20 runs of 5,000 tests, of which 20 fail.
func fillStore(path string) (err error) {
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=synchronous(OFF)&_pragma=journal_mode(WAL)")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1)
	const numbers = "WITH RECURSIVE number (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM number WHERE i + 1 < %d) "
	for _, statement := range []string{
		fmt.Sprintf(numbers, 500_000) + `
			INSERT INTO events (session, t, moment, at, agent, call, tool, name, command, cwd, root, outcome)
			SELECT printf('session-%04d', i / 250), i % 250 + 1, m.value, 1763600000000 + i * 1000, 'claude', 'call-' || i,
			       'run', 'Bash', 'go test ./part' || (i % 7), ?1, ?1, iif(m.value = 'after', 'ok', '')
			FROM   number, json_each('["before", "after"]') m`,
		fmt.Sprintf(numbers, 200_000) + `
			INSERT INTO touches (session, path, kind, t, file, root)
			SELECT printf('session-%04d', i / 100), ?1 || '/file' || (i % 40) || '.go', iif(i % 3, 'read', 'edit'), i % 250 + 1,
			       'file' || (i % 40) || '.go', ?1
			FROM   number`,
		fmt.Sprintf(numbers, 5_000) + `
			INSERT INTO events (session, t, moment, at, agent, call, tool, name, command, cwd, root, outcome)
			SELECT ?2, i + 10, m.value, 1763700000000 + i * 1000, 'claude', 'own-' || i, iif(i % 250, 'edit', 'run'),
			       iif(i % 250, 'Edit', 'Bash'), iif(i % 250, '', 'go test -v ./...'), ?1, ?1, iif(m.value = 'after', 'ok', '')
			FROM   number, json_each('["before", "after"]') m`,
		fmt.Sprintf(numbers, 20) + `
			INSERT INTO commands (session, t, n, program, args, text, root, runner)
			SELECT ?2, i * 250 + 10, 0, 'go test', '["-v","./..."]', 'go test -v ./...', ?1, 'go_test' FROM number`,
		fmt.Sprintf(numbers, 400) + `
			INSERT INTO tests (session, t, n, test, suite, tool, outcome)
			SELECT ?2, i / 20 * 250 + 10, 0, 'TestNumber' || (i % 20 * 250), 'example.com/cart', 'go_test', 'fail'
			FROM   number WHERE ?1 <> ''`,
		fmt.Sprintf(numbers, 20) + `
			INSERT INTO test_lists (session, t, n, i, suite, tool, outcome, file, list)
			SELECT ?2, i * 250 + 10, 0, 0, 'example.com/cart', 'go_test', 'pass', '', 1
			FROM   number WHERE ?1 <> ''`,
		fmt.Sprintf(numbers, 5_000) + `
			INSERT INTO listed_tests (list, test) SELECT 1, 'TestNumber' || i FROM number WHERE i % 250 AND ?1 <> '' AND ?2 <> ''`,
		fmt.Sprintf(numbers, 5_000) + `
			INSERT INTO touches (session, path, kind, t, file, root)
			SELECT ?2, ?1 || '/own' || (i % 300) || '.go', iif(i % 3, 'read', 'edit'), i + 10, 'own' || (i % 300) || '.go', ?1
			FROM   number WHERE i % 250`,
		fmt.Sprintf(numbers, 20) + `
			INSERT INTO runs (session, t, n, tool, kind, root, program, passed, failed, outcome, ended, complete, how, tree)
			SELECT ?2, i * 250 + 10, 0, 'go_test', 'test', ?1, 'go test', 4980, 20, 'fail', 1, 1, 'items', i * 249 FROM number`,
		fmt.Sprintf(numbers, 1) + `
			INSERT INTO trees (root, changes, tests) SELECT ?1, 4980, 1 FROM number WHERE ?2 <> ''`, // by the edits since then
		`WITH last (t) AS (SELECT max(t) FROM runs WHERE session = ?2) -- as the folder state would have done
			INSERT INTO failing (session, root, tool, suite, test, since, last, program)
			SELECT session, ?1, tool, suite, test, tests.t, tests.t, 'go test' FROM tests JOIN last USING (t) WHERE session = ?2 AND outcome = 'fail'`,
		"PRAGMA wal_checkpoint(TRUNCATE)",
	} {
		var values []any
		if statement[0] == 'W' {
			values, statement = []any{storedProject, session}, rows.Complete(statement)
		}
		if _, err := db.Exec(statement, values...); err != nil {
			return fmt.Errorf("%w in %s", err, statement)
		}
	}
	return nil
}

// moveSession replaces the project of the measured session.
func moveSession(path, project string) (err error) {
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=synchronous(OFF)")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1)
	tables := map[string]string{"events": "root", "touches": "root", "runs": "root", "tally": "root", "failing": "root", "rounds": "root"}
	for table, column := range tables {
		if _, err := db.Exec("UPDATE "+table+" SET "+column+" = ?1 WHERE "+column+" = ?2 AND session = ?3", project, storedProject, session); err != nil {
			return err
		}
	}
	for _, table := range []string{"touches", "rounds"} {
		if _, err := db.Exec("UPDATE "+table+" SET path = replace(path, ?2, ?1) WHERE session = ?3", project, storedProject, session); err != nil {
			return err
		}
	}
	if _, err := db.Exec("UPDATE trees SET root = ?1 WHERE root = ?2", project, storedProject); err != nil {
		return err
	}
	_, err = db.Exec("PRAGMA wal_checkpoint(TRUNCATE)")
	return err
}
