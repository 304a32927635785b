//go:build !windows

package agent

// The system's own shell is a POSIX one.
const hookLinePrefix, hookLineSuffix = shLinePrefix, shLineSuffix
