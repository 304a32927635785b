package cli

import (
	"bufio"
	"context"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"witness"
	"witness/cmd/witness/internal/ruletest"
	"witness/cmd/witness/internal/term"
	"witness/engine/inspect"
	"witness/engine/project"
)

// TestWatchPrintsNewEvents checks that follow prints a call at the tick after it was recorded, once, and
// that it ends when its output is closed.
func TestWatchPrintsNewEvents(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv("WITNESS_DB", filepath.Join(dir, "witness.db"))
	t.Setenv("WITNESS_SYSTEM_CONFIG", filepath.Join(dir, "none.toml"))
	did := func(args ...string) int {
		return ruletest.DidWill("did", args, term.Streams{Out: io.Discard, Err: os.Stderr}, playHook)
	}
	tick := make(chan time.Time)
	in, out := io.Pipe()
	ended := make(chan error, 1)
	watcher := inspect.Watch(witness.Files, dir, project.StoreOf(dir), time.Now())
	go func() {
		err := (&watchCmd{Lines: 10}).follow(context.Background(), watcher, tick, term.Streams{Out: out})
		ended <- err
	}()
	tick <- time.Time{} // there is no store yet
	if status := did("edit", "a.go"); status != term.ExitOK {
		t.Fatal("exit", status)
	}
	tick <- time.Time{}
	line, err := bufio.NewReader(in).ReadString('\n')
	if err != nil || !strings.HasSuffix(line, "  plain s1  after   edit a.go (ok)\n") {
		t.Fatalf("%q, %v", line, err)
	}
	tick <- time.Time{} // it is not printed again
	if status := did("edit", "b.go"); status != term.ExitOK {
		t.Fatal("exit", status)
	}
	in.Close()
	select {
	case tick <- time.Time{}:
		err = <-ended
	case err = <-ended: // on a slow machine the tick before has found b.go
	}
	if err != io.ErrClosedPipe {
		t.Fatal(err)
	}
	if err := watcher.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestWatchEndsWithClosedOutput checks that follow ends at the next tick after its output was closed, although
// it has nothing to write.
func TestWatchEndsWithClosedOutput(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("only a write shows that the pipe is closed")
	}
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	if term.Closed(out) {
		t.Fatal("the pipe is open")
	}
	in.Close()
	tick := make(chan time.Time, 1)
	tick <- time.Time{}
	watcher := inspect.Watch(witness.Files, "", filepath.Join(t.TempDir(), "witness.db"), time.Now())
	if err := (&watchCmd{Lines: 10}).follow(context.Background(), watcher, tick, term.Streams{Out: out}); err != nil {
		t.Fatal(err)
	}
}
