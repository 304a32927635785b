//go:build !windows

package agent

// On systems other than Windows the shell is a POSIX shell.
const hookLinePrefix, hookLineSuffix = shLinePrefix, shLineSuffix
