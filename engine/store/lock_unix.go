//go:build unix

package store

import (
	"errors"
	"syscall"
	"time"
)

// A folderLock is this process's advisory lock (flock) on the folder of a store. Every process
// that has the store open shares it. The one that makes the store or sets it aside holds it
// exclusively, because SQLite finds a log by its name and would replay the old store's log into
// the new one. The lock ends with the process. Where the file system has no such locks, witness
// works without them.
type folderLock int

// unlocked is the folderLock of a store without a folder, or whose folder cannot be locked.
const unlocked folderLock = -1

// lockFolder takes the lock, shared. The folder must exist.
func lockFolder(dir string) folderLock {
	fd, err := syscall.Open(dir, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return unlocked
	}
	_ = syscall.Flock(fd, syscall.LOCK_SH)
	return folderLock(fd)
}

// exclusive waits until no other process holds the lock, at most lockWait, and reports whether
// this one holds it alone now.
func (l folderLock) exclusive() bool {
	// Two processes that each kept their share would wait for each other.
	_ = syscall.Flock(int(l), syscall.LOCK_UN)
	for end := time.Now().Add(LockWait); ; time.Sleep(time.Millisecond) {
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

// share turns an exclusive lock back into a shared one.
func (l folderLock) share() { _ = syscall.Flock(int(l), syscall.LOCK_SH) }

// last reports whether no other process holds the lock now, or that cannot be known. Asking may
// lose this process's share, so it is for one that is about to exit.
func (l folderLock) last() bool {
	err := syscall.Flock(int(l), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == nil {
		l.share() // a process that starts now need not wait for the checkpoint
	}
	return !errors.Is(err, syscall.EWOULDBLOCK)
}

// release gives the lock up.
func (l folderLock) release() {
	if l != unlocked {
		_ = syscall.Close(int(l))
	}
}

// ownedByUser reports whether a path is a directory, no link, of this user's.
func ownedByUser(dir string) bool {
	var info syscall.Stat_t
	return syscall.Lstat(dir, &info) == nil && info.Mode&syscall.S_IFMT == syscall.S_IFDIR && int(info.Uid) == syscall.Geteuid()
}

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
