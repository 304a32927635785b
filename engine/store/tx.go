package store

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"time"
)

// lockWait is how long the end of a call waits for another process that writes. It is long
// because a call that has ended must be recorded; a write takes milliseconds.
const LockWait = 5 * time.Second

// answerWait is how long a call that is about to run waits: its agent waits as well.
const AnswerWait = 2 * time.Second

const beginTx, commitTx = "BEGIN IMMEDIATE", "COMMIT"

// transact runs do in a transaction that has the write lock from its beginning, waiting for the
// lock at most so long. An error of do rolls back.
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

// within runs do in the open transaction, or in one of its own.
func (db *DB) Within(ctx context.Context, do func() error) error {
	if db.inTx {
		return do()
	}
	return db.Transact(ctx, LockWait, do)
}

// begin takes the write lock. If another process has it, this one queues for at most half of
// the time and then polls. SQLite's own busy handler sleeps longer with each attempt, up to
// 100 ms, so that in a crowd the last to come would be the first served.
func (db *DB) begin(ctx context.Context, wait time.Duration) error {
	db.BusyTimeout(0)
	defer db.BusyTimeout(LockWait)
	try := func() error { _, err := db.Exec(ctx, beginTx); return err }
	if err := try(); err == nil || db.Path == "" || !strings.Contains(err.Error(), "locked") {
		return err
	}
	end := time.Now().Add(wait)
	defer queue(db.Path, wait/2)()
	return retryLocked(time.Until(end), try)
}

// retryLocked repeats what fails because the database is locked, for at most so long. Another
// hook holds the lock for less than a millisecond, so the first pauses are short.
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
