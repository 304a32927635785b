package store

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"time"
)

// LockWait is how long the hook after a call waits for another process that writes. It is long, although
// a write takes milliseconds, because a call that has ended must be recorded.
const LockWait = 5 * time.Second

// AnswerWait is how long the hook before a call waits, because the agent waits for its answer.
const AnswerWait = 2 * time.Second

// The statements that begin and end a transaction that writes.
const beginTx, commitTx = "BEGIN IMMEDIATE", "COMMIT"

// Transact runs do in a transaction that holds the write lock from its beginning. It waits for the lock
// for at most wait. An error of do rolls the transaction back.
func (db *DB) Transact(ctx context.Context, wait time.Duration, do func() error) error {
	if err := db.Compile(ctx, beginTx, commitTx); err != nil {
		return err
	}
	if err := db.begin(ctx, wait); err != nil {
		return err
	}
	db.inTx = true
	defer func() { db.inTx = false }()
	if err := do(); err != nil {
		_, undo := db.Exec(ctx, "ROLLBACK")
		return errors.Join(err, undo)
	}
	_, err := db.Exec(ctx, commitTx)
	return err
}

// Within runs do in the open transaction, or in a new one if there is none.
func (db *DB) Within(ctx context.Context, do func() error) error {
	if db.inTx {
		return do()
	}
	return db.Transact(ctx, LockWait, do)
}

// begin takes the write lock. If another process holds it, this one waits in the queue for at most half
// of the time and then polls. SQLite's own busy handler is not used, because it sleeps longer with each attempt, up to 100 ms:
// whoever came last would be served first.
func (db *DB) begin(ctx context.Context, wait time.Duration) error {
	db.BusyTimeout(0)
	defer db.BusyTimeout(db.wait)
	try := func() error { _, err := db.Exec(ctx, beginTx); return err }
	if err := try(); err == nil || db.Path == "" || !strings.Contains(err.Error(), "locked") {
		return err
	}
	end := time.Now().Add(wait)
	defer queue(db.Path, wait/2)()
	return retryLocked(time.Until(end), try)
}

// retryLocked repeats do while it fails because the database is locked, for at most wait. Other hooks
// hold the lock for less than a millisecond, so the first pauses are short.
func retryLocked(wait time.Duration, do func() error) error {
	end := time.Now().Add(wait)
	for pause := 200 * time.Microsecond; ; pause = min(pause+pause/8, 2*time.Millisecond) {
		err := do()
		if err == nil || !strings.Contains(err.Error(), "locked") || time.Now().After(end) {
			return err
		}
		time.Sleep(pause + time.Duration(rand.Int64N(int64(pause))))
	}
}
