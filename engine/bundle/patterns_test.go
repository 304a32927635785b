package bundle

import (
	"path/filepath"
	"strings"
	"testing"

	"witness/internal/testfiles"
)

// TestMayRead checks that no reader is passed over for the table that its header names.
func TestMayRead(t *testing.T) {
	for path, text := range testfiles.SQL(t) {
		f := &File{Kind: Facts, Name: strings.TrimSuffix(filepath.Base(path), ".sql"), Path: path, Text: text}
		if !strings.HasPrefix(path, "facts.d/") || f.Parse() != nil {
			continue
		}
		if !f.MayRead(f.Into) {
			t.Errorf("%s reads into %s, and is passed over", path, f.Into)
		}
	}
}
