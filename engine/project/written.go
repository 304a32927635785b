package project

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// writtenFile is the list of the files that commands of witness have written, with their size and time.
func writtenFile() string { return filepath.Join(StateDir(), "written-by-witness") }

// maxWritten is how many lines of the list are kept.
const maxWritten = 200

// Wrote notes that a command of witness has written or removed a file, so that the change is not reported.
func Wrote(path string) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	if err := os.MkdirAll(StateDir(), 0o700); err != nil {
		return err
	}
	text, err := os.ReadFile(writtenFile())
	if err != nil {
		text = nil // the first
	}
	lines := append(slices.Collect(strings.Lines(string(text))), writtenLine(path)+"\n")
	return os.WriteFile(writtenFile(), []byte(strings.Join(lines[max(0, len(lines)-maxWritten):], "")), 0o600)
}

// writtenLine returns the line of a file as it is now.
func writtenLine(path string) string {
	size, changed := Stat(path)
	return fmt.Sprintf("%s\t%d\t%d", path, size, changed)
}

// Written reports whether a command of witness made a file as it is now.
func Written(path string) bool {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	text, err := os.ReadFile(writtenFile())
	if err != nil {
		return false
	}
	return slices.Contains(strings.Split(string(text), "\n"), writtenLine(path))
}
