package engine

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"witness/engine/project"

	"witness/engine/hook"

	"witness"
)

// TestLongPaths resolves paths that are longer than a system allows, and many deep paths that do not
// exist. Looking for a project in every parent of them would take minutes.
func TestLongPaths(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	e, err := OpenMemory(t.Context(), witness.Files, dir, project.AsHooks)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	long := strings.Repeat("/a", 200_000)
	c := e.Resolve(hook.Event{Session: "s", Moment: hook.Before, Tool: hook.Edit, CWD: long, Files: []hook.File{{Path: long, Kind: hook.Edit}, {Path: "b" + long, Kind: hook.Read}}})
	if c.Project.Dir == long || len(c.Touches) != 2 || c.Touches[0].Path != long {
		t.Errorf("the directory is %.20s…, and there are %d touches", c.Project.Dir, len(c.Touches))
	}
	var line strings.Builder
	for i := range 30 {
		fmt.Fprintf(&line, "cd /%s%d && make; ", strings.Repeat("a/", 2000), i)
	}
	c = e.Resolve(hook.Event{Session: "s", Moment: hook.Before, Tool: hook.Run, CWD: dir, Command: line.String()})
	if len(c.Commands) != 60 {
		t.Errorf("got %d commands, want 60", len(c.Commands))
	}
}
