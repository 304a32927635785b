package bundle

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"witness/engine/regular"
)

// TestDirReadsRegularFilesOnly checks that links, directories and files that are too large are not
// read.
func TestDirReadsRegularFilesOnly(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"empty": "", "small": "SELECT 1\n", "full": strings.Repeat("x", MaxFileSize), "large": strings.Repeat("x", MaxFileSize+1)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := Dir(dir).ReadFile(name)
		if name == "large" {
			if !errors.Is(err, regular.LimitError(MaxFileSize)) {
				t.Errorf("large: %v", err)
			}
		} else if err != nil || string(got) != text {
			t.Errorf("%s: %d bytes, %v", name, len(got), err)
		}
	}
	if err := os.Symlink("small", filepath.Join(dir, "link")); err != nil {
		t.Skip(err) // Windows requires a privilege for it
	}
	if _, err := Dir(dir).ReadFile("link"); !errors.Is(err, regular.ErrIrregular) {
		t.Errorf("a link was read: %v", err)
	}
	if _, err := Dir(dir).ReadFile("."); !errors.Is(err, regular.ErrIrregular) {
		t.Errorf("a directory was read: %v", err)
	}
	if _, err := Dir(dir).ReadFile("none"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
}
