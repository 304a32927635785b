//go:build unix

package disk

import (
	"golang.org/x/sys/unix"
)

// lastChange returns when the content or metadata of a file or folder last changed, in
// nanoseconds since 1970.
func lastChange(path string) (ns int64, known bool) {
	var info unix.Stat_t
	if err := unix.Lstat(path, &info); err != nil {
		return 0, false
	}
	return max(info.Mtim.Nano(), info.Ctim.Nano()), true
}
