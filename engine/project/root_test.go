package project

import (
	"path/filepath"
	"testing"
)

// TestThereOf finds the part of a path that is there.
func TestThereOf(t *testing.T) {
	dir := t.TempDir()
	for path, want := range map[string]string{
		dir:                               dir,
		filepath.Join(dir, "x"):           dir,
		filepath.Join(dir, "x", "y", "z"): dir,
		"":                                "",
	} {
		if there := thereOf(path); there != want {
			t.Errorf("of %q there is %q, not %q", path, there, want)
		}
	}
	if there := thereOf(filepath.Join(string(filepath.Separator), "no such folder", "x")); there != string(filepath.Separator) {
		t.Errorf("of a folder that is not there %q is", there)
	}
}
