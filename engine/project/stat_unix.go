//go:build unix

package project

import "golang.org/x/sys/unix"

// Stat returns the size of a file, -1 if there is none, and when its content or its status last changed, in
// nanoseconds since 1970. A program can set the time of the content, but not that of the status.
func Stat(path string) (size, changed int64) {
	var info unix.Stat_t
	if err := unix.Stat(path, &info); err != nil {
		return -1, 0
	}
	return info.Size, max(info.Mtim.Nano(), info.Ctim.Nano())
}
