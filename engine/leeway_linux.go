package engine

import (
	"time"

	"golang.org/x/sys/unix"
)

// leeway is how far the clock of a file system may be behind that of a hook. Linux stamps
// files with a coarse clock, which goes on 100 to 1000 times a second.
func leeway() time.Duration {
	var step unix.Timespec
	if err := unix.ClockGetres(unix.CLOCK_REALTIME_COARSE, &step); err != nil {
		return 20 * time.Millisecond
	}
	return time.Duration(step.Nano()) + time.Millisecond // the hook's own is kept in whole ones
}
