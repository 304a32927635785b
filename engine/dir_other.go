//go:build !unix

package engine

import "os"

// readRegular reads a regular file of at most maxFileSize bytes.
func readRegular(path string) ([]byte, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errIrregular
	}
	if info.Size() > maxFileSize {
		return nil, errTooLarge
	}
	return os.ReadFile(path)
}

// openDir opens a folder.
func openDir(path string) (*os.File, error) { return os.Open(path) }

// ownedByUser is always true: here each user has a folder for temporary files.
func ownedByUser(string) bool { return true }
