package inspect

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"witness"
	"witness/engine"
	"witness/engine/hook"
	"witness/engine/store"
)

// TestForget removes a word from everything that a session left, also from the bytes of the store's files, and keeps
// what the session's rules need: its other failing tests, its edits and its ticks.
func TestForget(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("WITNESS_DB", filepath.Join(dir, "state", "witness.db"))
	project := filepath.Join(dir, "project")
	if err := os.MkdirAll(filepath.Join(project, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	e, err := engine.Open(t.Context(), witness.Files, project, "", store.LockWait, nil)
	if err != nil {
		t.Fatal(err)
	}
	exit := 1
	for i, ev := range []hook.Event{
		{Tool: hook.Edit, Name: "Edit", Files: []hook.File{{Path: filepath.Join(project, "acme.go"), Kind: hook.Edit}}},
		{Tool: hook.Edit, Name: "Edit", Files: []hook.File{{Path: filepath.Join(project, "a.go"), Kind: hook.Edit}}},
		{Tool: hook.Run, Name: "Bash", Command: `deploy "acme corp" --to 'acme'; echo "ac\"me"`},
		{
			Tool: hook.Run, Name: "Bash", Command: "go test ./...", Exit: &exit,
			Output: "--- PASS: TestPasses (0.00s)\n--- PASS: TestPassesAtAcme (0.00s)\n--- FAIL: TestAcme (0.00s)\n    a_test.go:3: x\n--- FAIL: TestA (0.00s)\n    a_test.go:4: acme is missing\nFAIL\nFAIL\texample.com/x\t0.1s\nFAIL\n",
		},
	} {
		ev.Session, ev.Agent, ev.Moment, ev.CWD, ev.Outcome, ev.Call = "s", "plain", hook.After, project, hook.OK, string(rune('a'+i))
		if _, err := e.Hear(t.Context(), ev, hook.Capabilities{}); err != nil {
			t.Fatal(err)
		}
	}
	count := func(query string) int64 {
		t.Helper()
		n, err := e.DB.Int(t.Context(), query)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if n := count("SELECT count(*) FROM failing WHERE test IN ('TestA', 'TestAcme')"); n != 2 {
		t.Fatalf("%d tests fail, not 2", n)
	}

	r, err := Forget(t.Context(), e, regexp.MustCompile(`(?i)acme`))
	if err != nil {
		t.Fatal(err)
	}
	if r.Changed == 0 || r.Deleted == 0 {
		t.Errorf("%d rows are changed and %d deleted", r.Changed, r.Deleted)
	}
	for query, want := range map[string]int64{
		"SELECT count(*) FROM failing": 1,
		"SELECT count(*) FROM failing WHERE test = 'TestA' AND message GLOB '*?forgotten?*'": 1,
		"SELECT count(*) FROM tests WHERE test = 'TestA'":                                    1,
		"SELECT count(*) FROM listed_tests WHERE test GLOB 'TestPasses*'":                    1,
		"SELECT count(*) FROM touches WHERE file = 'a.go'":                                   1,
		"SELECT count(*) FROM events":                                                        4,
		"SELECT max(t) FROM events":                                                          4,
		"SELECT count(*) FROM commands WHERE NOT json_valid(args)":                           0,
		"SELECT count(*) FROM commands WHERE args ->> '$[0]' = '[forgotten] corp'":           1,
		"SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'":          0,
	} {
		if n := count(query); n != want {
			t.Errorf("%s is %d, not %d", query, n, want)
		}
	}
	files, err := os.ReadDir(filepath.Join(dir, "state"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(dir, "state", f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if i := bytes.Index(bytes.ToLower(text), []byte("acme")); i >= 0 {
			t.Errorf("%s still has %q", f.Name(), text[max(0, i-20):min(len(text), i+20)])
		}
	}
	if err := e.Close(); err != nil {
		t.Error(err)
	}
}
