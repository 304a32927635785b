package inspect

import (
	"path/filepath"
	"testing"

	"witness/engine/store"

	"witness"
)

// TestExamineReportsDevelopmentStore checks that a store from before schemas had a version is
// reported, because the next hook sets it aside.
func TestExamineReportsDevelopmentStore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "witness.db")
	t.Setenv("WITNESS_DB", path)
	db, err := store.OpenUnprepared(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(t.Context(), "CREATE TABLE events (session TEXT); CREATE TABLE touches (session TEXT); CREATE TABLE verdicts (session TEXT)"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if h := Examine(t.Context(), witness.Files, t.TempDir()); !h.Damaged || h.Wrong == nil {
		t.Errorf("Examine found %+v", h)
	}
}
