package disk

import (
	"time"

	"golang.org/x/sys/unix"
)

// clockStep bounds how far the time stamp of a file may lag behind a hook's clock. Linux stamps
// files with a coarse clock that advances 100 to 1000 times a second, and a virtual machine misses
// some of these steps while its host is busy.
func clockStep() time.Duration {
	const least = 25 * time.Millisecond
	var step unix.Timespec
	if err := unix.ClockGetres(unix.CLOCK_REALTIME_COARSE, &step); err != nil {
		return least
	}
	return max(least, time.Duration(step.Nano())+time.Millisecond) // the hook's own clock is kept in whole milliseconds
}
