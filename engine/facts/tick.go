package facts

import (
	"context"
	"fmt"

	"witness/engine/hook"
	"witness/engine/store"
)

// TickQuery finds the last tick of the session, and the latest call with the client's id of this one: its tick, when it started,
// its id in the store, whether it has ended, whether it has the same actor, whether it has the same tool and command, whether the
// actor has made another call since, and whether it is the same moment, and when. A client may use an id again, in each turn or
// in a subagent (call_0); a later call with that id gets a # and its tick appended to it in the store.
const tickQuery = `
		SELECT (SELECT max(t) FROM events WHERE session = :session), k.t, k.started, k.call, k.ended, k.own, k.same, k.past, k.moment = :moment, k.at
		FROM   (SELECT 1) LEFT JOIN (
		         SELECT e.t, e.moment, e.at, iif(e.moment = 'before', e.at, 0) AS started, e.call, e.actor = :actor AS own,
		                e.name = :name AND e.command = :command AND (e.actor = :actor OR e.actor = '' OR :actor = '') AS same,
		                EXISTS (SELECT 1 FROM events a WHERE a.session = e.session AND a.t = e.t AND a.moment = 'after') AS ended,
		                EXISTS (SELECT 1 FROM events a WHERE a.session = e.session AND a.t > e.t AND a.actor = e.actor AND a.moment IN ('after', 'prompt', 'stop')) AS past
		         FROM   events e
		         WHERE  e.session = :session AND e.call <> '' AND e.call >= :call AND e.call < :call || '$'
		           AND  (e.call = :call OR e.call > :call || '#') AND :call <> ''
		         ORDER  BY own DESC, same AND NOT ended DESC, e.t DESC, e.moment DESC LIMIT 1) k`

// freshQuery finds the last tick of the session, and whether a call with the client's id of this one is known. It takes a quarter of the time to
// compile, and a call that begins has a new id nearly always.
const freshQuery = `
		SELECT (SELECT max(t) FROM events WHERE session = :session),
		       EXISTS (SELECT 1 FROM events WHERE session = :session AND call <> '' AND call >= :call AND call < :call || '$')`

// TickQuery returns the statement that SetTick executes, to be compiled before the write lock is taken.
func TickQuery(moment string) string {
	if moment == hook.Before {
		return freshQuery
	}
	return tickQuery
}

// hooksApart is how far apart, in milliseconds, two hooks of one moment may be: the hooks of a client run at
// the same time, and its settings give each ten seconds.
const hooksApart = 10_000

// SetTick sets the call's tick: that of its other moment if it is recorded, otherwise the next tick
// of the session. It also sets when the call started, and its id in the store. now is the time in
// milliseconds since 1970. A moment that is no call has the tick of the same moment that another hook
// has just recorded, if nothing has happened since.
func SetTick(ctx context.Context, db *store.DB, c *Call, now int64) error {
	var last int64
	id := c.Call
	taken := false // by another call
	args := store.Args{"session": c.Session, "call": id, "actor": c.Actor, "name": c.Name, "command": c.Event.Command, "moment": c.Moment}
	if c.Moment == hook.Before {
		known := false
		err := db.Each(ctx, freshQuery, args, func(_ []string, row []store.Value) error {
			last, _ = row[0].(int64)
			known = row[1] != int64(0)
			return nil
		})
		if err != nil || !known {
			c.T = last + 1
			return err
		}
	}
	err := db.Each(ctx, tickQuery, args, func(_ []string, row []store.Value) error {
		last, _ = row[0].(int64)
		t, _ := row[1].(int64)
		started, _ := row[2].(int64)
		is := func(column int) bool { n, _ := row[column].(int64); return n != 0 }
		ended, own, same, past := is(4), is(5), is(6), is(7)
		found := t > 0
		switch c.Moment {
		case hook.Before:
			found = own && same && !ended && !past
		case hook.After:
			found = own || same && !ended
		default:
			at, _ := row[9].(int64)
			found = found && own && is(8) && !past && now-at < hooksApart
		}
		if found {
			c.T, c.Started, c.Call = t, started, store.Text(row[3])
		}
		taken = t > 0 && c.T == 0
		return nil
	})
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
