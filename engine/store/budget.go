package store

import (
	"context"
	"errors"
	"time"
)

// withBudget returns a context that is canceled once the process has used so much processor time
// more than now. Processor time is the measure so that a busy machine does not silence a rule
// that would have been evaluated in time; the wall clock is a second bound, wallFactor as wide.
func WithBudget(parent context.Context, budget time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(parent)
	started, used := time.Now(), CPUTime()
	// The first look is due when the budget can be used up at the earliest. Most hooks end before
	// it, and no goroutine runs concurrently with them.
	var look func()
	look = func() {
		left := min(budget-(CPUTime()-used), wallFactor*budget-time.Since(started))
		if left <= 0 {
			cancel()
		}
		if ctx.Err() == nil {
			time.AfterFunc(max(left, budget/5), look)
		}
	}
	time.AfterFunc(budget, look)
	return ctx, cancel
}

// wallFactor is how many times its processor time a hook may take on the wall clock.
const wallFactor = 8

// thirdPartyShare is the part of a hook's budget, as a divisor, that one rule or reader which is
// not witness's own may use.
const ThirdPartyShare = 4

// errTimeLimit is the fault of a statement that was ended because the budget was used up.
var ErrTimeLimit = errors.New("the time limit of the hook ended it")

// timedOut reports whether an error means that the budget was used up.
func TimedOut(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}
