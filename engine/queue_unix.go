//go:build unix

package engine

import (
	"syscall"
	"time"
)

// queue waits, at most that long, until nobody who came before waits to write to the store at
// path, and returns how to let the next one in. Who is asleep here costs those at work nothing,
// and a crowd is served in about the order in which it came; asking SQLite again and again
// serves whoever asks at the right moment. Where files cannot be locked nobody waits here.
func queue(path string, wait time.Duration) (leave func()) {
	fd, err := syscall.Open(path+"-queue", syscall.O_RDWR|syscall.O_CREAT|syscall.O_CLOEXEC|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return func() {}
	}
	first := make(chan struct{})
	go func() {
		_, _ = retry(func() (int, error) { return 0, syscall.Flock(fd, syscall.LOCK_EX) })
		close(first)
	}()
	select {
	case <-first:
		return func() { _ = syscall.Close(fd) }
	case <-time.After(wait):
		// Somebody was stopped in the middle. The file is left to the process's end: to close it
		// under the waiting would free its number for another file.
		return func() {}
	}
}
