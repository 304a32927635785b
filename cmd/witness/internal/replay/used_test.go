package replay

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"witness/engine/agent"
)

// TestDaysUsed checks that days are counted on which a session of the project was written after the last call.
func TestDaysUsed(t *testing.T) {
	home, root := t.TempDir(), t.TempDir()
	root, err := filepath.EvalSymlinks(root)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 27, 12, 0, 0, 0, time.Local)
	write := func(name, cwd string, daysAgo int) {
		path := filepath.Join(home, ".claude", "projects", "p", name+".jsonl")
		line := `{"type":"user","sessionId":"` + name + `","cwd":"` + cwd + `","timestamp":"2026-11-20T10:00:00Z","message":{"role":"user","content":"x"}}` + "\n"
		at := now.AddDate(0, 0, -daysAgo)
		if os.MkdirAll(filepath.Dir(path), 0o700) != nil || os.WriteFile(path, []byte(line), 0o600) != nil || os.Chtimes(path, at, at) != nil {
			t.Fatal(name)
		}
	}
	write("a", root, 1)
	write("b", root, 1)
	write("c", root, 2)
	write("d", "/elsewhere", 3)
	write("e", root, 9)
	if got := DaysUsed(agent.Claude, home, root, now.AddDate(0, 0, -5)); got != 2 {
		t.Errorf("%d days, want 2", got)
	}
}
