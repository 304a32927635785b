package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"witness/engine"
)

// onDisk puts a world's store on a small disk of its own. Where mounting is not permitted
// the test is skipped.
func onDisk(t *testing.T) (w *world, disk string) {
	t.Helper()
	w = newWorld(t)
	disk = t.TempDir()
	if out, err := exec.CommandContext(t.Context(), "mount", "-t", "tmpfs", "-o", "size=1m", "witness", disk).CombinedOutput(); err != nil {
		t.Skipf("mounting is not permitted: %v %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", "-l", disk).CombinedOutput(); err != nil {
			t.Errorf("%v %s", err, out)
		}
	})
	w.put(filepath.Join(disk, "witness.db"))
	return w, disk
}

// put lets the world's store lie at path.
func (w *world) put(path string) {
	w.path = path
	w.env = append(w.env, "WITNESS_DB="+path)
}

// leave fills the disk but for so many kB.
func leave(t *testing.T, disk string, free int) {
	t.Helper()
	filler, room := filepath.Join(disk, "filler"), filepath.Join(disk, "room")
	if err := os.RemoveAll(filler); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(room, make([]byte, free<<10), 0o600); err != nil && free > 0 {
		t.Fatal(err)
	}
	_ = os.WriteFile(filler, make([]byte, 2<<20), 0o600) // it does not fit; that is what it is for
	if err := os.RemoveAll(room); err != nil {
		t.Fatal(err)
	}
}

// TestFullDisk fills the disk to every degree: no hook ends badly, a guard that does nothing
// says so when a session starts, what was kept is sound, and with room again work goes on.
func TestFullDisk(t *testing.T) {
	w, disk := onDisk(t)
	w.hear(w.call("s1", "first", engine.After, engine.Edit))
	leave(t, disk, 0)
	for _, moment := range []string{engine.Start, engine.Prompt} {
		if reply := w.hear(w.call("s1", "", moment, "")); !strings.Contains(reply, "witness cannot use its store, so nothing is remembered and no rule is asked: ") || !strings.Contains(reply, "full") {
			t.Errorf("on a full disk %s is answered %q", moment, reply)
		}
	}
	for _, free := range []int{0, 1, 2, 4, 5, 8, 9, 12, 16, 24, 32, 33, 40, 48, 64, 65, 96, 128} {
		leave(t, disk, free)
		for _, moment := range []string{engine.Before, engine.After} {
			w.hear(w.call("s1", fmt.Sprint("edit", free), moment, engine.Edit))
			w.hear(w.call("s1", fmt.Sprint("run", free), moment, engine.Run, "command", "go test ./...", "output", "--- FAIL: TestA (0.00s)\nFAIL\nFAIL\tx\t0.1s\nFAIL\n"))
		}
	}
	leave(t, disk, 600)
	w.hear(w.call("s1", "last", engine.After, engine.Edit))
	if n := w.ask("SELECT count(*) FROM events WHERE call IN ('first', 'last')"); n != "2" {
		t.Errorf("of the first and the last call %s are kept", n)
	}

	// Where there never was room.
	leave(t, disk, 0)
	w.put(filepath.Join(disk, "other", "witness.db"))
	if reply := w.hear(w.call("s1", "", engine.Start, "")); !strings.Contains(reply, "witness cannot use its store") {
		t.Errorf("a start without room for a store is answered %q", reply)
	}
}

// TestReadOnlyHome: a disk that can only be read is no reason to fail, and it is told.
func TestReadOnlyHome(t *testing.T) {
	w, disk := onDisk(t)
	w.hear(w.call("s1", "first", engine.After, engine.Edit))
	if out, err := exec.CommandContext(t.Context(), "mount", "-o", "remount,ro", disk).CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	for _, path := range []string{w.path, filepath.Join(disk, "new", "witness.db")} {
		w.put(path)
		if reply := w.hear(w.call("s1", "c", engine.Before, engine.Edit)); reply != "" {
			t.Errorf("an edit is answered %q", reply)
		}
		if reply := w.hear(w.call("s1", "", engine.Start, "")); !strings.Contains(reply, "witness cannot use its store") || !strings.Contains(reply, "read") {
			t.Errorf("a start is answered %q", reply)
		}
	}
}

