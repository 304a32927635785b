package facts

import (
	"context"
	"fmt"

	"witness/engine/hook"
	"witness/engine/store"
)

// tickQuery finds the latest call with the client's id of this one: its tick, when it started, its id in the store, whether it has
// ended, whether it has the same actor, whether it has the same tool and command, whether the actor has made another call since, and
// whether it is the same moment, and when. A client may use an id again, in each turn or
// in a subagent (call_0); a later call with that id gets a # and its tick appended to it in the store.
const tickQuery = `
		SELECT e.t, iif(e.moment = 'before', e.at, 0) AS started, e.call,
		       EXISTS (SELECT 1 FROM events a WHERE a.session = e.session AND a.t = e.t AND a.moment = 'after') AS ended,
		       e.actor = :actor AS own,
		       e.name = :name AND e.command = :command AND (e.actor = :actor OR e.actor = '' OR :actor = '') AS same,
		       EXISTS (SELECT 1 FROM events a WHERE a.session = e.session AND a.t > e.t AND a.actor = e.actor AND a.moment IN ('after', 'prompt', 'stop')) AS past,
		       e.moment = :moment, e.at
		FROM   events e
		WHERE  e.session = :session AND e.call <> '' AND e.call >= :call AND e.call < :call || '$'
		  AND  (e.call = :call OR e.call > :call || '#') AND :call <> ''
		ORDER  BY own DESC, same AND NOT ended DESC, e.t DESC, e.moment DESC LIMIT 1`

// freshQuery finds the last tick of the session, and whether a call with the client's id of this one is known. It takes a quarter of the time to
// compile, and what has not ended is new nearly always.
const freshQuery = `
		SELECT (SELECT max(t) FROM events WHERE session = :session),
		       EXISTS (SELECT 1 FROM events WHERE session = :session AND call <> '' AND call >= :call AND call < :call || '$')`

// TickQueries returns the statement that SetTick executes first, if any, to be compiled before the write lock is taken.
func TickQueries(c *Call) []string {
	if c.Start.T > 0 {
		return nil
	}
	return []string{freshQuery}
}

// hooksApart is how far apart, in milliseconds, two hooks of one moment may be: the hooks of a client run at
// the same time, and its settings give each ten seconds.
const hooksApart = 10_000

// SetTick sets the call's tick: that of its other moment if it is recorded, otherwise the next tick
// of the session. It also sets when the call started, and its id in the store. now is the time in
// milliseconds since 1970. A moment that is no call has the tick of the same moment that another hook
// has just recorded, if nothing has happened since.
func SetTick(ctx context.Context, db *store.DB, c *Call, now int64) error {
	if c.Start.T > 0 {
		c.T, c.Started, c.Call = c.Start.T, c.Start.At, c.Start.Call
		return nil
	}
	var last int64
	known := false
	id := c.Call
	taken := false // by another call
	args := store.Args{"session": c.Session, "call": id, "actor": c.Actor, "name": c.Name, "command": c.Event.Command, "moment": c.Moment}
	err := db.Each(ctx, freshQuery, args, func(_ []string, row []store.Value) error {
		last, _ = row[0].(int64)
		known = row[1] != int64(0)
		return nil
	})
	if err == nil && known {
		taken, err = findTick(ctx, db, c, args, now)
	}
	if err == nil && c.T == 0 && c.Moment == hook.After {
		err = matchStart(ctx, db, c)
	}
	if c.T == 0 {
		c.T = last + 1
		if taken {
			c.Call = fmt.Sprintf("%s#%d", id, c.T)
		}
	}
	return err
}

// findTick sets the tick of a call or moment whose id is known to that of its other moment, and reports whether the id is that of another call.
func findTick(ctx context.Context, db *store.DB, c *Call, args store.Args, now int64) (taken bool, err error) {
	err = db.Each(ctx, tickQuery, args, func(_ []string, row []store.Value) error {
		t, _ := row[0].(int64)
		started, _ := row[1].(int64)
		is := func(column int) bool { n, _ := row[column].(int64); return n != 0 }
		ended, own, same, past := is(3), is(4), is(5), is(6)
		found := false
		switch c.Moment {
		case hook.Before:
			found = own && same && !ended && !past
		case hook.After:
			found = own || same && !ended
		default:
			at, _ := row[8].(int64)
			found = own && is(7) && !past && now-at < hooksApart
		}
		if found {
			c.T, c.Started, c.Call = t, started, store.Text(row[2])
		}
		taken = !found
		return nil
	})
	return taken, err
}

// matchStart finds the start of a call that has ended, for clients that do not give both the same id: the end has no id, or one
// that the adapter has made from the payload (~). The start is the latest one of the same command that has no end yet. If there is
// none, the call is not changed.
func matchStart(ctx context.Context, db *store.DB, c *Call) error {
	return db.Each(ctx, `
		SELECT max(b.t), b.at FROM events b
		WHERE  b.session = :session AND b.t > (SELECT max(t) FROM events WHERE session = :session) - 50
		  AND  b.moment = 'before' AND b.outcome = '' AND b.actor = :actor AND b.name = :name AND b.command = :command AND b.tool = :tool
		  AND  (b.call = '' OR :call = '' OR b.call LIKE '~%' AND :call LIKE '~%')
		  AND  NOT EXISTS (SELECT 1 FROM events a WHERE a.session = b.session AND a.t = b.t AND a.moment = 'after')`,
		store.Args{"session": c.Session, "actor": c.Actor, "name": c.Name, "command": c.Event.Command, "tool": c.Tool, "call": c.Call},
		func(_ []string, row []store.Value) error {
			c.T, _ = row[0].(int64)
			c.Started, _ = row[1].(int64)
			return nil
		})
}
