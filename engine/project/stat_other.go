//go:build !unix

package project

import "os"

// Stat returns the size of a file, -1 if there is none, and when it last changed, in nanoseconds since 1970.
func Stat(path string) (size, changed int64) {
	info, err := os.Stat(path)
	if err != nil {
		return -1, 0
	}
	return info.Size(), info.ModTime().UnixNano()
}
