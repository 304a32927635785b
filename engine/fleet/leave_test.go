package fleet

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"witness"
	"witness/engine/store"
)

// TestLeaveWaits lets a store leave while an exchange runs, which would bring and send facts afterwards: it waits for that.
func TestLeaveWaits(t *testing.T) {
	db, err := store.Open(t.Context(), witness.Files, filepath.Join(t.TempDir(), "witness.db"), store.LockWait)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	end, err := turn(t.Context(), db.Path)
	if err != nil {
		t.Fatal(err)
	}
	s := &Syncer{DB: db, Root: t.TempDir(), Clock: func() int64 { return time.Now().UnixMilli() }}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := s.Leave(ctx, false); err == nil || !strings.Contains(err.Error(), "another witness sync of this project has not ended") {
		t.Errorf("it left while an exchange runs: %v", err)
	}
	if n, err := db.Int(t.Context(), "SELECT count(*) FROM fleet_state WHERE key = 'left'"); err != nil || n != 0 {
		t.Errorf("it is noted that it left: %d, %v", n, err)
	}
	end()
	if err := s.Leave(t.Context(), false); err != nil {
		t.Error(err)
	}
	if _, err := s.Exchange(t.Context()); err != ErrLeft {
		t.Errorf("it exchanges facts after it left: %v", err)
	}
}
