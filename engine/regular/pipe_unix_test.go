//go:build unix

package regular_test

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"

	"witness/engine/regular"
)

// TestPipe checks that nothing waits for the writer of a pipe.
func TestPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := regular.Read(pipe, 5); !errors.Is(err, regular.ErrIrregular) {
		t.Errorf("Read: %v", err)
	}
	if _, _, err := regular.Open(pipe); !errors.Is(err, regular.ErrIrregular) {
		t.Errorf("Open: %v", err)
	}
	if _, err := regular.OpenDir(pipe); err == nil {
		t.Error("OpenDir opened it")
	}
}
