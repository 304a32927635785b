package main

import (
	"strings"
	"testing"

	"witness/engine/hook"
	"witness/internal/hostile"
)

// TestHostileFiles checks that a hook speaks beside files of a repository that are as large and as wrong as they can be. What they cost it
// is measured by tools/bench.
func TestHostileFiles(t *testing.T) {
	for name, files := range hostile.Projects() {
		w := newWorld(t)
		if err := hostile.Write(w.dir, files); err != nil {
			t.Fatal(err)
		}
		for _, call := range []string{"c0", "c1"} { // the first one creates the store and records the mistakes
			cmd, out := w.hook(t.Context(), w.call("s", call, hook.Before, hook.Edit))
			if err := cmd.Run(); err != nil || !strings.Contains(out.String(), "no_edit_unread") {
				t.Errorf("%s: %v %s", name, err, out)
			}
		}
	}
}
