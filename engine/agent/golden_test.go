package agent

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"witness/engine"
)

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
			events, err := a.Hear(line, environment(env))
			if err != nil {
				t.Fatalf("%s:%d: %v", name, i+1, err)
			}
			for _, e := range events {
				if e.Session == "" || e.Agent != a.Name || e.Moment == "" || e.Hook == "" || e.CWD == "" || e.Tool == engine.Run && e.Command == "" {
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
