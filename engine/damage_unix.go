//go:build unix

package engine

import (
	"errors"
	"syscall"
	"time"
)

// A folderLock is this process's hold on the folder of a store, -1 for none. All who have
// the store open share it; who makes the store, or sets it aside, has it alone: SQLite finds
// a log by its name, and would take that of a new store for the old one's. A process that
// ends, however it does, lets go. A file system that has no such locks is worked on without.
type folderLock int

// hold takes the lock, shared. The folder is there.
func hold(dir string) folderLock {
	fd, err := syscall.Open(dir, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return -1
	}
	_ = syscall.Flock(fd, syscall.LOCK_SH)
	return folderLock(fd)
}

// alone waits until nobody else holds the lock, at most lockWait. It tells whether it has it.
func (l folderLock) alone() bool {
	// Whoever waits shares no more, or two that wait would wait for each other.
	_ = syscall.Flock(int(l), syscall.LOCK_UN)
	for end := time.Now().Add(lockWait); ; time.Sleep(time.Millisecond) {
		switch err := syscall.Flock(int(l), syscall.LOCK_EX|syscall.LOCK_NB); {
		case err == nil:
			return true
		case !errors.Is(err, syscall.EWOULDBLOCK):
			return errors.Is(err, syscall.EBADF) || errors.Is(err, syscall.ENOTSUP) || errors.Is(err, syscall.ENOLCK)
		case time.Now().After(end):
			return false
		}
	}
}

// share shares the lock again.
func (l folderLock) share() { _ = syscall.Flock(int(l), syscall.LOCK_SH) }

// last tells whether nobody else shares the lock just now, or it cannot be known. It is for who
// is about to leave: the hold on the folder may be lost by asking.
func (l folderLock) last() bool {
	err := syscall.Flock(int(l), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == nil {
		l.share() // whoever comes now does not wait for what is still to be done
	}
	return !errors.Is(err, syscall.EWOULDBLOCK)
}

// free lets go of it.
func (l folderLock) free() { _ = syscall.Close(int(l)) }
