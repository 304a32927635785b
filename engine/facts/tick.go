package facts

import (
	"context"

	"witness/engine/hook"
	"witness/engine/store"
)

// TickQuery finds, for one moment of a call, the last tick of the session, the tick of the call if it
// is recorded, and when the call started. It is exported to be compiled before the write lock is
// taken.
const TickQuery = `
		SELECT (SELECT max(t) FROM events WHERE session = :session),
		       (SELECT t FROM events WHERE session = :session AND call = :call AND call <> '' AND moment IN (:moment, :other)),
		       (SELECT at FROM events WHERE session = :session AND call = :call AND call <> '' AND moment = 'before')`

// SetTick sets the call's tick: that of its other moment if it is recorded, otherwise the next tick
// of the session. It also sets when the call started.
func SetTick(ctx context.Context, db *store.DB, c *Call) error {
	var last int64
	other := map[string]string{hook.Before: hook.After, hook.After: hook.Before}[c.Moment]
	err := db.Each(ctx, TickQuery, store.Args{"session": c.Session, "call": c.Call, "moment": c.Moment, "other": other}, func(_ []string, row []store.Value) error {
		last, _ = row[0].(int64)
		c.T, _ = row[1].(int64)
		c.Started, _ = row[2].(int64)
		return nil
	})
	if err == nil && c.T == 0 && c.Moment == hook.After {
		err = matchStart(ctx, db, c)
	}
	if c.T == 0 {
		c.T = last + 1
	}
	return err
}

// matchStart finds the start of a call that has ended, for clients that give calls no id: the latest
// start of the same command without an end. If there is none, the call is not changed.
func matchStart(ctx context.Context, db *store.DB, c *Call) error {
	return db.Each(ctx, `
		SELECT max(b.t), b.at FROM events b
		WHERE  b.session = :session AND b.t > (SELECT max(t) FROM events WHERE session = :session) - 50
		  AND  b.moment = 'before' AND b.outcome = '' AND b.actor = :actor AND b.name = :name AND b.command = :command AND b.tool = :tool
		  AND  NOT EXISTS (SELECT 1 FROM events a WHERE a.session = b.session AND a.t = b.t AND a.moment = 'after')`,
		store.Args{"session": c.Session, "actor": c.Actor, "name": c.Name, "command": c.Event.Command, "tool": c.Tool},
		func(_ []string, row []store.Value) error {
			c.T, _ = row[0].(int64)
			c.Started, _ = row[1].(int64)
			return nil
		})
}

// A start is when a call started: its tick, and the time in milliseconds since 1970. Both are 0
// if the start was not recorded.
type start struct{ t, at int64 }

// started returns when a call that has ended started. It is queried only when it is needed, which
// few lines do, and cached in the call.
func (d *Live) started(c *Call) start {
	if c.start != nil {
		return *c.start
	}
	c.start = &start{}
	if c.Moment != hook.After || d.DB == nil {
		return *c.start
	}
	ctx, known := context.Background(), *c
	err := d.DB.Compile(ctx, TickQuery) // it runs once more when the call is recorded
	if err == nil {
		err = SetTick(ctx, d.DB, &known)
	}
	if err == nil && known.Started > 0 { // an error of the store is reported when the call is recorded
		*c.start = start{known.T, known.Started}
	}
	return *c.start
}
