//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// peakMemory is the most memory that a process had in use, in bytes; 0 if not known. Linux
// counts what its parent had in use when it was forked, so no figure is below the
// benchmark's own.
func peakMemory(p *os.ProcessState) int64 {
	use, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return int64(use.Maxrss) // getrusage(2): bytes there, kilobytes elsewhere
	}
	return int64(use.Maxrss) << 10
}
