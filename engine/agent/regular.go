package agent

import (
	"fmt"
	"io/fs"
	"os"
)

// ReadRegular reads a regular file, which may be behind a link, and refuses anything else.
func ReadRegular(path string) ([]byte, error) {
	if _, err := statRegular(path); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

// statRegular describes a file, and returns an error for one that is not regular. It is called before the file is
// opened: opening a pipe waits for a writer, and a device has no end.
func statRegular(path string) (fs.FileInfo, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s: not a regular file", path)
	}
	return info, err
}
