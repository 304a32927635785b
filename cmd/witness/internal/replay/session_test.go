package replay

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"witness/engine"
	"witness/engine/agent"
)

// A panic while one recording is read is an error of that recording.
func TestPanicIsAnError(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "session.jsonl")
	if err := os.WriteFile(path, []byte("{}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	unfinished := &agent.Agent{Transcript: &agent.Transcript{}}
	got := evaluateSession(t.Context(), dir, engine.Trial{}, nil, recording{client: unfinished, files: []string{path}}, &progress{}, nil)
	if len(got.errs) != 1 || !strings.Contains(got.errs[0].Error(), path+": witness stopped at a mistake of its own") {
		t.Errorf("got %v", got.errs)
	}
}
