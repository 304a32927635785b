//go:build unix

package term

import (
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// Closed reports whether the reading end of the pipe out is closed. A write would fail as well,
// but a command such as watch may have nothing to write for hours.
func Closed(out io.Writer) bool {
	f, ok := out.(*os.File)
	if !ok {
		return false
	}
	fds := []unix.PollFd{{Fd: int32(f.Fd())}}
	n, err := unix.Poll(fds, 0)
	return err == nil && n > 0 && fds[0].Revents&(unix.POLLERR|unix.POLLHUP) != 0
}
