//go:build unix

package store

import (
	"syscall"
	"time"
)

// queue waits, at most so long, until every process that queued before to write to the store at
// path has had its turn; the returned function lets the next one in. A process that sleeps here
// costs the others nothing, and a crowd is served about in the order of arrival, where polling
// SQLite serves whoever polls at the right moment. Where files cannot be locked it does not wait.
func queue(path string, wait time.Duration) (leave func()) {
	fd, err := syscall.Open(path+"-queue", syscall.O_RDWR|syscall.O_CREAT|syscall.O_CLOEXEC|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return func() {}
	}
	first := make(chan struct{})
	go func() {
		// The Go runtime's signals interrupt the call.
		for syscall.Flock(fd, syscall.LOCK_EX) == syscall.EINTR {
		}
		close(first)
	}()
	select {
	case <-first:
		return func() { _ = syscall.Close(fd) }
	case <-time.After(wait):
		// A process was stopped while it held the lock. The file stays open: closing it under the
		// waiting goroutine would free its descriptor for another file.
		return func() {}
	}
}
