//go:build unix

package store

import (
	"syscall"
	"time"
)

// CPUTime returns the processor time that this process has used so far, 0 if it cannot be read.
func CPUTime() time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		return 0
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
