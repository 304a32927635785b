// Package regular reads regular files of bounded size. A pipe makes its reader wait for a writer, a device has no
// end, and a link in a cloned repository can lead to any other file: a hook must neither wait for one nor read it.
package regular

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// ErrIrregular is the error for a path that leads to anything but a regular file.
var ErrIrregular = errors.New("not a regular file; links, pipes and devices are not read")

// A LimitError is the error for a file that is larger than a limit, in bytes.
type LimitError int64

func (e LimitError) Error() string { return fmt.Sprintf("larger than %d kB", int64(e)>>10) }

// stat describes a regular file, or the one that a link leads to.
func stat(path string) (fs.FileInfo, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = ErrIrregular
	}
	return info, err
}

// Open opens a regular file, or the one that a link leads to, and describes it.
func Open(path string) (*os.File, fs.FileInfo, error) {
	info, err := stat(path)
	if err != nil {
		return nil, nil, err
	}
	f, err := os.Open(path)
	return f, info, err
}
