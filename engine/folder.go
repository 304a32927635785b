package engine

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// A folder is a directory of the machine as a file system. Of its files it reads only
// regular ones of bounded size: a link, a device or a pipe in a cloned repository must not
// make witness read elsewhere or wait. A project may have hundreds of rules, and each
// hook reads them all, so a file takes no more system calls than it must.
type folder string

var (
	errIrregular = errors.New("not a regular file; links, pipes and devices are not read")
	errTooLarge  = errors.New("larger than 256 kB")
)

// Open opens a file or a directory.
func (f folder) Open(name string) (fs.File, error) { return os.DirFS(string(f)).Open(name) }

// ReadDir lists a directory in the order of names.
func (f folder) ReadDir(name string) ([]fs.DirEntry, error) {
	return os.ReadDir(filepath.Join(string(f), filepath.FromSlash(name)))
}

// ReadFile reads a regular file of at most maxFileSize bytes.
func (f folder) ReadFile(name string) ([]byte, error) {
	return readRegular(filepath.Join(string(f), filepath.FromSlash(name)))
}
