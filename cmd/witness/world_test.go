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

	"witness/engine/hook"
)

// soak multiplies the rounds of the fault-injection tests: see the recipe soak in the Justfile.
var soak = flag.Int("soak", 1, "multiply the rounds of the fault-injection tests")

// A world is a temporary project with its own home directory and store, for tests that start hooks as
// processes.
type world struct {
	t    *testing.T
	dir  string
	env  []string // of the hooks
	path string   // of the store
}

// newWorld creates a project with one file, a.go. Its time limits are so high that a slow machine
// fails no test.
func newWorld(t *testing.T) *world {
	t.Helper()
	dir := t.TempDir()
	home := filepath.Join(dir, ".home")
	for _, d := range []string{filepath.Join(home, ".config", "witness"), filepath.Join(dir, ".git")} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	limits := filepath.Join(home, "system.toml")
	w := &world{t: t, dir: dir, path: filepath.Join(home, "store", "witness.db")}
	w.write(limits, "[limits]\nbefore_ms = 60000\nafter_ms = 60000\n")
	w.write(filepath.Join(dir, "a.go"), "package a\n")
	w.write(filepath.Join(home, ".config", "witness", "config.toml"), "[rules]\nno_edit_unread = \"warn\"\n") // it speaks at an edit without more ado
	w.env = append(os.Environ(), "HOME="+home, "XDG_STATE_HOME=", "XDG_CONFIG_HOME=", "WITNESS_DB="+w.path, "WITNESS_SYSTEM_CONFIG="+limits, "WITNESS_STRICT=")
	return w
}

func (w *world) write(path, text string) {
	w.t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		w.t.Fatal(err)
	}
}

// call returns a payload of the plain protocol. more contains further members: names and values
// alternate.
func (w *world) call(session, id, moment, tool string, more ...any) []byte {
	w.t.Helper()
	call := map[string]any{"protocol": "witness/1", "session": session, "call": id, "moment": moment, "tool": tool, "cwd": w.dir}
	for i := 0; i < len(more); i += 2 {
		call[more[i].(string)] = more[i+1]
	}
	if tool == hook.Edit || tool == hook.Read {
		call["files"] = []map[string]string{{"path": "a.go", "kind": tool}}
	}
	payload, err := json.Marshal(call)
	if err != nil {
		w.t.Fatal(err)
	}
	return payload
}

// hook returns a hook process that is not yet started, and the buffer of its output and errors.
func (w *world) hook(ctx context.Context, payload []byte) (*exec.Cmd, *bytes.Buffer) {
	cmd := exec.CommandContext(ctx, "witness", "hook", "plain")
	cmd.Dir, cmd.Env, cmd.Stdin = w.dir, w.env, bytes.NewReader(payload)
	out := &bytes.Buffer{}
	cmd.Stdout, cmd.Stderr = out, out
	return cmd, out
}

// send runs a hook and returns its output. The hook must exit with 0 and print one JSON object or
// nothing.
func (w *world) send(payload []byte) string {
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

// ask checks the integrity of the store and returns the single value that a query selects.
func (w *world) ask(query string, args ...any) string {
	w.t.Helper()
	db, err := sql.Open("sqlite", "file:"+w.path)
	if err != nil {
		w.t.Fatal(err)
	}
	defer db.Close()
	var answer string
	if err := db.QueryRowContext(w.t.Context(), "PRAGMA integrity_check").Scan(&answer); err != nil || answer != "ok" {
		w.t.Fatalf("the store is damaged: %s %v", answer, err)
	}
	if err := db.QueryRowContext(w.t.Context(), query, args...).Scan(&answer); err != nil {
		w.t.Fatalf("%s: %v", query, err)
	}
	return strings.TrimSpace(answer)
}

// exec executes a statement on the store.
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
