package agent

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"witness/engine/hook"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// checkGolden compares the events of every recorded payload of an agent (testdata/NAME/*.jsonl)
// with testdata/NAME/golden, one line per event. env is the environment of the hooks. "go test
// ./engine/agent -run TestNAME -update" rewrites the golden file.
func checkGolden(t *testing.T, a Agent, env map[string]string) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join("testdata", a.Name, "*.jsonl"))
	if err != nil || len(names) == 0 {
		t.Fatal("no payloads", err)
	}
	var got strings.Builder
	for _, name := range names {
		fmt.Fprintf(&got, "# %s\n", filepath.Base(name))
		for i, line := range lines(t, name) {
			if !a.Detect(environment(env), line) {
				t.Errorf("%s:%d: not detected", name, i+1)
			}
			events, err := a.Events(line, environment(env))
			if err != nil {
				t.Fatalf("%s:%d: %v", name, i+1, err)
			}
			for _, e := range events {
				if e.Session == "" || e.Agent != a.Name || e.Moment == "" || e.Hook == "" || e.CWD == "" || e.Tool == hook.Run && e.Command == "" && e.Source == "" && e.Hook != "PostToolBatch" {
					t.Errorf("%s:%d: incomplete: %+v", name, i+1, e)
				}
				fmt.Fprintf(&got, "%d %s\n", i+1, brief(e))
			}
		}
	}
	golden := filepath.Join("testdata", a.Name, "golden")
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	wanted := strings.Split(string(want), "\n")
	for i, line := range strings.Split(got.String(), "\n") {
		if i >= len(wanted) || line != wanted[i] {
			t.Fatalf("%s:%d: got\n%s\nwant\n%s", golden, i+1, line, strings.Join(wanted[min(i, len(wanted)):min(i+1, len(wanted))], ""))
		}
	}
}

// environment returns the environment of a hook.
func environment(env map[string]string) func(string) string {
	return func(name string) string { return env[name] }
}

// brief formats an event on one line; long texts are shortened and followed by their length.
func brief(e hook.Event) string {
	text := func(s string) string {
		if len(s) > 60 {
			return fmt.Sprintf("%q…%d", s[:40], len(s))
		}
		return fmt.Sprintf("%q", s)
	}
	words := []string{e.Moment}
	add := func(ok bool, format string, values ...any) {
		if ok {
			words = append(words, fmt.Sprintf(format, values...))
		}
	}
	add(e.Tool != "", "%s %s", e.Tool, e.Name)
	add(e.Outcome != "", "%s", e.Outcome)
	add(e.Reason != "", "(%s)", e.Reason)
	add(e.Actor != "", "actor=%s", e.Actor)
	add(e.Hook == "PostToolBatch", "batch")
	add(e.Source != "", "source=%s", e.Source)
	add(e.Active, "active")
	add(e.Asked, "asked")
	for _, f := range e.Files {
		add(true, "%s:%s", f.Kind, f.Path)
		add(f.Content != "", "content=%s", text(f.Content))
	}
	add(e.Command != "", "command=%s", text(e.Command))
	if e.Exit != nil {
		add(true, "exit=%d", *e.Exit)
	}
	add(e.Output != "", "output=%s", text(e.Output))
	add(e.Cut, "cut")
	add(e.Background, "background")
	for _, todo := range e.Todos {
		add(true, "todo:%s=%s", todo.ID, todo.State)
	}
	add(e.TodosWhole, "whole list")
	add(!strings.HasPrefix(e.CWD, "/home/dev/proj") || e.CWD != "/home/dev/proj", "cwd=%s", e.CWD)
	return strings.Join(words, " ")
}

// lines returns the lines of a file of recorded payloads.
func lines(t *testing.T, name string) [][]byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
}
