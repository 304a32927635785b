package fleet

import (
	"context"
	"errors"
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
	if err := db.JoinFleet(t.Context()); err != nil {
		t.Fatal(err)
	}
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

// TestLeaveUntold lets a store leave whose server is gone: it has left, and keeps what a later attempt tells the server.
func TestLeaveUntold(t *testing.T) {
	db, err := store.Open(t.Context(), witness.Files, filepath.Join(t.TempDir(), "witness.db"), store.LockWait)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.JoinFleet(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{
		"INSERT INTO fleet_state (key, value) VALUES ('member', 'm'), ('fleet', 'f'), ('repo', 'r'), ('pulled', '{}')",
		"INSERT INTO fleet_touches (uid, member, machine, worktree, session, file, kind, at) VALUES ('u', 'o', 'o', 'w', 's', 'a.go', 'edit', 1)",
	} {
		if _, err := db.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		s := &Syncer{DB: db, Root: t.TempDir(), Clock: func() int64 { return time.Now().UnixMilli() }} // without a server
		if err := s.Leave(t.Context(), true); !errors.Is(err, ErrUntold) || !errors.Is(err, ErrNoServer) {
			t.Errorf("it left with %v", err)
		}
		if n, err := db.Int(t.Context(), "SELECT (SELECT count(*) FROM fleet_touches) + (SELECT count(*) FROM fleet_state WHERE key = 'pulled')"); err != nil || n != 0 {
			t.Errorf("%d rows of others are left, %v", n, err)
		}
		if n, err := db.Int(t.Context(), "SELECT count(*) FROM fleet_state WHERE (key, value) IN (('member', 'm'), ('fleet', 'f'), ('repo', 'r'))"); err != nil || n != 3 {
			t.Errorf("of what the server is to be told, %d of 3 values are left, %v", n, err)
		}
	}
	if _, err := (&Syncer{DB: db, Root: t.TempDir()}).Exchange(t.Context()); err != ErrLeft {
		t.Errorf("it exchanges facts after it left: %v", err)
	}
}
