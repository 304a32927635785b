package inspect

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
	"time"

	"witness/engine"
	"witness/engine/hook"
	"witness/internal/testfiles"
)

// watched is a store in an empty directory, with a rule that says something of each command.
func watched(t *testing.T) *engine.Engine {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"} {
		t.Setenv(name, dir)
	}
	t.Setenv("WITNESS_SYSTEM_CONFIG", filepath.Join(dir, "none.toml"))
	brain := fstest.MapFS{"rules.d/talk.sql": {Data: []byte("-- Talks.\n--- commands = [\"make\"]\n--- message = \"made\"\nSELECT 1 WHERE :moment = 'before'")}}
	for _, name := range []string{"schema.sql", "views.sql"} {
		text, err := os.ReadFile(testfiles.Root(t) + "/" + name)
		if err != nil {
			t.Fatal(err)
		}
		brain[name] = &fstest.MapFile{Data: text}
	}
	e, err := engine.Open(context.Background(), brain, dir, "", nil)
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

// TestWatch follows a store: what is there, then only what is new, each once, also the end
// of a call that began before others.
func TestWatch(t *testing.T) {
	ctx, e := context.Background(), watched(t)
	hear := func(moment, call, line string) {
		t.Helper()
		ev := hook.Event{Session: "s", Agent: "plain", Moment: moment, Tool: hook.Run, Call: call, Command: line, CWD: e.Project.Dir}
		if moment == hook.After {
			ev.Outcome = hook.OK
		}
		if _, err := e.Hear(ctx, ev, hook.Capabilities{CanAsk: true}); err != nil {
			t.Fatal(err)
		}
	}
	w := Watch(e.DB.Path, time.Now())
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
	hear(hook.Before, "1", "ls")
	hear(hook.Before, "2", "make")
	list, err := w.Last(ctx, 2)
	expect(list, err, "before make", "before makewarnmade")
	list, err = w.New(ctx)
	expect(list, err)
	hear(hook.After, "2", "make")
	hear(hook.After, "1", "ls")
	list, err = w.New(ctx)
	if len(list) == 2 && list[0].Subject == "ls" {
		list[0], list[1] = list[1], list[0] // of one millisecond
	}
	expect(list, err, "after make", "after ls")
	list, err = w.New(ctx)
	expect(list, err)

	// Whoever watches keeps nobody from emptying the log.
	if _, err := e.DB.Exec(ctx, "PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(e.DB.Path + "-wal"); err != nil || info.Size() != 0 {
		t.Fatalf("the log is not empty: %v, %v", info, err)
	}
	hear(hook.Stop, "", "")
	list, err = w.New(ctx)
	expect(list, err, "stop ")

	// A store that is made anew is another one; one that is gone is waited for.
	if err := os.Rename(e.DB.Path, e.DB.Path+".old"); err != nil {
		t.Fatal(err)
	}
	list, err = w.New(ctx)
	expect(list, err)
	if w.db != nil {
		t.Fatal("the old store is still open")
	}
}

// TestWatchNowhere watches a store that nobody has made, and makes none.
func TestWatchNowhere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "witness.db")
	w := Watch(path, time.Now())
	if list, err := w.Last(context.Background(), 10); err != nil || len(list) != 0 {
		t.Fatal(list, err)
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Fatal("watching made a store")
	}
}
