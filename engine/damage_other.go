//go:build !unix

package engine

// A folderLock locks nothing: where this is built a file that is open cannot be renamed.
type folderLock int

func hold(string) folderLock { return -1 }

func (folderLock) alone() bool { return true }

func (folderLock) share() {}

func (folderLock) last() bool { return true }

func (folderLock) free() {}
