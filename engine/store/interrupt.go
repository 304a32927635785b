package store

import (
	"context"
	"fmt"
	"time"

	"witness/engine/bundle"
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

// A cutter ends a command that waits for SQL which neither ends nor can be interrupted.
type cutter struct {
	limit time.Duration
	cut   func(err error)
}

// cutKey is the key of a context's cutter.
type cutKey struct{}

// WithCut returns a context for a command that a person waits for. If the SQL of a file that is not embedded in witness runs on
// after its limit, cut is called on another goroutine with an error that names the file, and must end the process. An
// interrupt may not help: SQLite looks for it only between its steps, and one function on a long text is a single step.
func WithCut(ctx context.Context, limit time.Duration, cut func(err error)) context.Context {
	return context.WithValue(ctx, cutKey{}, cutter{limit, cut})
}

// BeforeCut returns a context that calls first before cut, so that the command can still print what it knows.
func BeforeCut(ctx context.Context, first func(err error)) context.Context {
	c, ok := ctx.Value(cutKey{}).(cutter)
	if !ok {
		return ctx
	}
	return WithCut(ctx, c.limit, func(err error) {
		first(err)
		c.cut(err)
	})
}

// Watch calls do, which runs the SQL of a file and is interrupted after a budget. A context without WithCut waits
// for as long as it takes.
func Watch(ctx context.Context, f *bundle.File, budget time.Duration, do func()) {
	c, ok := ctx.Value(cutKey{}).(cutter)
	if !ok || f.Origin == "embedded" {
		do()
		return
	}
	const patience = 2 // in budgets
	limit := max(c.limit, patience*budget)
	timer := time.AfterFunc(limit, func() {
		c.cut(&bundle.FileError{Path: f.Path, Err: fmt.Errorf("its query has not ended after %s and cannot be interrupted, so this command was cut short; correct or remove the file", limit)})
	})
	defer timer.Stop()
	do()
}
