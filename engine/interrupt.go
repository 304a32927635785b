package engine

import (
	"context"
	"time"
)

// interruptible lets do run until ctx is done, and then makes SQLite give up what it is doing
// on this connection. The driver would do so only while it looks for a statement's first row,
// where a statement can be endless behind it, and would start a goroutine for each statement.
// So what do hands to the driver has no end of its own.
func (c *conn) interruptible(ctx context.Context, do func() error) error {
	if ctx.Done() == nil {
		return do()
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	over, quiet := make(chan struct{}), make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(quiet)
		for {
			c.interrupt()
			select {
			case <-over:
				return
			case <-time.After(time.Millisecond): // SQLite forgets an interrupt that comes before a statement's first step
			}
		}
	})
	err := do()
	if !stop() {
		close(over)
		<-quiet // or the interrupt would meet the next statement
	}
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}
