//go:build !unix

package regular

import "os"

// NoFollow is a flag that these systems do not have.
const NoFollow = 0

// Read reads a regular file of at most limit bytes, or the one that a link leads to.
func Read(path string, limit int64) ([]byte, error) { return read(path, os.Stat, limit) }

// ReadNoFollow is Read for a path that must not be a link.
func ReadNoFollow(path string, limit int64) ([]byte, error) { return read(path, os.Lstat, limit) }

func read(path string, describe func(string) (os.FileInfo, error), limit int64) ([]byte, error) {
	info, err := describe(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, ErrIrregular
	case info.Size() > limit:
		return nil, LimitError(limit)
	}
	return os.ReadFile(path)
}

// OpenDir opens a folder.
func OpenDir(path string) (*os.File, error) { return os.Open(path) }
