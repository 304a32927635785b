package regular_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"witness/engine/regular"
)

// TestRead checks that a file is read up to the limit, through a link only by Read, and a folder not at all.
func TestRead(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := os.WriteFile(file, []byte("12345"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, link); err != nil {
		t.Skip(err) // Windows requires a privilege for it
	}
	for _, test := range []struct {
		name  string
		read  func(string, int64) ([]byte, error)
		path  string
		limit int64
		want  error
	}{
		{"a file", regular.Read, file, 5, nil},
		{"a larger file", regular.Read, file, 4, regular.LimitError(4)},
		{"a link", regular.Read, link, 5, nil},
		{"a link that must be none", regular.ReadNoFollow, link, 5, regular.ErrIrregular},
		{"a folder", regular.Read, dir, 5, regular.ErrIrregular},
		{"nothing", regular.Read, file + "2", 5, fs.ErrNotExist},
	} {
		text, err := test.read(test.path, test.limit)
		if !errors.Is(err, test.want) || err == nil && string(text) != "12345" {
			t.Errorf("%s: %q, %v; want the error %v", test.name, text, err, test.want)
		}
	}
}
