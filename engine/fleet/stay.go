package fleet

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"strconv"
	"time"

	"witness/engine/store"
)

// Times of the process that hooks start.
const (
	exchangeTime = 10 * time.Second // for one exchange
	idleTime     = 90 * time.Second // without a hook, after which the process ends
	stayTime     = time.Hour        // after which it ends; the next hook starts another one
	firstPause   = 5 * time.Second  // after an exchange that failed; it doubles with each
	longestPause = 10 * time.Minute
)

// Stay exchanges facts at each interval as long as hooks write to the store. One process at a time does that for a store.
// After an error it ends, and hooks start the next one after a pause that grows. Errors are kept for `witness fleet status`.
func (s *Syncer) Stay(ctx context.Context) error {
	stamp := stampOf(s.DB.Path)
	file, err := os.OpenFile(stamp, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()
	if !store.LockFile(file) {
		return nil
	}
	s.stays = true
	if len(s.Config.URLs) == 0 { // there is a policy only
		return errors.Join(s.TeamPolicy().Update(ctx, true), mark(stamp, time.Now().Add(longestPause)))
	}
	begun, active := time.Now(), time.Now()
	version := int64(-1)
	for {
		if err := mark(stamp, time.Now()); err != nil {
			return err
		}
		round, cancel := context.WithTimeout(ctx, exchangeTime)
		result, err := s.Exchange(round)
		cancel()
		if err := s.TeamPolicy().Update(ctx, false); err != nil {
			return errors.Join(err, mark(stamp, time.Now().Add(longestPause)))
		}
		if err != nil {
			return errors.Join(s.fail(context.WithoutCancel(ctx), err), mark(stamp, time.Now().Add(pauseAfter(err, integer(s.state[keyFailures])))))
		}
		now, err := s.DB.Int(ctx, "PRAGMA data_version") // changes when another process writes
		if err != nil {
			return err
		}
		if now != version || result.Left || result.Brought > 0 {
			version, active = now, time.Now()
		}
		if s.Config.Interval > idleTime {
			return nil // hooks start the next one
		}
		if time.Since(active) > idleTime || time.Since(begun) > stayTime {
			return mark(stamp, time.Time{})
		}
		if !result.Left {
			s.DB.Pause()
			time.Sleep(s.Config.Interval)
			if err := s.DB.Resume(); err != nil {
				return errors.Join(err, mark(stamp, time.Time{}))
			}
		}
	}
}

// fail records an exchange that failed, for the start of a session and for `witness fleet status`.
func (s *Syncer) fail(ctx context.Context, failed error) error {
	if s.state == nil || staysApart(failed) {
		return nil
	}
	if err := s.note(ctx, failed); err != nil {
		return err
	}
	n, err := s.countWaiting(ctx) // for the start of a session, which must not take that long
	return errors.Join(err, s.set(ctx, map[string]string{
		keyFailures: strconv.FormatInt(integer(s.state[keyFailures])+1, 10), keyWaiting: strconv.Itoa(n),
	}))
}

// note keeps an error for `witness fleet status`.
func (s *Syncer) note(ctx context.Context, err error) error {
	list := append([]Failure{{s.Clock(), err.Error()}}, failuresOf(s.state)...)
	return s.set(ctx, map[string]string{keyErrors: store.JSONList(list[:min(len(list), keptErrors)])})
}

// pauseAfter returns how long hooks start no other process after an error. It is at most one and a half times longestPause, and
// random, so that not all members ask a server at the moment when it comes back.
func pauseAfter(err error, failures int64) time.Duration {
	if staysApart(err) {
		return longestPause // a commit, a remote or the configuration can change that
	}
	pause := min(firstPause<<min(max(failures-1, 0), 10), longestPause)
	return pause/2 + rand.N(pause)
}
