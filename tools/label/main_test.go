package main

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const recording = `{"parentUuid":null,"isSidechain":false,"cwd":"/home/dev/proj","sessionId":"s1","version":"2.1.220","type":"user","message":{"role":"user","content":"Push it."},"uuid":"u1","timestamp":"2026-11-20T10:00:00.000Z"}
{"parentUuid":"u1","isSidechain":false,"cwd":"/home/dev/proj","sessionId":"s1","version":"2.1.220","type":"assistant","message":{"role":"assistant","id":"m1","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"git push --force"}}]},"uuid":"a1","timestamp":"2026-11-20T10:00:01.000Z"}
{"parentUuid":"a1","isSidechain":false,"cwd":"/home/dev/proj","sessionId":"s1","version":"2.1.220","type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"done"}]},"uuid":"u2","timestamp":"2026-11-20T10:00:02.000Z"}
`

// TestLabel reads two findings, in an order that depends on the reader, and continues where it stopped.
func TestLabel(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "one.jsonl")
	write(t, path, recording)
	found := filepath.Join(dir, "found.ndjson")
	write(t, found, `{"path":"`+path+`","line":2,"agent":"claude","rule":"force_push","severity":"ask","message":"This rewrites main."}
{"path":"`+path+`","line":2,"agent":"claude","rule":"force_push","severity":"ask","message":"The same place."}
{"path":"`+path+`","line":3,"agent":"claude","rule":"untried_handover","severity":"warn","message":"a.go changed."}
`)
	out := label(t, "x\nw the user asked for it\nq\n", "-by", "anna", found)
	for _, want := range []string{"Would a good engineer", "USER   Push it.", "call   Bash git push --force", ">> ", "== 1 of 2", "== 2 of 2"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	out = label(t, "r\n", "-by", "anna", found)
	if !strings.Contains(out, "== 1 of 1") {
		t.Errorf("it does not go on with the other one:\n%s", out)
	}
	text, err := os.ReadFile(filepath.Join(dir, "labels.anna.tsv"))
	if err != nil || strings.Count(string(text), "\n") != 2 || !strings.Contains(string(text), "\twrong\tthe user asked for it\n") {
		t.Errorf("labels: %v\n%s", err, text)
	}
	out = label(t, "w\n", "-by", "bert", "-second", "anna", found)
	if !strings.Contains(out, "== 1 of 1") || strings.Contains(out, "asked for it") {
		t.Errorf("a second reader reads a fifth, blind:\n%s", out)
	}
	if out = label(t, "", found); !strings.Contains(out, "anna and bert: ") {
		t.Errorf("agreement: %s", out)
	}
	var stderr bytes.Buffer
	if code := run([]string{"-by", "../x", found}, strings.NewReader(""), &stderr, &stderr); code != 2 {
		t.Errorf("exit status %d", code)
	}
}

// TestAgreement compares two readers.
func TestAgreement(t *testing.T) {
	at := func(n int) place { return place{"s", "r", n} }
	one := map[place]string{at(1): "right", at(2): "right", at(3): "wrong", at(4): "wrong", at(5): "right"}
	other := map[place]string{at(1): "right", at(2): "wrong", at(3): "wrong", at(4): "wrong", at(9): "right"}
	both, same, kappa := agreement(one, other)
	if both != 4 || same != 3 || math.Abs(kappa-0.5) > 1e-9 {
		t.Errorf("%d %d %f", both, same, kappa)
	}
}

// label runs the program with what a reader types, and returns what it prints.
func label(t *testing.T, typed string, args ...string) string {
	t.Helper()
	var out, stderr bytes.Buffer
	if code := run(args, strings.NewReader(typed), &out, &stderr); code != 0 {
		t.Fatalf("exit status %d: %s", code, stderr.String())
	}
	return out.String()
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
