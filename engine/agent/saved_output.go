package agent

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

// ReadRegular reads a regular file, and refuses anything else: opening a pipe waits for a writer, and a device has no end.
func ReadRegular(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: not a regular file", path)
	}
	return os.ReadFile(path)
}

// maxSavedOutput is the size up to which a saved output is read.
const maxSavedOutput = 8 << 20

// readSavedOutput returns the content of a file to which a client saved an output that is too
// long for the payload, and whether all of it was read.
func readSavedOutput(path string) (string, bool) {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() || info.Size() > maxSavedOutput {
		return "", false
	}
	text, err := os.ReadFile(path)
	return string(text), err == nil
}

// readTail returns the last size bytes of a file without trailing newlines, nil if it cannot be
// read.
func readTail(path string, size int64) []byte {
	if path == "" {
		return nil
	}
	info, err := os.Stat(path) // before it is opened: opening a pipe waits for a writer
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	tail := make([]byte, min(size, info.Size()))
	n, err := f.ReadAt(tail, info.Size()-int64(len(tail)))
	if err != nil && !errors.Is(err, io.EOF) { // it was truncated meanwhile
		return nil
	}
	tail = tail[:n]
	return bytes.TrimRight(tail, "\n")
}
