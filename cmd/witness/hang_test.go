//go:build unix

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"witness/cmd/witness/scripttest"
	"witness/engine/hook"
)

// hangs is a rule whose SQL takes hours and cannot be interrupted.
const hangs = `--- tools   = ["edit"]
--- message = "{n}"

SELECT sum(instr(printf('%.*c', 1000000, 'a'), printf('%.*c', 500000, 'a') || 'b')) AS n
FROM   json_each('[1,2,3,4,5,6,7,8,9]') a, json_each('[1,2,3,4,5,6,7,8,9]') b, json_each('[1,2,3,4,5,6,7,8,9]') c
`

// TestKilledHook kills hooks while SQL of the project runs in them. Until then other hooks record their
// calls, the verdict of witness's own rules is in the store, and each kill counts as an overrun of the
// file, until it is set aside.
func TestKilledHook(t *testing.T) {
	w := newWorld(t)
	rules := filepath.Join(w.dir, ".witness", "rules.d")
	if err := os.MkdirAll(rules, 0o755); err != nil {
		t.Fatal(err)
	}
	w.write(filepath.Join(rules, "hangs.sql"), hangs)
	seen := map[string]bool{}
	for i := range 3 {
		id := fmt.Sprint("c", i)
		cmd, out := w.hook(t.Context(), w.call("s1", id, hook.Before, hook.Edit))
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for !isMarked(w.path, seen) { // until the rule has begun
		}
		w.send(w.call("s2", id, hook.After, hook.Read, "files", []map[string]string{{"path": "a.go", "kind": "read"}}))
		if n := w.ask("SELECT count(*) FROM events WHERE session = 's2' AND call = ?", id); n != "1" {
			t.Errorf("while SQL of the project runs, another call has %s rows", n)
		}
		if n := w.ask("SELECT count(*) FROM verdicts v JOIN events e USING (session, t) WHERE e.call = ? AND v.rule = 'no_edit_unread'", id); i == 0 && n != "1" {
			t.Errorf("before SQL of the project runs, %s verdicts are recorded", n)
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		if out.Len() > 0 {
			t.Errorf("the killed hook printed %s", out)
		}
	}
	w.send(w.call("s1", "last", hook.Before, hook.Edit)) // it would not return if the rule were asked
	if n := w.ask("SELECT sum(count) FROM faults WHERE place LIKE '%hangs.sql' AND message LIKE '%longer than its share%'"); n != "3" {
		t.Errorf("%s overruns are recorded", n)
	}
}

// isMarked reports whether a process has noted that SQL of a file runs, in a mark that was not seen before.
// That of a killed process remains for a while.
func isMarked(store string, seen map[string]bool) bool {
	marks, _ := filepath.Glob(filepath.Join(store+"-running", "*"))
	for _, mark := range marks {
		if text, err := os.ReadFile(mark); err == nil && strings.HasSuffix(string(text), ".sql\n") && !seen[mark] {
			seen[mark] = true
			return true
		}
	}
	return false
}

// TestLockedFolder locks the folder of the store as any program of the user's can: the hook before a call
// lets it pass, the hook after a call records it if the lock is released, and the next start tells what
// failed.
func TestLockedFolder(t *testing.T) {
	w := newWorld(t)
	w.send(w.call("s1", "first", hook.After, hook.Read))
	folder, err := os.Open(filepath.Dir(w.path))
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	if err := syscall.Flock(int(folder.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	ended, out := w.hook(t.Context(), w.call("s1", "ended", hook.After, hook.Edit))
	if err := ended.Start(); err != nil {
		t.Fatal(err)
	}
	if reply := w.send(w.call("s1", "begins", hook.Before, hook.Edit)); reply != "" {
		t.Errorf("the reply to a call while the folder is locked is %q", reply)
	}
	if err := syscall.Flock(int(folder.Fd()), syscall.LOCK_UN); err != nil {
		t.Fatal(err)
	}
	if err := ended.Wait(); err != nil || out.Len() > 0 {
		t.Errorf("the hook after a call: %v %s", err, out)
	}
	if n := w.ask("SELECT group_concat(call) FROM (SELECT call FROM events ORDER BY t)"); n != "first,ended" {
		t.Errorf("recorded: %s", n)
	}
	if reply := w.send(w.call("s1", "", hook.Start, "")); !strings.Contains(reply, "another process has locked the folder of the store") {
		t.Errorf("the reply to the next start is %q", reply)
	}
	if reply := w.send(w.call("s1", "", hook.Start, "")); strings.Contains(reply, "locked") {
		t.Errorf("the failure is told twice: %q", reply)
	}
}

// TestCommandsAreCutShort runs the commands that evaluate SQL of a project which does not end: each says which file it
// is, and doctor what it knows.
func TestCommandsAreCutShort(t *testing.T) {
	w := newWorld(t)
	rules := filepath.Join(w.dir, ".witness", "rules.d")
	if err := os.MkdirAll(rules, 0o755); err != nil {
		t.Fatal(err)
	}
	w.write(filepath.Join(rules, "hangs.sql"), hangs)
	for command, known := range map[string]string{"rules check": "", "doctor": "the program that the hooks run"} {
		cmd := exec.CommandContext(t.Context(), "witness", strings.Fields(command)...)
		cmd.Dir, cmd.Env = w.dir, append(w.env, scripttest.CutAtOnce+"=1")
		out, err := cmd.CombinedOutput()
		if _, failed := errors.AsType[*exec.ExitError](err); !failed || !strings.Contains(string(out), "hangs.sql: its query has not ended after") || !strings.Contains(string(out), known) {
			t.Errorf("%s: %v\n%s", command, err, out)
		}
	}
}
