//go:build unix

package store

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"
)

// A folderLock is the file descriptor of this process's advisory lock (flock) on the folder of a
// store. Every process that has the store open holds it shared. A process that creates the store or
// sets it aside holds it exclusively, because SQLite finds a log by its name and would replay the old
// store's log into the new one. The lock ends with the process. Where the file system has no flock,
// witness works without locks.
type folderLock int

// unlocked is the folderLock of a store without a folder, or of a folder that cannot be locked.
const unlocked folderLock = -1

// lockFolder takes a shared lock on a folder, which must exist. It waits at most wait for a process that
// holds the lock exclusively.
func lockFolder(dir string, wait time.Duration) (folderLock, error) {
	fd, err := syscall.Open(dir, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return unlocked, nil
	}
	l := folderLock(fd)
	if !l.take(syscall.LOCK_SH, wait) {
		l.release()
		return unlocked, fmt.Errorf("%s: %w", dir, errFolderLocked)
	}
	return l, nil
}

// take takes the lock. It waits at most wait for other processes, and reports whether it got the lock or
// the file system has none.
func (l folderLock) take(how int, wait time.Duration) bool {
	end := time.Now().Add(wait)
	for pause := time.Millisecond; ; pause = min(pause+pause/8, 10*time.Millisecond) {
		switch err := syscall.Flock(int(l), how|syscall.LOCK_NB); {
		case err == nil:
			return true
		case err == syscall.EINTR:
		case !errors.Is(err, syscall.EWOULDBLOCK):
			return errors.Is(err, syscall.EBADF) || errors.Is(err, syscall.ENOTSUP) || errors.Is(err, syscall.ENOLCK)
		case time.Now().After(end):
			return false
		default:
			time.Sleep(pause)
		}
	}
}

// exclusive makes the lock exclusive. It waits at most wait for other processes to release it, and reports
// whether no other process holds it.
func (l folderLock) exclusive(wait time.Duration) bool {
	// Two processes that both kept their shared lock would wait for each other.
	_ = syscall.Flock(int(l), syscall.LOCK_UN)
	return l.take(syscall.LOCK_EX, wait)
}

// share turns an exclusive lock back into a shared one. If another process takes the lock in between and
// keeps it, this process continues without: it has the right store open.
func (l folderLock) share() { _ = l.take(syscall.LOCK_SH, AnswerWait) }

// LockFile locks a file for this process, and reports whether no other process has locked it.
func LockFile(file *os.File) bool {
	return syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}

// isLast reports whether no other process holds the lock. It also returns true where locks do not work. It may lose this
// process's shared lock, so only a process that is about to exit may call it.
func (l folderLock) isLast() bool {
	err := syscall.Flock(int(l), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == nil {
		l.share() // so that a process that starts now does not wait for the checkpoint
	}
	return !errors.Is(err, syscall.EWOULDBLOCK)
}

// pause gives the lock up until resume.
func (l folderLock) pause() { _ = syscall.Flock(int(l), syscall.LOCK_UN) }

// resume takes the lock again.
func (l folderLock) resume(wait time.Duration) bool {
	return l == unlocked || l.take(syscall.LOCK_SH, wait)
}

// release releases the lock.
func (l folderLock) release() {
	if l != unlocked {
		_ = syscall.Close(int(l))
	}
}

// ownedByUser reports whether a path is a directory, not a link, that belongs to this user.
func ownedByUser(dir string) bool {
	var info syscall.Stat_t
	return syscall.Lstat(dir, &info) == nil && info.Mode&syscall.S_IFMT == syscall.S_IFDIR && int(info.Uid) == syscall.Geteuid()
}

// queue waits for this process's turn to write to the store at path, for at most wait. The returned
// function gives the turn to the next process. A process that waits here costs the others nothing,
// and processes are served about in the order of arrival, whereas polling SQLite serves the one
// that polls at the right moment. Where files cannot be locked it does not wait.
func queue(path string, wait time.Duration) (leave func()) {
	fd, err := syscall.Open(path+"-queue", syscall.O_RDWR|syscall.O_CREAT|syscall.O_CLOEXEC|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return func() {}
	}
	locked := make(chan struct{})
	go func() {
		// Signals of the Go runtime interrupt the call.
		for syscall.Flock(fd, syscall.LOCK_EX) == syscall.EINTR {
		}
		close(locked)
	}()
	select {
	case <-locked:
		return func() { _ = syscall.Close(fd) }
	case <-time.After(wait):
		// A process was stopped while it held the lock. The file stays open: closing it under the
		// waiting goroutine would free its descriptor for another file.
		return func() {}
	}
}
