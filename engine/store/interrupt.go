package store

import (
	"context"
	"time"
)

// interruptible runs do and, once ctx is done, makes SQLite give up what it is doing on this
// connection. The driver itself would interrupt a statement only before its first row, although
// a statement can run forever after it, and would start a goroutine for each statement.
func (db *DB) interruptible(ctx context.Context, do func() error) error {
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
			db.interrupt()
			select {
			case <-over:
				return
			case <-time.After(time.Millisecond): // SQLite drops an interrupt that comes before a statement's first step
			}
		}
	})
	err := do()
	if !stop() {
		close(over)
		<-quiet // otherwise the interrupt could end the next statement
	}
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}
