package disk

import (
	"context"

	"witness/engine/facts"
	"witness/engine/hook"
)

// A start is when a call started: its tick, and the time in milliseconds since 1970. Both are 0
// if the start was not recorded.
type start struct{ t, at int64 }

// A kept is what the disk keeps of a call.
type kept struct {
	start  *start
	looked map[string]look // by path
}

// keptOf returns what is kept of a call.
func keptOf(c *facts.Call) *kept {
	k, ok := c.Kept.(*kept)
	if !ok {
		k = &kept{looked: map[string]look{}}
		c.Kept = k
	}
	return k
}

// started returns when a call that has ended started. It is queried only when it is needed, which
// few lines do, and cached in the call.
func (d *Live) started(c *facts.Call) start {
	k := keptOf(c)
	if k.start != nil {
		return *k.start
	}
	k.start = &start{}
	if c.Moment != hook.After || d.DB == nil {
		return *k.start
	}
	ctx, known := context.Background(), *c
	err := d.DB.Compile(ctx, facts.TickQueries(c)...) // it runs once more when the call is recorded
	if err == nil {
		err = facts.SetTick(ctx, d.DB, &known, 0)
	}
	if err == nil && known.Started > 0 { // an error of the store is reported when the call is recorded
		*k.start = start{known.T, known.Started}
	}
	return *k.start
}
