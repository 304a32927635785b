//go:build !unix

package bundle

import "os"

// ReadRegular reads a regular file of at most MaxFileSize bytes.
func ReadRegular(path string) ([]byte, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errIrregular
	}
	if info.Size() > MaxFileSize {
		return nil, errTooLarge
	}
	return os.ReadFile(path)
}

// openDir opens a folder.
func openDir(path string) (*os.File, error) { return os.Open(path) }
