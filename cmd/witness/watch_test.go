package main

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

	"witness/engine"
)

// TestWatchFollows hears of a call while it watches, at the tick after it, and ends when
// nobody reads it any more.
func TestWatchFollows(t *testing.T) {
	alone(t)
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	tick := make(chan time.Time)
	in, out := io.Pipe()
	ended := make(chan error, 1)
	watcher := engine.Watch(engine.StoreOf(dir), time.Now())
	go func() {
		err := (&watchCmd{Lines: 10}).follow(context.Background(), watcher, tick, out)
		ended <- err
	}()
	tick <- time.Time{} // there is no store yet
	if status := tense("did", []string{"edit", "a.go"}, io.Discard, os.Stderr); status != exitOK {
		t.Fatal("exit", status)
	}
	tick <- time.Time{}
	line, err := bufio.NewReader(in).ReadString('\n')
	if err != nil || !strings.HasSuffix(line, "  plain s1  after   edit a.go (ok)\n") {
		t.Fatalf("%q, %v", line, err)
	}
	tick <- time.Time{} // it was shown, and is not shown again
	if status := tense("did", []string{"edit", "b.go"}, io.Discard, os.Stderr); status != exitOK {
		t.Fatal("exit", status)
	}
	in.Close()
	tick <- time.Time{}
	if err := <-ended; err != io.ErrClosedPipe {
		t.Fatal(err)
	}
	if err := watcher.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestWatchEndsUnread ends at the next tick when nobody reads it any more, although there is
// nothing to write.
func TestWatchEndsUnread(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a closed pipe shows only when it is written to")
	}
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	if closed(out) {
		t.Fatal("the pipe is open")
	}
	in.Close()
	tick := make(chan time.Time, 1)
	tick <- time.Time{}
	watcher := engine.Watch(filepath.Join(t.TempDir(), "witness.db"), time.Now())
	if err := (&watchCmd{Lines: 10}).follow(context.Background(), watcher, tick, out); err != nil {
		t.Fatal(err)
	}
}
