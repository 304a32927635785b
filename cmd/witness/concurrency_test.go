package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"syscall"
	"testing"
	"time"

	"witness/engine/hook"
)

// TestKill kills hooks at random times, from the creation of the store to a checkpoint: the store stays
// sound, and every call whose hook succeeded is recorded completely.
func TestKill(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	killed, answered := 0, 0
	for round := range 4 * *soak {
		w := newWorld(t)
		// Kill times are spread over the usual duration, so that on any machine some hooks are killed
		// and some are not.
		start := time.Now()
		sendAll(w, 8)
		usual := time.Since(start)
		w.forget()
		var done []string
		var mu sync.Mutex
		for turn := range 10 {
			start := time.Now()
			var all sync.WaitGroup
			for n := range 8 {
				id := fmt.Sprintf("c%d.%d", turn, n)
				life := time.Duration(chance.Int64N(int64(usual)))
				payload := w.call(fmt.Sprintf("s%d", n%3), id, hook.After, hook.Edit)
				all.Go(func() {
					cmd, out := w.hook(t.Context(), payload)
					if err := cmd.Start(); err != nil {
						t.Error(err)
						return
					}
					timer := time.AfterFunc(life, func() { _ = cmd.Process.Signal(syscall.SIGKILL) })
					err := cmd.Wait()
					timer.Stop()
					mu.Lock()
					defer mu.Unlock()
					switch {
					case err == nil:
						done = append(done, id)
						answered++
					case cmd.ProcessState.Sys().(syscall.WaitStatus).Signal() == syscall.SIGKILL:
						killed++
					default:
						t.Errorf("a hook failed with %v: %s", err, out)
					}
				})
			}
			all.Wait()
			if turn == 0 {
				usual = time.Since(start)
			}
		}
		w.send(w.call("s0", "last", hook.After, hook.Edit))
		for _, id := range append(done, "last") {
			if n := w.ask("SELECT count(*) FROM events e JOIN touches USING (session, t) WHERE e.call = ?", id); n != "1" {
				t.Errorf("round %d: call %s was answered but has %s rows", round, id, n)
			}
		}
		// A call is recorded completely or not at all: the counts of the state match the rows.
		if n := w.ask("SELECT ((SELECT changes FROM trees) - (SELECT count(*) FROM touches)) || ' ' || ((SELECT sum(edits) FROM tally) - (SELECT count(*) FROM events))"); n != "0 0" {
			t.Errorf("round %d: the counts and the rows differ by %s", round, n)
		}
	}
	t.Logf("%d killed, %d answered", killed, answered)
	if killed < 25 || answered < 25 {
		t.Errorf("%d killed and %d answered, want at least 25 of each", killed, answered)
	}
}

// TestLostPower truncates or overwrites the write-ahead log of a store from many offsets on: the store
// stays sound, the next call is recorded, and a later offset never loses more calls than an
// earlier one.
func TestLostPower(t *testing.T) {
	if testing.Short() {
		t.Skip("takes six seconds of processor time: run it without -short")
	}
	w := newWorld(t)
	for i := range 12 {
		w.send(w.call("s1", fmt.Sprint("c", i), hook.After, hook.Edit))
	}
	store, log := read(t, w.path), read(t, w.path+"-wal")
	if len(log) < 20<<10 {
		t.Fatalf("the log has only %d bytes", len(log))
	}
	damages := map[string]func(cut int) []byte{
		"cut":   func(cut int) []byte { return log[:cut] },
		"zeros": func(cut int) []byte { return append(bytes.Clone(log[:cut]), make([]byte, len(log)-cut)...) },
		"garbage": func(cut int) []byte {
			return append(bytes.Clone(log[:cut]), bytes.Repeat([]byte("\x5a\xa5x"), 5000)...)
		},
	}
	for name, damage := range damages {
		last := 0
		for cut := 0; cut <= len(log); cut += 4096 * 2 / 3 {
			w.write(w.path, string(store))
			w.write(w.path+"-wal", string(damage(cut)))
			w.send(w.call("s2", "after", hook.After, hook.Edit))
			if n := w.ask("SELECT count(*) FROM events WHERE call = 'after'"); n != "1" {
				t.Errorf("%s at %d: the next call was not recorded", name, cut)
			}
			recorded := 0
			if _, err := fmt.Sscan(w.ask("SELECT count(*) FROM events WHERE session = 's1'"), &recorded); err != nil {
				t.Fatal(err)
			}
			if recorded < last {
				t.Errorf("%s at %d: %d calls are left, and %d after an earlier cut", name, cut, recorded, last)
			}
			last = recorded
			if aside := w.path + ".damaged-1"; exists(aside) {
				t.Errorf("%s at %d: a sound store was replaced", name, cut)
			}
		}
		if last < 10 {
			t.Errorf("%s: of 12 calls %d are left after the last cut", name, last)
		}
	}
}

// TestConcurrentHooks runs hundreds of hooks of several sessions, 32 at a time, on a store that does not
// exist yet: each call is answered and recorded once.
func TestConcurrentHooks(t *testing.T) {
	for range *soak {
		w := newWorld(t)
		var all sync.WaitGroup
		slots := make(chan struct{}, 32)
		const calls = 240
		for i := range calls {
			payload := w.call(fmt.Sprintf("s%d", i%7), fmt.Sprint("c", i), hook.Before, hook.Edit)
			all.Go(func() {
				slots <- struct{}{}
				defer func() { <-slots }()
				if reply := w.send(payload); !bytes.Contains([]byte(reply), []byte("no_edit_unread")) {
					t.Errorf("the reply to call %d is %q", i, reply)
				}
			})
		}
		all.Wait()
		if n := w.ask("SELECT (SELECT count(*) FROM events) || ' ' || (SELECT count(*) FROM verdicts) || ' ' || (SELECT count(*) FROM faults)"); n != fmt.Sprint(calls, " ", calls, " 0") {
			t.Errorf("events, verdicts and faults: %s", n)
		}
	}
}

// TestColdStarts repeatedly starts sixteen hooks at once on a project without a store.
func TestColdStarts(t *testing.T) {
	for range 8 * *soak {
		w := newWorld(t)
		sendAll(w, 16)
		if n := w.ask("SELECT (SELECT count(*) FROM events) || ' ' || (SELECT count(*) FROM faults)"); n != "16 0" {
			t.Errorf("events and faults: %s", n)
		}
	}
}

// sendAll runs one hook for each of a number of calls, all at once.
func sendAll(w *world, calls int) {
	var all sync.WaitGroup
	for n := range calls {
		payload := w.call("s", fmt.Sprint("c", n), hook.After, hook.Edit)
		all.Go(func() { w.send(payload) })
	}
	all.Wait()
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
