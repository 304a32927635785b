//go:build unix

package store

import (
	"syscall"
	"time"
)

// processorTime is what this process has spent on the processor so far.
func CPUTime() time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		return 0
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
