package replay

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

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
	w := worker{dir: dir, p: &progress{}}
	got := w.evaluate(t.Context(), recording{client: unfinished, files: []string{path}})
	if len(got.errs) != 1 || !strings.Contains(got.errs[0].Error(), path+": witness stopped at a mistake of its own") {
		t.Errorf("got %v", got.errs)
	}
}
