package store

import (
	"context"
	"time"
)

// interruptible runs do and interrupts the running statement once ctx is done. The driver itself
// interrupts a statement only before its first row, although a statement can run forever after it,
// and starts a goroutine for each statement.
func (c *conn) interruptible(ctx context.Context, do func() error) error {
	if ctx.Done() == nil {
		return do()
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	done, stopped := make(chan struct{}), make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(stopped)
		for {
			c.interrupt()
			select {
			case <-done:
				return
			case <-time.After(time.Millisecond): // SQLite ignores an interrupt before the first step of a statement
			}
		}
	})
	err := do()
	if !stop() {
		close(done)
		<-stopped // otherwise an interrupt could end the next statement
	}
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}
