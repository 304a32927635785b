package bundle

import (
	"io/fs"
	"os"
	"path/filepath"

	"witness/engine/regular"
)

// A Dir is the path of a folder, as a file system that reads only regular files of bounded size.
// A link, a device or a pipe in a cloned repository must not make witness read another file, or
// wait.
type Dir string

// Open opens a file or a directory.
func (d Dir) Open(name string) (fs.File, error) { return os.DirFS(string(d)).Open(name) }

// ReadDir lists a directory, sorted by name, as listDir does. It does not wait for a pipe.
func (d Dir) ReadDir(name string) ([]fs.DirEntry, error) {
	dir, err := regular.OpenDir(filepath.Join(string(d), filepath.FromSlash(name)))
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	return listDir(dir)
}

// ReadFile reads a regular file of at most MaxFileSize bytes.
func (d Dir) ReadFile(name string) ([]byte, error) {
	return regular.ReadNoFollow(filepath.Join(string(d), filepath.FromSlash(name)), MaxFileSize)
}
