//go:build !unix

package bundle

import "os"

// ReadRegular reads a regular file of at most MaxFileSize bytes.
func ReadRegular(path string) ([]byte, error) {
	return readRegular(path, os.Lstat)
}

// ReadTarget is ReadRegular for a file that may be a link to the regular file.
func ReadTarget(path string) ([]byte, error) { return readRegular(path, os.Stat) }

func readRegular(path string, stat func(string) (os.FileInfo, error)) ([]byte, error) {
	info, err := stat(path)
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
