//go:build unix

package engine

import "syscall"

// openNoFollow makes opening a symbolic link fail, and opening a pipe not wait for a reader.
const openNoFollow = syscall.O_NOFOLLOW | syscall.O_NONBLOCK
