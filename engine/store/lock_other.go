//go:build !unix

package store

import (
	"os"
	"time"
)

// A folderLock locks nothing: on these systems an open file cannot be renamed.
type folderLock int

const unlocked folderLock = -1

func lockFolder(string, time.Duration) (folderLock, error) { return unlocked, nil }

func (folderLock) exclusive(time.Duration) bool { return true }

// LockFile locks nothing. It is not needed here: these systems do not remove a file that a process has open, so the mark of a
// running process stays.
func LockFile(*os.File) bool { return true }

func (folderLock) share() {}

func (folderLock) isLast() bool { return true }

func (folderLock) pause() {}

func (folderLock) resume(time.Duration) bool { return true }

func (folderLock) release() {}

// ownedByUser is always true: on these systems each user has a folder for temporary files.
func ownedByUser(string) bool { return true }

// queue does not wait; SQLite's own lock decides who writes next.
func queue(string, time.Duration) (leave func()) { return func() {} }
