package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"witness/engine/hook"
)

// onDisk returns a world whose store is on its own file system of 1 MB. It skips the test if mounting is
// not permitted.
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

// put moves the world's store to path, without its contents.
func (w *world) put(path string) {
	w.path = path
	w.env = append(w.env, "WITNESS_DB="+path)
}

// leave fills the disk except for free kB.
func leave(t *testing.T, disk string, free int) {
	t.Helper()
	filler, room := filepath.Join(disk, "filler"), filepath.Join(disk, "room")
	if err := os.RemoveAll(filler); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(room, make([]byte, free<<10), 0o600); err != nil && free > 0 {
		t.Fatal(err)
	}
	_ = os.WriteFile(filler, make([]byte, 2<<20), 0o600) // it does not fit, which fills the disk
	if err := os.RemoveAll(room); err != nil {
		t.Fatal(err)
	}
}

// TestFullDisk runs hooks with different amounts of free space: no hook fails, the start of a session
// reports that nothing can be recorded, the store stays sound, and recording continues once
// there is space.
func TestFullDisk(t *testing.T) {
	w, disk := onDisk(t)
	w.send(w.call("s1", "first", hook.After, hook.Edit))
	leave(t, disk, 0)
	for _, moment := range []string{hook.Start, hook.Prompt} {
		if reply := w.send(w.call("s1", "", moment, "")); !strings.Contains(reply, "witness cannot use its store, so it records nothing and evaluates no rules: ") || !strings.Contains(reply, "full") {
			t.Errorf("on a full disk the reply to %s is %q", moment, reply)
		}
	}
	for _, free := range []int{0, 1, 2, 4, 5, 8, 9, 12, 16, 24, 32, 33, 40, 48, 64, 65, 96, 128} {
		leave(t, disk, free)
		for _, moment := range []string{hook.Before, hook.After} {
			w.send(w.call("s1", fmt.Sprint("edit", free), moment, hook.Edit))
			w.send(w.call("s1", fmt.Sprint("run", free), moment, hook.Run, "command", "go test ./...", "output", "--- FAIL: TestA (0.00s)\nFAIL\nFAIL\tx\t0.1s\nFAIL\n"))
		}
	}
	leave(t, disk, 600)
	w.send(w.call("s1", "last", hook.After, hook.Edit))
	if n := w.ask("SELECT count(*) FROM events WHERE call IN ('first', 'last')"); n != "2" {
		t.Errorf("of the first and the last call %s are recorded", n)
	}

	// There is no space to create a store.
	leave(t, disk, 0)
	w.put(filepath.Join(disk, "other", "witness.db"))
	if reply := w.send(w.call("s1", "", hook.Start, "")); !strings.Contains(reply, "witness cannot use its store") {
		t.Errorf("without space for a store the reply to a start is %q", reply)
	}
}

// TestReadOnlyHome checks that hooks succeed on a read-only file system, and that the start of a session
// reports it.
func TestReadOnlyHome(t *testing.T) {
	w, disk := onDisk(t)
	red := []any{"command", "go test ./...", "output", "--- FAIL: TestA (0.00s)\nFAIL\nFAIL\texample.com/m\t0.01s\n", "exit", 1}
	w.send(w.call("s1", "first", hook.After, hook.Edit))
	w.send(w.call("s1", "red", hook.After, hook.Run, red...))
	if out, err := exec.CommandContext(t.Context(), "mount", "-o", "remount,ro", disk).CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	missing := filepath.Join(disk, "new", "witness.db")
	for _, path := range []string{w.path, missing} {
		w.put(path)
		if reply := w.send(w.call("s1", "c", hook.Before, hook.Edit)); reply != "" {
			t.Errorf("the reply to an edit is %q", reply)
		}
		reply := w.send(w.call("s1", "", hook.Start, ""))
		if known := path != missing; !strings.Contains(reply, "read") || !strings.Contains(reply, "records nothing") || known != strings.Contains(reply, "judges by what is in it") {
			t.Errorf("the reply to a start is %q", reply)
		}
		// What was red before is red.
		if reply := w.send(w.call("s1", "d", hook.Before, hook.Run, "command", "git commit -am x")); strings.Contains(reply, "no_commit_failing") != (path != missing) {
			t.Errorf("the reply to a commit is %q", reply)
		}
	}
	if left, err := filepath.Glob(filepath.Join(os.TempDir(), "witness-read-only-*")); err != nil || len(left) > 0 {
		t.Errorf("hooks left %q %v", left, err)
	}
}

