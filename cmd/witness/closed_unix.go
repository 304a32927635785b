//go:build unix

package main

import (
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// closed tells whether nobody reads any more what is written to out. Writing shows that too,
// but there may be nothing to write for hours.
func closed(out io.Writer) bool {
	f, ok := out.(*os.File)
	if !ok {
		return false
	}
	fds := []unix.PollFd{{Fd: int32(f.Fd())}}
	n, err := unix.Poll(fds, 0)
	return err == nil && n > 0 && fds[0].Revents&(unix.POLLERR|unix.POLLHUP) != 0
}
