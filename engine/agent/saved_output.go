package agent

import (
	"bytes"
	"io"
	"os"
)

// Clients keep in files what they do not put into a payload, and name the file there.

// maxSavedOutput bounds what is read of an output that a client keeps in a file.
const maxSavedOutput = 8 << 20

// readSavedOutput is the content of such a file, and whether all of it could be read.
func readSavedOutput(path string) (string, bool) {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() || info.Size() > maxSavedOutput {
		return "", false
	}
	text, err := os.ReadFile(path)
	return string(text), err == nil
}

// readTail is the end of a file, at most so many bytes.
func readTail(path string, size int64) []byte {
	if path == "" {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	tail, err := io.ReadAll(io.NewSectionReader(f, max(0, info.Size()-size), size))
	if err != nil {
		return nil
	}
	return bytes.TrimRight(tail, "\n")
}
