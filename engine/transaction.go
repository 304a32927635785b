package engine

import (
	"context"
	"errors"
	"strings"
	"time"
)

// transact runs do in a transaction that takes the write lock at once, or waits for it in
// the queue of the store.
func (e *Engine) transact(ctx context.Context, wait time.Duration, do func() error) error {
	return e.db.transact(ctx, e.path, wait, do)
}

// transact runs do in a transaction on the store at path, "" if it is in memory.
// SQLite itself waits longer with each try, up to 100 ms: in a crowd whoever comes last
// would be first, and the rest would be heard too late or not at all.
func (c *conn) transact(ctx context.Context, path string, wait time.Duration, do func() error) error {
	if err := c.compile(ctx, begin, commit); err != nil {
		return err
	}
	if err := c.begin(ctx, path, wait); err != nil {
		return err
	}
	c.open = true
	defer func() { c.open = false }()
	if err := do(); err != nil {
		_, undo := c.exec(ctx, "ROLLBACK")
		return errors.Join(err, undo)
	}
	_, err := c.exec(ctx, commit)
	return err
}

// What begins and ends a transaction.
const begin, commit = "BEGIN IMMEDIATE", "COMMIT"

// begin begins a transaction. Who does not get the write lock at once waits in the queue, at
// most half of the time, and then for the one who is at work.
func (c *conn) begin(ctx context.Context, path string, wait time.Duration) error {
	c.waitAtMost(0)
	defer c.waitAtMost(lockWait)
	try := func() error { _, err := c.exec(ctx, begin); return err }
	if err := try(); err == nil || path == "" || !strings.Contains(err.Error(), "locked") {
		return err
	}
	end := time.Now().Add(wait)
	defer queue(path, wait/2)()
	return c.patiently(time.Until(end), try)
}

// within is transact for what may already be part of a transaction.
func (e *Engine) within(ctx context.Context, do func() error) error {
	if e.db.open {
		return do()
	}
	return e.transact(ctx, lockWait, do)
}
