package engine

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"witness/engine/hook"

	"witness"
)

// TestLongPaths: paths that no system takes, and many that lie deep and are not there, are
// worked through in no time; going up through each took minutes.
func TestLongPaths(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	e, err := OpenMemory(t.Context(), witness.Files, dir)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	long := strings.Repeat("/a", 200_000)
	c := e.Resolve(hook.Event{Session: "s", Moment: hook.Before, Tool: hook.Edit, CWD: long, Files: []hook.File{{Path: long, Kind: hook.Edit}, {Path: "b" + long, Kind: hook.Read}}})
	if c.Project.Dir == long || len(c.Touches) != 2 || c.Touches[0].Path != long {
		t.Errorf("the place is %.20s…, and %d files are touched", c.Project.Dir, len(c.Touches))
	}
	var line strings.Builder
	for i := range 30 {
		fmt.Fprintf(&line, "cd /%s%d && make; ", strings.Repeat("a/", 2000), i)
	}
	c = e.Resolve(hook.Event{Session: "s", Moment: hook.Before, Tool: hook.Run, CWD: dir, Command: line.String()})
	if len(c.Commands) != 60 {
		t.Errorf("%d commands", len(c.Commands))
	}
}
