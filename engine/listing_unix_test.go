//go:build unix

package engine

import (
	"path/filepath"
	"syscall"
	"testing"
)

// TestListingWaitsForNobody: a pipe where a folder of rules is looked for is none, and nobody
// waits for who writes into it.
func TestListingWaitsForNobody(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "rules.d")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	if l := listFolder(pipe); l.err == nil {
		t.Errorf("a pipe was listed: %v", l.entries)
	}
}
