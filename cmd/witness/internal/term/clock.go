package term

import (
	"fmt"
	"time"
)

// Undated replaces all times and durations by the same one. It is set in tests, whose output must not depend on the
// clock.
var Undated bool

// Clock returns a time of this machine's zone as a table shows it: the time alone if it is of today.
func Clock(at time.Time) string {
	at = at.Local()
	switch {
	case Undated:
		return "hh:mm:ss"
	case at.Format(time.DateOnly) == time.Now().Format(time.DateOnly):
		return at.Format(time.TimeOnly)
	}
	return at.Format("2006-01-02 15:04")
}

// Time returns the time of a moment without its day.
func Time(at time.Time) string {
	if Undated {
		return "hh:mm:ss"
	}
	return at.Local().Format(time.TimeOnly)
}

// Day is Clock for little room: the hour and minute of today, or the day.
func Day(at time.Time) string {
	at, now := at.Local(), time.Now()
	switch {
	case Undated:
		return "hh:mm"
	case at.Format(time.DateOnly) == now.Format(time.DateOnly):
		return at.Format("15:04")
	case at.Year() == now.Year():
		return at.Format("Jan _2")
	}
	return at.Format(time.DateOnly)
}

// Took returns a duration in its largest unit, rounded as on the page of the report: 45s, 12m, 3h, 2d.
func Took(d time.Duration) string {
	if Undated {
		return "0s"
	}
	for _, unit := range []struct {
		name string
		long time.Duration
		next time.Duration // the unit below it
	}{{"d", 24 * time.Hour, time.Hour}, {"h", time.Hour, time.Minute}, {"m", time.Minute, time.Second}} {
		if d.Round(unit.next) >= unit.long {
			return fmt.Sprintf("%d%s", (d+unit.long/2)/unit.long, unit.name)
		}
	}
	return fmt.Sprintf("%ds", (d+time.Second/2)/time.Second)
}
