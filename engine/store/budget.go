package store

import (
	"context"
	"errors"
	"time"
)

// WithBudget returns a context that is canceled once the process has used that much processor time from now on, or after
// wallFactor budgets on the wall clock. Processor time is what counts, because on a busy machine a limit on the wall clock
// would silence rules that are fast enough.
func WithBudget(parent context.Context, budget time.Duration) (context.Context, context.CancelFunc) {
	return within(parent, budget, wallFactor*budget)
}

// within is WithBudget with its own bound on the wall clock.
func within(parent context.Context, budget, wall time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(parent)
	started, used := time.Now(), CPUTime()
	// The first check is at the earliest time at which the budget can be used up. Most hooks end
	// before it, so no goroutine runs concurrently with them.
	var check func()
	check = func() {
		left := min(budget-(CPUTime()-used), wall-time.Since(started))
		if left <= 0 {
			cancel()
		}
		if ctx.Err() == nil {
			time.AfterFunc(max(left, budget/5), check)
		}
	}
	time.AfterFunc(budget, check)
	return ctx, cancel
}

// wallFactor is how many times its processor time a hook may take on the wall clock: two seconds before a call, as long as it
// waits for a lock. With eight of them a build beside the agent silenced most refusals of a commit; a hook ends by itself
// after nine seconds anyway.
const wallFactor = 40

// exceeds returns a function that reports whether the process has used a budget since exceeds was called, measured as within
// does. A done context does not tell that: the context of one part of the work ends as well when earlier parts have used up
// the budget of the whole.
func exceeds(budget, wall time.Duration) func() bool {
	started, used := time.Now(), CPUTime()
	return func() bool { return CPUTime()-used >= budget || time.Since(started) >= wall }
}

// ErrTimeLimit is the fault of a statement that was interrupted because the budget was used up.
var ErrTimeLimit = errors.New("the time limit of the hook ended it")

// TimedOut reports whether an error means that the budget was used up.
func TimedOut(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}