// TestHeldStore holds the store as a backup might: a call that is to run is let go unjudged,
// one that ended waits and is kept.
func TestHeldStore(t *testing.T) {
	w := newWorld(t)
	w.hear(w.call("s1", "first", engine.After, engine.Read))
	holder := exec.CommandContext(t.Context(), "sqlite3", w.path)
	stdin, err := holder.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := holder.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := holder.Start(); err != nil {
		t.Skip(err)
	}
	if _, err := fmt.Fprintln(stdin, "BEGIN IMMEDIATE; SELECT 'held';"); err != nil {
		t.Fatal(err)
	}
	if _, err := stdout.Read(make([]byte, 5)); err != nil {
		t.Fatal(err)
	}
	ended, out := w.hook(t.Context(), w.call("s1", "ended", engine.After, engine.Edit))
	if err := ended.Start(); err != nil {
		t.Fatal(err)
	}
	if reply := w.hear(w.call("s1", "begins", engine.Before, engine.Edit)); reply != "" {
		t.Errorf("a call that could not be judged is answered %q", reply)
	}
	if err := stdin.Close(); err != nil { // the holder ends, and with it its transaction
		t.Fatal(err)
	}
	if err := ended.Wait(); err != nil || out.Len() > 0 {
		t.Errorf("the call that ended: %v %s", err, out)
	}
	_ = holder.Wait()
	if n := w.ask("SELECT group_concat(call) FROM events ORDER BY t"); n != "first,ended" {
		t.Errorf("kept: %s", n)
	}
}

// TestNoHome: without a home directory a store lies among the temporary files, for its owner
// alone; a folder that is there already and somebody else's is not used.
func TestNoHome(t *testing.T) {
	w := newWorld(t)
	tmp := t.TempDir()
	w.env = append(w.env, "HOME=", "XDG_STATE_HOME=", "WITNESS_DB=", "TMPDIR="+tmp)
	if reply := w.hear(w.call("s1", "c1", engine.Before, engine.Edit)); !strings.Contains(reply, "no_edit_unread") {
		t.Errorf("without a home an edit is answered %q", reply)
	}
	found, err := filepath.Glob(filepath.Join(tmp, "witness-*"))
	if err != nil || len(found) != 1 {
		t.Fatalf("%v %v", found, err)
	}
	if info, err := os.Stat(found[0]); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%v %v", info.Mode(), err)
	}
	if err := os.Chown(found[0], 12345, -1); err != nil {
		t.Skip(err) // only root gives files away
	}
	if reply := w.hear(w.call("s1", "", engine.Start, "")); !strings.Contains(reply, "witness cannot use its store") || !strings.Contains(reply, "belongs to somebody else") {
		t.Errorf("a folder of somebody else's: %q", reply)
	}
}

// TestSlowDisk delays every write and every wait for the disk by 20 ms, as a disk across a
// network does: the calls are answered and kept.
func TestSlowDisk(t *testing.T) {
	if _, err := exec.LookPath("strace"); err != nil {
		t.Skip("strace is not there to slow the disk down")
	}
	w := newWorld(t)
	w.hear(w.call("s1", "first", engine.After, engine.Edit))
	for i, moment := range []string{engine.Before, engine.After} {
		cmd := exec.CommandContext(t.Context(), "strace", "-f", "-qqq", "-o", os.DevNull, "-e", "trace=pwrite64,fsync,fdatasync,ftruncate",
			"-e", "inject=pwrite64,fsync,fdatasync,ftruncate:delay_enter=20000", "witness", "hook", "plain")
		cmd.Dir, cmd.Env = w.dir, w.env
		cmd.Stdin = strings.NewReader(string(w.call("s2", "slow", moment, engine.Edit)))
		out, err := cmd.CombinedOutput()
		if err != nil && strings.Contains(string(out), "ptrace") {
			t.Skipf("strace is not permitted: %s", out)
		}
		if err != nil || i == 0 && !strings.Contains(string(out), "no_edit_unread") || i == 1 && len(out) > 0 {
			t.Errorf("%s: %v %s", moment, err, out)
		}
	}
	if n := w.ask("SELECT count(*) FROM events WHERE call = 'slow'"); n != "2" {
		t.Errorf("%s of 2 moments are kept", n)
	}
}

// TestClockThatJumps: files from the future and the past, and a store whose last call lies
// years ahead, change no order and no verdict.
func TestClockThatJumps(t *testing.T) {
	w := newWorld(t)
	file := filepath.Join(w.dir, "a.go")
	for i, year := range []int{2099, 1971, 2038} {
		at := time.Date(year, 1, 19, 3, 14, 8, 0, time.UTC)
		if err := os.Chtimes(file, at, at); err != nil {
			t.Fatal(err)
		}
		session := fmt.Sprint("s", i)
		if reply := w.hear(w.call(session, "c1", engine.Before, engine.Edit)); !strings.Contains(reply, "no_edit_unread") {
			t.Errorf("%d: an unread file: %q", year, reply)
		}
		w.hear(w.call(session, "c2", engine.After, engine.Read, "files", []map[string]string{{"path": "a.go", "kind": "read"}}))
		w.exec("UPDATE events SET at = ?", at.UnixMilli())
		if reply := w.hear(w.call(session, "c3", engine.Before, engine.Edit)); reply != "" {
			t.Errorf("%d: a file that was read: %q", year, reply)
		}
		if order := w.ask("SELECT group_concat(call) FROM (SELECT call FROM events WHERE session = ? ORDER BY t)", session); order != "c1,c2,c3" {
			t.Errorf("%d: the order of calls is %s", year, order)
		}
	}
}
