package engine

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"witness"
)

// TestUpgrade brings a store of every earlier schema up to date: what it knew is kept, it has
// all that a new one has, and it works. testdata/schemas holds schema.sql and views.sql of
// each, one behind the other.
func TestUpgrade(t *testing.T) {
	old, err := filepath.Glob("testdata/schemas/*.sql")
	if err != nil || len(old) < 10 {
		t.Fatalf("only %d earlier schemas %v", len(old), err)
	}
	fresh := shapeOf(t, filepath.Join(t.TempDir(), "witness.db"))
	for _, name := range old {
		t.Run(filepath.Base(name), func(t *testing.T) {
			script, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(t.TempDir(), "witness.db")
			c, err := openConn(path)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := c.exec(t.Context(), "PRAGMA journal_mode = WAL;"+string(script)+`; PRAGMA user_version = 4711;
				INSERT INTO events (session, t, moment, at, call, tool) VALUES ('old', 1, 'after', 1, 'c1', 'edit');
				INSERT INTO sessions (session) VALUES ('old');
				INSERT INTO touches (session, path, kind, t, root) VALUES ('old', '/p/a.go', 'edit', 1, '/p')`); err != nil {
				t.Fatal(err)
			}
			if err := c.close(); err != nil {
				t.Fatal(err)
			}
			if shape := shapeOf(t, path); shape != fresh {
				t.Errorf("the store is\n%s\nand a new one is\n%s", shape, fresh)
			}
			e := engineAt(t, witness.Brain, path)
			call := Event{
				Session: "old", Agent: "plain", Call: "c2", Moment: After, Tool: Run, Name: "Bash", CWD: t.TempDir(), Outcome: OK,
				Command: "go test ./...", Output: "--- FAIL: TestA (0.00s)\nFAIL\nFAIL\texample.com/x\t0.1s\nFAIL\n",
			}
			if _, err := e.Hear(t.Context(), call, Manners{}); err != nil {
				t.Error(err)
			}
			call.Session, call.Call = "new", "c3"
			if _, err := e.Hear(t.Context(), call, Manners{}); err != nil {
				t.Error(err)
			}
			for query, want := range map[string]int64{
				"SELECT count(*) FROM events WHERE call IN ('c1', 'c2', 'c3')": 3,
				"SELECT count(*) FROM touches WHERE session = 'old'":           1,
				"SELECT count(*) FROM failing WHERE test = 'TestA'":            2,
				"SELECT count(*) FROM faults":                                  0,
			} {
				if n, err := e.db.int(t.Context(), query); err != nil || n != want {
					t.Errorf("%s: %d, not %d: %v", query, n, want, err)
				}
			}
		})
	}
}

// TestTwoVersions lets two versions of witness work on one store in turn: the older one
// leaves the newer one's views as they are, is heard, and says at a session's start that it
// is the older.
func TestTwoVersions(t *testing.T) {
	t.Setenv("WITNESS_STRICT", "1")
	path := filepath.Join(t.TempDir(), "witness.db")
	mine := engineAt(t, witness.Brain, path)
	newer := newerBrain(t)
	_ = engineAt(t, newer, path)
	shape := shapeBy(t, newer, path)
	if !strings.Contains(shape, "latecomer") {
		t.Fatal("the newer witness has not made its schema")
	}
	for i := range 3 {
		call := Event{Session: "s", Agent: "plain", Call: fmt.Sprint("c", i), Moment: After, Tool: Edit, CWD: t.TempDir(), Outcome: OK, Files: []File{{Path: "a.go", Kind: Edit}}}
		for _, brain := range []fs.FS{witness.Brain, newer} {
			e := engineAt(t, brain, path)
			if _, err := e.Hear(t.Context(), call, Manners{}); err != nil {
				t.Error(err)
			}
			if after := shapeBy(t, newer, path); after != shape {
				t.Fatalf("the schema was\n%s\nand is\n%s", shape, after)
			}
		}
	}
	for _, older := range []bool{true, false} {
		brain := map[bool]fs.FS{true: witness.Brain, false: newer}[older]
		v, err := engineAt(t, brain, path).Hear(t.Context(), Event{Session: "s2", Agent: "plain", Moment: Start, CWD: t.TempDir()}, Manners{})
		if err != nil || strings.Contains(v.Texts(Warn), "a newer witness has written the store") != older {
			t.Errorf("%q %v", v.Texts(Warn), err)
		}
	}
	// One that was open all the while works on.
	if _, err := mine.Hear(t.Context(), Event{Session: "s3", Agent: "plain", Moment: Prompt, CWD: t.TempDir()}, Manners{}); err != nil {
		t.Error(err)
	}
}

// TestSchemaVersion: a schema that was released does not change; its number does.
func TestSchemaVersion(t *testing.T) {
	s, err := readSchema(witness.Brain)
	if err != nil {
		t.Fatal(err)
	}
	version, err := s.version()
	if err != nil || version < 1 {
		t.Fatal(version, err)
	}
	script, err := s.script()
	if err != nil {
		t.Fatal(err)
	}
	kept, err := os.ReadFile(fmt.Sprintf("testdata/schemas/%d.sql", version))
	if err == nil && string(kept) != script {
		t.Errorf("schema.sql is not that of release %d; raise the number in schema_version", version)
	}
	if names, err := filepath.Glob(fmt.Sprintf("testdata/schemas/%d.sql", version+1)); err != nil || len(names) > 0 {
		t.Errorf("there is a release %d already", version+1)
	}
}

// newerBrain is the brain of a witness to come: another column, view and number.
func newerBrain(t *testing.T) fs.FS {
	t.Helper()
	brain := fstest.MapFS{}
	err := fs.WalkDir(witness.Brain, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(witness.Brain, path)
		brain[path] = &fstest.MapFile{Data: text}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	schema := brain["schema.sql"]
	text := strings.Replace(string(schema.Data), "  PRIMARY KEY (session, t, moment)", "  late TEXT NOT NULL DEFAULT '',\n  PRIMARY KEY (session, t, moment)", 1)
	schema.Data = regexp.MustCompile(`AS SELECT \d+ AS version;`).ReplaceAll([]byte(text), []byte("AS SELECT 999 AS version;"))
	schema.Data = append(schema.Data, "\nCREATE VIEW latecomer AS SELECT late FROM events;\n"...)
	return brain
}

// engineAt opens an engine on the store at path.
func engineAt(t *testing.T, brain fs.FS, path string) *Engine {
	t.Helper()
	t.Setenv("WITNESS_DB", path)
	t.Setenv("HOME", t.TempDir())
	e, err := Open(t.Context(), brain, t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	return e
}

func shapeOf(t *testing.T, path string) string { t.Helper(); return shapeBy(t, witness.Brain, path) }

// shapeBy is all that a store is made of, as rules see it: tables with their columns, views,
// indexes and triggers.
func shapeBy(t *testing.T, brain fs.FS, path string) string {
	t.Helper()
	e := engineAt(t, brain, path)
	var lines []string
	err := e.db.each(t.Context(), `
		SELECT m.type || ' ' || m.name || ' ' || iif(m.type = 'table',
		         (SELECT group_concat(name || ' ' || type || ' ' || "notnull" || ' ' || coalesce(dflt_value, '') || ' ' || pk, ', ') FROM (SELECT * FROM pragma_table_info(m.name) ORDER BY name)),
		         coalesce(m.sql, ''))
		FROM   sqlite_schema m WHERE m.name NOT LIKE 'sqlite_%' ORDER BY 1`, nil, func(_ []string, row []driverValue) error {
		line := regexp.MustCompile(`--.*`).ReplaceAllString(show(row[0]), "")
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
