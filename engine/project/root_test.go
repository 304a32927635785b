package project

import (
	"path/filepath"
	"testing"
)

// TestExistingReturnsLongestPrefix checks paths of which all, a part or only the root exists.
func TestExistingReturnsLongestPrefix(t *testing.T) {
	dir := t.TempDir()
	for path, want := range map[string]string{
		dir:                               dir,
		filepath.Join(dir, "x"):           dir,
		filepath.Join(dir, "x", "y", "z"): dir,
		"":                                "",
	} {
		if got := existing(path); got != want {
			t.Errorf("existing(%q) = %q, want %q", path, got, want)
		}
	}
	if got := existing(filepath.Join(string(filepath.Separator), "no such folder", "x")); got != string(filepath.Separator) {
		t.Errorf("a path below no existing folder: got %q", got)
	}
}
