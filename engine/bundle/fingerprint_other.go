//go:build !unix

package bundle

import (
	"os"
	"time"
)

// fingerprint always returns "": on these systems a program that changes a file can reset all of
// its times.
func fingerprint(*os.File, string, string) (print string, changed time.Time, size int64) {
	return "", changed, 0
}

// ChangeTime returns when a file was last written, in milliseconds since 1970; 0 if it is not known.
func ChangeTime(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.ModTime().UnixMilli()
}
