package main

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"witness/engine"
)

// soak makes the tests of faults run this many times as long: just soak.
var soak = flag.Int("soak", 1, "how many times as long the tests of faults run")

// A world is a project with a store of its own, and processes that work on it.
type world struct {
	t    *testing.T
	dir  string
	env  []string
	path string // of the store
}

// newWorld makes an empty project. What a process does not answer in time is a matter of
// the machine; here time is plenty.
func newWorld(t *testing.T) *world {
	t.Helper()
	dir := t.TempDir()
	home := filepath.Join(dir, ".home")
	for _, d := range []string{home, filepath.Join(dir, ".git")} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	limits := filepath.Join(home, "system.toml")
	w := &world{t: t, dir: dir, path: filepath.Join(home, "store", "witness.db")}
	w.write(limits, "[limits]\nbefore_ms = 60000\nafter_ms = 60000\n")
	w.write(filepath.Join(dir, "a.go"), "package a\n")
	w.env = append(os.Environ(), "HOME="+home, "XDG_STATE_HOME=", "XDG_CONFIG_HOME=", "WITNESS_DB="+w.path, "WITNESS_SYSTEM_CONFIG="+limits, "WITNESS_STRICT=")
	return w
}

func (w *world) write(path, text string) {
	w.t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		w.t.Fatal(err)
	}
}

// call is a call of the plain protocol; more are further members, name and value in turn.
func (w *world) call(session, id, moment, tool string, more ...any) []byte {
	w.t.Helper()
	call := map[string]any{"protocol": "witness/1", "session": session, "call": id, "moment": moment, "tool": tool, "cwd": w.dir}
	for i := 0; i < len(more); i += 2 {
		call[more[i].(string)] = more[i+1]
	}
	if tool == engine.Edit {
		call["files"] = []map[string]string{{"path": "a.go", "kind": tool}}
	}
	payload, err := json.Marshal(call)
	if err != nil {
		w.t.Fatal(err)
	}
	return payload
}

// hook is a process that answers one call.
func (w *world) hook(ctx context.Context, payload []byte) (*exec.Cmd, *bytes.Buffer) {
	cmd := exec.CommandContext(ctx, "witness", "hook", "plain")
	cmd.Dir, cmd.Env, cmd.Stdin = w.dir, w.env, bytes.NewReader(payload)
	out := &bytes.Buffer{}
	cmd.Stdout, cmd.Stderr = out, out
	return cmd, out
}

// hear answers one call to its end, which must be an orderly one: status 0, and nothing
// but one JSON object printed, if anything.
func (w *world) hear(payload []byte) string {
	w.t.Helper()
	cmd, out := w.hook(w.t.Context(), payload)
	if err := cmd.Run(); err != nil {
		w.t.Errorf("the hook ended with %v: %s", err, out)
	}
	if out.Len() > 0 && !json.Valid(out.Bytes()) {
		w.t.Errorf("the hook printed %s", out)
	}
	return out.String()
}

// ask asks the store, which must be sound, for one value.
func (w *world) ask(query string, args ...any) string {
	w.t.Helper()
	db, err := sql.Open("sqlite", "file:"+w.path)
	if err != nil {
		w.t.Fatal(err)
	}
	defer db.Close()
	var answer string
	if err := db.QueryRowContext(w.t.Context(), "PRAGMA integrity_check").Scan(&answer); err != nil || answer != "ok" {
		w.t.Fatalf("the store is not sound: %s %v", answer, err)
	}
	if err := db.QueryRowContext(w.t.Context(), query, args...).Scan(&answer); err != nil {
		w.t.Fatalf("%s: %v", query, err)
	}
	return strings.TrimSpace(answer)
}

// exec changes the store behind the program's back.
func (w *world) exec(statement string, args ...any) {
	w.t.Helper()
	db, err := sql.Open("sqlite", "file:"+w.path)
	if err != nil {
		w.t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(w.t.Context(), statement, args...); err != nil {
		w.t.Fatal(err)
	}
}

// forget removes the store.
func (w *world) forget() {
	w.t.Helper()
	if err := os.RemoveAll(filepath.Dir(w.path)); err != nil {
		w.t.Fatal(err)
	}
}
