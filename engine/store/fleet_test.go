package store_test

import (
	"path/filepath"
	"testing"

	"witness/engine/bundle"
	"witness/engine/store"

	"witness"
)

// TestJoinFleet asks for what others did, by a table and by a view, in a store that has joined no fleet and in the same one after it has:
// before, there is nothing; afterwards, what was brought, also for a connection that was open before.
func TestJoinFleet(t *testing.T) {
	path := filepath.Join(t.TempDir(), "witness.db")
	open := func() *store.DB {
		db, err := store.Open(t.Context(), witness.Files, path, store.LockWait)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = db.Close() })
		return db
	}
	expect := func(when string, db *store.DB, want string) {
		t.Helper()
		for _, rule := range []string{"SELECT file FROM fleet_touches INDEXED BY fleet_touches_of_file WHERE file > ''", "SELECT file FROM team_edits"} {
			got := ""
			err := db.Sandbox(bundle.Rules).Each(t.Context(), rule, nil, func(_ []string, row []store.Value) error {
				got += store.Text(row[0])
				return nil
			})
			if err != nil || got != want {
				t.Errorf("%s: %s: got %q, %v, want %q", when, rule, got, err, want)
			}
		}
	}
	db, early, late := open(), open(), open()
	expect("no fleet", db, "")
	expect("no fleet", early, "")
	if n, err := db.Int(t.Context(), "SELECT count(*) FROM sqlite_schema WHERE name GLOB 'fleet_*'"); n != 0 || err != nil {
		t.Errorf("the store has %d tables and indexes of a fleet (%v)", n, err)
	}
	if err := db.JoinFleet(t.Context()); err != nil || !db.InFleet {
		t.Fatal(db.InFleet, err)
	}
	if _, err := db.Exec(t.Context(), "INSERT INTO fleet_touches (uid, member, machine, worktree, session, file, kind, at) VALUES ('u', 'm', 'm', 'w', 's', 'a.go', 'edit', 1)"); err != nil {
		t.Fatal(err)
	}
	expect("joined", db, "a.go")
	expect("joined by another process", late, "a.go")
	if err := early.JoinFleet(t.Context()); err != nil {
		t.Error(err)
	}
	expect("joined again", early, "a.go")
	if again := open(); !again.InFleet {
		t.Error("a store that has joined a fleet is opened as one that has not")
	}
}