// TestLockedStore locks the store as a backup might: the hook before a call gives up and lets it pass,
// the hook after a call waits and records it.
func TestLockedStore(t *testing.T) {
	w := newWorld(t)
	w.send(w.call("s1", "first", hook.After, hook.Read))
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
	ended, out := w.hook(t.Context(), w.call("s1", "ended", hook.After, hook.Edit))
	if err := ended.Start(); err != nil {
		t.Fatal(err)
	}
	if reply := w.send(w.call("s1", "begins", hook.Before, hook.Edit)); reply != "" {
		t.Errorf("the reply to a call while the store is locked is %q", reply)
	}
	if err := stdin.Close(); err != nil { // the process exits, which ends its transaction
		t.Fatal(err)
	}
	if err := ended.Wait(); err != nil || out.Len() > 0 {
		t.Errorf("the hook after a call: %v %s", err, out)
	}
	_ = holder.Wait()
	if n := w.ask("SELECT group_concat(call) FROM events ORDER BY t"); n != "first,ended" {
		t.Errorf("recorded: %s", n)
	}
}

// TestNoHome checks that without a home directory the store is created in a private directory for
// temporary files, and that a directory of that name owned by another user is not used.
func TestNoHome(t *testing.T) {
	w := newWorld(t)
	tmp := t.TempDir()
	w.env = append(w.env, "HOME=", "XDG_STATE_HOME=", "WITNESS_DB=", "TMPDIR="+tmp, "WITNESS_RULES_NO_EDIT_UNREAD=warn")
	if reply := w.send(w.call("s1", "c1", hook.Before, hook.Edit)); !strings.Contains(reply, "no_edit_unread") {
		t.Errorf("without a home directory the reply to an edit is %q", reply)
	}
	found, err := filepath.Glob(filepath.Join(tmp, "witness-*"))
	if err != nil || len(found) != 1 {
		t.Fatalf("%v %v", found, err)
	}
	if info, err := os.Stat(found[0]); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%v %v", info.Mode(), err)
	}
	if err := os.Chown(found[0], 12345, -1); err != nil {
		t.Skip(err) // only root can change the owner
	}
	if reply := w.send(w.call("s1", "", hook.Start, "")); !strings.Contains(reply, "witness cannot use its store") || !strings.Contains(reply, "belongs to another user") {
		t.Errorf("with a directory of another user the reply is %q", reply)
	}
}

// TestSlowDisk delays every write and sync by 20 ms, as a network file system might: the calls are
// answered and recorded.
func TestSlowDisk(t *testing.T) {
	if _, err := exec.LookPath("strace"); err != nil {
		t.Skip("there is no strace to slow the disk down")
	}
	w := newWorld(t)
	w.send(w.call("s1", "first", hook.After, hook.Edit))
	for i, moment := range []string{hook.Before, hook.After} {
		cmd := exec.CommandContext(t.Context(), "strace", "-f", "-qqq", "-o", os.DevNull, "-e", "trace=pwrite64,fsync,fdatasync,ftruncate",
			"-e", "inject=pwrite64,fsync,fdatasync,ftruncate:delay_enter=20000", "witness", "hook", "plain")
		cmd.Dir, cmd.Env = w.dir, w.env
		cmd.Stdin = strings.NewReader(string(w.call("s2", "slow", moment, hook.Edit)))
		out, err := cmd.CombinedOutput()
		if err != nil && strings.Contains(string(out), "ptrace") {
			t.Skipf("strace is not permitted: %s", out)
		}
		if err != nil || i == 0 && !strings.Contains(string(out), "no_edit_unread") || i == 1 && len(out) > 0 {
			t.Errorf("%s: %v %s", moment, err, out)
		}
	}
	if n := w.ask("SELECT count(*) FROM events WHERE call = 'slow'"); n != "2" {
		t.Errorf("%s of 2 events are recorded", n)
	}
}

// TestClockJumps checks that files with times in the future or the past, and a store whose last call is
// years ahead, change neither the order of calls nor the verdicts.
func TestClockJumps(t *testing.T) {
	w := newWorld(t)
	file := filepath.Join(w.dir, "a.go")
	for i, year := range []int{2099, 1971, 2038} {
		at := time.Date(year, 1, 19, 3, 14, 8, 0, time.UTC)
		if err := os.Chtimes(file, at, at); err != nil {
			t.Fatal(err)
		}
		session := fmt.Sprint("s", i)
		if reply := w.send(w.call(session, "c1", hook.Before, hook.Edit)); !strings.Contains(reply, "no_edit_unread") {
			t.Errorf("%d: an unread file: %q", year, reply)
		}
		w.send(w.call(session, "c2", hook.After, hook.Read, "files", []map[string]string{{"path": "a.go", "kind": "read"}}))
		w.exec("UPDATE events SET at = ?", at.UnixMilli())
		if reply := w.send(w.call(session, "c3", hook.Before, hook.Edit)); reply != "" {
			t.Errorf("%d: a file that was read: %q", year, reply)
		}
		if order := w.ask("SELECT group_concat(call) FROM (SELECT call FROM events WHERE session = ? ORDER BY t)", session); order != "c1,c2,c3" {
			t.Errorf("%d: the order of calls is %s", year, order)
		}
	}
}
