//go:build !windows

package agent

// The system's own shell is a POSIX one.
const lineBegins, lineEnds = shBegins, shEnds
