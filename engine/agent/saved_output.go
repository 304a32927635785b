package agent

import (
	"bytes"
	"errors"
	"io"

	"witness/engine/regular"
)

// maxSavedOutput is the size up to which a saved output is read.
const maxSavedOutput = 8 << 20

// readSavedOutput returns the content of a file to which a client saved an output that is too
// long for the payload, and whether all of it was read.
func readSavedOutput(path string) (string, bool) {
	text, err := regular.Read(path, maxSavedOutput)
	return string(text), err == nil
}

// readHead returns the first size bytes of a file, nil if it cannot be read.
func readHead(path string, size int64) []byte {
	if path == "" {
		return nil
	}
	f, info, err := regular.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	head := make([]byte, min(size, info.Size()))
	n, _ := io.ReadFull(f, head)
	return head[:n]
}

// readTail returns the last size bytes of a file without trailing newlines, nil if it cannot be
// read.
func readTail(path string, size int64) []byte {
	if path == "" {
		return nil
	}
	f, info, err := regular.Open(path)
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
