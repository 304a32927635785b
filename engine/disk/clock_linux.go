package disk

import (
	"time"

	"golang.org/x/sys/unix"
)

// clockStep bounds how far the time stamp of a file may lag behind a hook's clock. Linux stamps
// files with a coarse clock that advances 100 to 1000 times a second.
func clockStep() time.Duration {
	var step unix.Timespec
	if err := unix.ClockGetres(unix.CLOCK_REALTIME_COARSE, &step); err != nil {
		return 20 * time.Millisecond
	}
	return time.Duration(step.Nano()) + time.Millisecond // the hook's own clock is kept in whole milliseconds
}
