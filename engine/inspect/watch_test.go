package inspect

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
	"time"

	"witness"
	"witness/engine"
	"witness/engine/hook"
	"witness/engine/store"
	"witness/internal/testfiles"
)

// watched returns an engine with a store in an empty directory and a rule with a finding for each run of make.
func watched(t *testing.T) *engine.Engine {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"} {
		t.Setenv(name, dir)
	}
	t.Setenv("WITNESS_SYSTEM_CONFIG", filepath.Join(dir, "none.toml"))
	assets := fstest.MapFS{"rules.d/talk.sql": {Data: []byte("-- Talks.\n--- commands = [\"make\"]\n--- message = \"made\"\nSELECT 1 WHERE :moment = 'before'")}}
	for _, path := range append(append(testfiles.Glob(t, "views/*.sql", 20), testfiles.Glob(t, "state/*.sql", 20)...), filepath.Join(testfiles.Root(t), "schema.sql"), filepath.Join(testfiles.Root(t), "fleet.sql")) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name, err := filepath.Rel(testfiles.Root(t), path)
		if err != nil {
			t.Fatal(err)
		}
		assets[filepath.ToSlash(name)] = &fstest.MapFile{Data: text}
	}
	e, err := engine.Open(context.Background(), assets, dir, "", store.LockWait, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

// TestWatchReturnsEachOccurrenceOnce checks that Last returns what is in the store and New only what
// was added, also for calls that end in another order than they began.
func TestWatchReturnsEachOccurrenceOnce(t *testing.T) {
	ctx, e := context.Background(), watched(t)
	record := func(moment, call, line string) {
		t.Helper()
		ev := hook.Event{Session: "s", Agent: "plain", Moment: moment, Tool: hook.Run, Call: call, Command: line, CWD: e.Project.Dir}
		if moment == hook.After {
			ev.Outcome = hook.OK
		}
		if _, err := e.Hear(ctx, ev, hook.Capabilities{CanAsk: true}); err != nil {
			t.Fatal(err)
		}
	}
	w := Watch(witness.Files, e.Project.Root, e.DB.Path, time.Now())
	defer w.Close()
	expect := func(list []Occurrence, err error, want ...string) {
		t.Helper()
		var got []string
		for _, o := range list {
			got = append(got, fmt.Sprintf("%s %s%s%s", o.Event, o.Subject, o.Severity, o.Message))
		}
		if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("got %q, %v; want %q", got, err, want)
		}
	}
	record(hook.Before, "1", "ls")
	record(hook.Before, "2", "make")
	list, err := w.Last(ctx, 2)
	expect(list, err, "before make", "before makewarnmade")
	list, err = w.New(ctx)
	expect(list, err)
	record(hook.After, "2", "make")
	record(hook.After, "1", "ls")
	list, err = w.New(ctx)
	if len(list) == 2 && list[0].Subject == "ls" {
		list[0], list[1] = list[1], list[0] // both in the same millisecond
	}
	expect(list, err, "after make", "after ls")
	list, err = w.New(ctx)
	expect(list, err)

	// The watcher does not block a checkpoint.
	if _, err := e.DB.Exec(ctx, "PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(e.DB.Path + "-wal"); err != nil || info.Size() != 0 {
		t.Fatalf("the log is not empty: %v, %v", info, err)
	}
	record(hook.Stop, "", "")
	list, err = w.New(ctx)
	expect(list, err, "stop ")

	// If the store is gone, the watcher closes it and waits for another.
	if err := os.Rename(e.DB.Path, e.DB.Path+".old"); err != nil {
		t.Fatal(err)
	}
	list, err = w.New(ctx)
	expect(list, err)
	if w.db != nil {
		t.Fatal("the old store is still open")
	}
}

// TestWatchDoesNotCreateStore checks that a missing store is watched without creating it.
func TestWatchDoesNotCreateStore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "witness.db")
	w := Watch(witness.Files, "", path, time.Now())
	if list, err := w.Last(context.Background(), 10); err != nil || len(list) != 0 {
		t.Fatal(list, err)
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Fatal("watching created a store")
	}
}
