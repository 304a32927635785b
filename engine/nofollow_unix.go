//go:build unix

package engine

import "syscall"

// openNoFollow makes opening a symbolic link fail, and opening a named pipe return at once.
const openNoFollow = syscall.O_NOFOLLOW | syscall.O_NONBLOCK
