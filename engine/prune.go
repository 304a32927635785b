package engine

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"witness/engine/project"
	"witness/engine/store"
)

// Limits of the retention at the end of a session. The client waits for the hook, Claude Code for at most 1.5 s. Sessions for
// which there is no time are deleted at the end of a later session.
const (
	retentionTime = 400 * time.Millisecond
	pruneTicks    = 100 // of one session in one transaction, so that another hook gets the lock in between
)

// prunable are the sessions that can be deleted, the one that was used least recently first. Sessions are
// deleted whole, because the facts and the state of a session refer to each other by its ticks. For each root two sessions
// stay that a new session needs: the last one that ran tests, whose failing tests it inherits, and the last one that edited or
// tested, which the briefing describes. So do sessions that were used in the last day, because they may still be running.
const prunable = `
	WITH kept (session) AS (
	  SELECT (SELECT x.session FROM sessions x JOIN tally y ON y.session = x.session AND y.root = x.root
	          WHERE  x.root = r.root AND y.last_run > 0 ORDER BY x.started DESC LIMIT 1)
	  FROM   (SELECT DISTINCT root FROM sessions) r
	  UNION
	  SELECT (SELECT x.session FROM sessions x JOIN tally y ON y.session = x.session
	          WHERE  x.root = r.root AND coalesce(y.last_edit, y.last_run) > 0 ORDER BY x.started DESC LIMIT 1)
	  FROM   (SELECT DISTINCT root FROM sessions) r),
	used (session, at) AS (
	  SELECT session, coalesce((SELECT e.at FROM events e WHERE e.session = s.session ORDER BY e.t DESC LIMIT 1), s.started)
	  FROM   sessions s
	  WHERE  session <> :current AND session NOT IN (SELECT session FROM kept WHERE session IS NOT NULL))
	SELECT session, at FROM used WHERE at < :day ORDER BY at, session`

// Pruned is what Prune deleted.
type Pruned struct {
	Sessions int
	// Left is whether there are more sessions to delete, for which there was no time.
	Left bool
}

// A Pruner deletes old sessions from a store.
type Pruner struct {
	DB    *store.DB
	Clock func() int64
}

// Prune deletes the sessions that were last used before a time in milliseconds since 1970, and then, as long as
// the content of the store is larger than maxBytes, the sessions used least recently. It begins no
// transaction after the deadline, unless that is zero.
func (r Pruner) Prune(ctx context.Context, before, maxBytes int64, current string, deadline time.Time) (p Pruned, err error) {
	type candidate struct {
		session string
		at      int64
	}
	var list []candidate
	day := r.Clock() - (24 * time.Hour).Milliseconds()
	err = r.DB.Each(ctx, prunable, store.Args{"current": current, "day": day}, func(_ []string, row []store.Value) error {
		at, _ := row[1].(int64)
		list = append(list, candidate{store.Text(row[0]), at})
		return nil
	})
	if err != nil {
		return p, err
	}
	// Faults about a time limit stay, because they keep a slow file in quarantine.
	if _, err := r.DB.Exec(ctx, "DELETE FROM faults WHERE at < ?1 AND told AND instr(message, ?2) = 0", before, store.Overrun); err != nil {
		return p, err
	}
	clean := 0 // how many sessions had been deleted when the lists of tests were last cleaned up
	cleanUp := func() error {
		if clean == p.Sessions {
			return nil
		}
		clean = p.Sessions
		_, err := r.DB.Exec(ctx, deleteLists)
		return err
	}
	for _, c := range list {
		if c.at >= before {
			if err := cleanUp(); err != nil {
				return p, err
			}
			size, err := r.DB.ContentBytes(ctx)
			if err != nil || size <= maxBytes {
				return p, err
			}
		}
		done, err := r.deleteSession(ctx, c.session, deadline)
		if err != nil || !done {
			p.Left = !done
			return p, errors.Join(err, cleanUp())
		}
		p.Sessions++
	}
	return p, cleanUp()
}

