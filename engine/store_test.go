package engine

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"witness/engine/hook"
	"witness/engine/store"
	"witness/internal/rows"

	"witness"
)

var update = flag.Bool("update", false, "rewrite the copy of the schema in testdata")

// former are the tables of earlier versions that nothing reads any more. A store keeps them: a witness of an earlier version that
// still runs would fail without them.
var former = []string{"table imports ", "table sources "}

// withoutFormer returns a shape without the former tables.
func withoutFormer(shape string) string {
	var kept []string
	for line := range strings.Lines(shape) {
		if !slices.ContainsFunc(former, func(table string) bool { return strings.HasPrefix(strings.TrimSpace(line), table) }) {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "")
}

// TestUpgrade upgrades a store of each released schema: the upgraded store keeps its rows, has
// everything that a new store has, and works. testdata/schemas/N.sql is schema.sql of version N with
// the tables of a fleet, without comments. The last one follows schema.sql until its version is released; the ones before
// are frozen.
func TestUpgrade(t *testing.T) {
	released, err := filepath.Glob("testdata/schemas/*.sql")
	if err != nil || len(released) == 0 {
		t.Fatal("no schemas in testdata", err)
	}
	fresh := shapeOf(t, filepath.Join(t.TempDir(), "witness.db"))
	inFleet := filepath.Join(t.TempDir(), "witness.db")
	if err := engineAt(t, witness.Files, inFleet).DB.JoinFleet(t.Context()); err != nil {
		t.Fatal(err)
	}
	member := shapeOf(t, inFleet)
	for _, name := range released {
		t.Run(filepath.Base(name), func(t *testing.T) {
			script, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			path := storeOf(t, strings.Join([]string{
				string(script),
				rows.CompleteBy(string(script), "INSERT INTO events (session, t, moment, at, call, tool) VALUES ('old', 1, 'after', 1, 'c1', 'edit')"),
				rows.CompleteBy(string(script), "INSERT INTO sessions (session) VALUES ('old')"),
				rows.CompleteBy(string(script), "INSERT INTO touches (session, path, kind, t, root) VALUES ('old', '/p/a.go', 'edit', 1, '/p')"),
			}, ";\n"))
			if shape := withoutFormer(shapeOf(t, path)); shape != fresh {
				t.Errorf("the schema of the store is\n%s\nand that of a new one is\n%s", shape, fresh)
			}
			if strings.Contains(string(script), "fleet_state") {
				ofMember := storeOf(t, string(script)+"INSERT INTO fleet_state (key, value) VALUES ('member', 'm')")
				if shape := withoutFormer(shapeOf(t, ofMember)); shape != member {
					t.Errorf("the schema of the store of a member is\n%s\nand that of a new one is\n%s", shape, member)
				}
			}
			e := engineAt(t, witness.Files, path)
			call := hook.Event{
				Session: "old", Agent: "plain", Call: "c2", Moment: hook.After, Tool: hook.Run, Name: "Bash", CWD: t.TempDir(), Outcome: hook.OK,
				Command: "go test ./...", Output: "--- FAIL: TestA (0.00s)\nFAIL\nFAIL\texample.com/x\t0.1s\nFAIL\n",
			}
			if _, err := e.Hear(t.Context(), call, hook.Capabilities{}); err != nil {
				t.Error(err)
			}
			call.Session, call.Call = "new", "c3"
			if _, err := e.Hear(t.Context(), call, hook.Capabilities{}); err != nil {
				t.Error(err)
			}
			for query, want := range map[string]int64{
				"SELECT count(*) FROM events WHERE call IN ('c1', 'c2', 'c3')": 3,
				"SELECT count(*) FROM touches WHERE session = 'old'":           1,
				"SELECT count(*) FROM failing WHERE test = 'TestA'":            2,
				"SELECT count(*) FROM faults":                                  0,
			} {
				if n, err := e.DB.Int(t.Context(), query); err != nil || n != want {
					t.Errorf("%s: got %d, %v, want %d", query, n, err, want)
				}
			}
		})
	}
}

// TestDevelopmentStoreIsSetAside opens a store from before schemas had a version: it is renamed
// and not deleted, the call is recorded in a new store, and the next start of a session reports it.
func TestDevelopmentStoreIsSetAside(t *testing.T) {
	path := storeOf(t, `
		CREATE TABLE events (session TEXT, t INTEGER, PRIMARY KEY (session, t)) WITHOUT ROWID;
		CREATE TABLE touches (session TEXT);
		CREATE TABLE verdicts (session TEXT);
		INSERT INTO events VALUES ('old', 1)`)
	t.Setenv("WITNESS_DB", path)
	v, err := engineAt(t, witness.Files, path).Hear(t.Context(), hook.Event{Session: "new", Agent: "plain", Moment: hook.Start, CWD: t.TempDir()}, hook.Capabilities{})
	if want := "the store was outdated; it is kept as " + path + ".outdated-1"; err != nil || !strings.Contains(fmt.Sprint(v.Findings), want) {
		t.Errorf("%q %v, want %q", fmt.Sprint(v.Findings), err, want)
	}
	old, err := store.OpenUnprepared(path+".outdated-1", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer old.Close()
	if n, err := old.Int(t.Context(), "SELECT count(*) FROM events WHERE session = 'old'"); n != 1 || err != nil {
		t.Errorf("%d old rows are kept, want 1: %v", n, err)
	}
}

// storeOf creates a store by a script and returns its path. Its fingerprint is that of no
// schema, so that the next open upgrades it.
func storeOf(t *testing.T, script string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "witness.db")
	c, err := store.OpenUnprepared(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Exec(t.Context(), "PRAGMA journal_mode = WAL;"+script+"; PRAGMA user_version = 4711")
	if err := errors.Join(err, c.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestTwoVersions lets two versions of witness use one store in turn: the older one leaves the
// newer one's schema as it is, records its calls, and reports at a session's start that it is the
// older one.
func TestTwoVersions(t *testing.T) {
	t.Setenv("WITNESS_STRICT", "1")
	path := filepath.Join(t.TempDir(), "witness.db")
	mine := engineAt(t, witness.Files, path)
	newer := newerAssets(t)
	_ = engineAt(t, newer, path)
	shape := shapeBy(t, newer, path)
	if !strings.Contains(shape, "latecomer") {
		t.Fatal("the newer witness has not created its schema")
	}
	for i := range 3 {
		call := hook.Event{Session: "s", Agent: "plain", Call: fmt.Sprint("c", i), Moment: hook.After, Tool: hook.Edit, CWD: t.TempDir(), Outcome: hook.OK, Files: []hook.File{{Path: "a.go", Kind: hook.Edit}}}
		for _, assets := range []fs.FS{witness.Files, newer} {
			e := engineAt(t, assets, path)
			if _, err := e.Hear(t.Context(), call, hook.Capabilities{}); err != nil {
				t.Error(err)
			}
			if after := shapeBy(t, newer, path); after != shape {
				t.Fatalf("the schema was\n%s\nand is\n%s", shape, after)
			}
		}
	}
	for _, older := range []bool{true, false} {
		assets := map[bool]fs.FS{true: witness.Files, false: newer}[older]
		v, err := engineAt(t, assets, path).Hear(t.Context(), hook.Event{Session: "s2", Agent: "plain", Moment: hook.Start, CWD: t.TempDir()}, hook.Capabilities{})
		if err != nil || strings.Contains(fmt.Sprint(v.Findings), "the schema of a newer version of witness") != older {
			t.Errorf("%q %v", fmt.Sprint(v.Findings), err)
		}
	}
	// An engine that was open all the time still works.
	if _, err := mine.Hear(t.Context(), hook.Event{Session: "s3", Agent: "plain", Moment: hook.Prompt, CWD: t.TempDir()}, hook.Capabilities{}); err != nil {
		t.Error(err)
	}
}

// TestSchemaVersion compares schema.sql with its copy in testdata/schemas. Before version 1 is
// released, -update copies a changed schema there; a released schema does not change, its number
// does.
func TestSchemaVersion(t *testing.T) {
	s, err := store.ReadSchema(witness.Files, true)
	if err != nil {
		t.Fatal(err)
	}
	version, err := s.Version()
	if err != nil || version < 1 {
		t.Fatal(version, err)
	}
	script, err := s.Script()
	if err != nil {
		t.Fatal(err)
	}
	bare := fmt.Sprintf("-- Generated from schema.sql and fleet.sql of version %d: go test ./engine -run TestSchemaVersion -update\n", version)
	for _, statement := range store.Statements(script) {
		bare += "\n" + store.Compact(statement) + ";\n"
	}
	path := fmt.Sprintf("testdata/schemas/%d.sql", version)
	if *update {
		if err := os.WriteFile(path, []byte(bare), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if kept, err := os.ReadFile(path); err != nil || string(kept) != bare {
		t.Errorf("schema.sql is not that of %s: raise the number in schema_version if version %d is released, else run this test with -update (%v)", path, version, err)
	}
	if _, err := os.Stat(fmt.Sprintf("testdata/schemas/%d.sql", version+1)); err == nil {
		t.Errorf("there is a schema of version %d already", version+1)
	}
}

// newerAssets returns the SQL files of a later version, with another column, view and version number.
func newerAssets(t *testing.T) fs.FS {
	t.Helper()
	assets := fstest.MapFS{}
	err := fs.WalkDir(witness.Files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(witness.Files, path)
		assets[path] = &fstest.MapFile{Data: text}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	schema := assets["schema.sql"]
	text := strings.Replace(string(schema.Data), "  PRIMARY KEY (session, t, moment)", "  late TEXT NOT NULL DEFAULT '',\n  PRIMARY KEY (session, t, moment)", 1)
	schema.Data = regexp.MustCompile(`AS SELECT \d+ AS version;`).ReplaceAll([]byte(text), []byte("AS SELECT 999 AS version;"))
	schema.Data = append(schema.Data, "\nCREATE VIEW latecomer AS SELECT late FROM events;\n"...)
	return assets
}

// engineAt opens an engine on the store at path.
func engineAt(t *testing.T, assets fs.FS, path string) *Engine {
	t.Helper()
	t.Setenv("WITNESS_DB", path)
	t.Setenv("HOME", t.TempDir())
	e, err := Open(t.Context(), assets, t.TempDir(), "", store.LockWait, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	e.Config.BeforeMS, e.Config.AfterMS = 60_000, 60_000 // the race detector makes everything ten times slower
	return e
}

// shapeOf is shapeBy with the SQL files of this version.
func shapeOf(t *testing.T, path string) string { t.Helper(); return shapeBy(t, witness.Files, path) }

// shapeBy opens the store at path with the SQL files of a version, and returns its schema: tables with
// their columns, views, indexes and triggers, one line each.
func shapeBy(t *testing.T, assets fs.FS, path string) string {
	t.Helper()
	e := engineAt(t, assets, path)
	var lines []string
	err := e.DB.Each(t.Context(), `
		SELECT m.type || ' ' || m.name || ' ' || iif(m.type = 'table',
		         (SELECT group_concat(name || ' ' || type || ' ' || "notnull" || ' ' || coalesce(dflt_value, iif("notnull", iif(type = 'INTEGER', '0', ''''''), '')) || ' ' || pk, ', ') FROM (SELECT * FROM pragma_table_info(m.name) ORDER BY name)),
		         coalesce(m.sql, ''))
		FROM   sqlite_schema m WHERE m.name NOT LIKE 'sqlite_%' ORDER BY 1`, nil, func(_ []string, row []store.Value) error {
		line := regexp.MustCompile(`--.*`).ReplaceAllString(store.Text(row[0]), "")
		line = strings.Join(strings.Fields(strings.Replace(line, "IF NOT EXISTS ", "", 1)), " ")
		lines = append(lines, line)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