// deleteLists deletes the names of the lists of tests that no run has any more. It steps from list to list, because a list
// can have thousands of names.
const deleteLists = `
	WITH RECURSIVE known (list) AS (
	  SELECT min(list) FROM listed_tests
	  UNION  ALL
	  SELECT (SELECT min(m.list) FROM listed_tests m WHERE m.list > known.list) FROM known WHERE known.list IS NOT NULL)
	DELETE FROM listed_tests WHERE list IN (SELECT list FROM known WHERE list NOT IN (SELECT list FROM test_lists))`

// deleteSession deletes everything about a session, in several transactions. Its row in sessions goes last, so that an
// interrupted deletion is continued by the next one.
func (r Pruner) deleteSession(ctx context.Context, session string, deadline time.Time) (done bool, err error) {
	var withTicks, others []string
	err = r.DB.Each(ctx, `
		SELECT s.name, max(c.name = 't') FROM sqlite_schema s JOIN pragma_table_info(s.name) c
		WHERE  s.type = 'table' AND s.name <> 'sessions' GROUP BY s.name HAVING max(c.name = 'session')`, nil, func(_ []string, row []store.Value) error {
		if ticks, _ := row[1].(int64); ticks != 0 {
			withTicks = append(withTicks, store.Text(row[0]))
		} else {
			others = append(others, store.Text(row[0])) // few rows
		}
		return nil
	})
	if err != nil {
		return false, err
	}
	last, err := r.DB.Int(ctx, "SELECT coalesce(max(t), 0) FROM events WHERE session = :p1", session)
	if err != nil {
		return false, err
	}
	first, err := r.DB.Int(ctx, "SELECT coalesce(min(t), 0) FROM events WHERE session = :p1", session)
	if err != nil {
		return false, err
	}
	// Its chain ends first, and its end is marked, so that rows which are gone do not look like a deed of somebody else.
	err = r.DB.Transact(ctx, store.LockWait, func() error {
		if _, err := r.DB.Exec(ctx, "DELETE FROM links WHERE session = ?1", session); err != nil {
			return err
		}
		_, err := r.DB.Exec(ctx, "INSERT INTO links (session, n, t, name, key, link) VALUES (?1, 0, ?2, '', '', '')", session, int64(math.MaxInt64-1))
		return err
	})
	if err != nil {
		return false, err
	}
	for from := min(first, last); ; from += pruneTicks {
		if !deadline.IsZero() && time.Now().After(deadline) {
			return false, nil
		}
		to := from + pruneTicks
		if to > last {
			to = math.MaxInt64
		}
		err := r.DB.Transact(ctx, store.LockWait, func() error {
			for _, table := range withTicks {
				if _, err := r.DB.Exec(ctx, "DELETE FROM "+store.QuoteName(table)+" WHERE session = ?1 AND t < ?2", session, to); err != nil {
					return err
				}
			}
			if to < math.MaxInt64 {
				return nil
			}
			for _, table := range append(others, "sessions") {
				if _, err := r.DB.Exec(ctx, "DELETE FROM "+store.QuoteName(table)+" WHERE session = ?1", session); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil || to == math.MaxInt64 {
			return err == nil, err
		}
	}
}

// retain deletes at the end of a session what store.keep and store.max_size no longer keep.
func (r Pruner) retain(ctx context.Context, config *project.Config, session string) error {
	if r.DB.Path == "" || r.DB.Newer {
		return nil
	}
	before := int64(0)
	if config.Keep > 0 {
		before = r.Clock() - config.Keep.Milliseconds()
	}
	maxBytes := int64(math.MaxInt64)
	if config.MaxSize > 0 {
		maxBytes = config.MaxSize
	}
	if _, err := r.Prune(ctx, before, maxBytes, session, time.Now().Add(retentionTime)); err != nil {
		return fmt.Errorf("old sessions could not be deleted: %w", err)
	}
	return nil
}

// PruneAll is Prune without a deadline and without a running session, and then gives the space back to the disk.
func (r Pruner) PruneAll(ctx context.Context, before int64) (Pruned, error) {
	p, err := r.Prune(ctx, before, math.MaxInt64, "", time.Time{})
	return p, errors.Join(err, r.DB.Vacuum(ctx))
}
