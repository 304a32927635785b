package fleet

import (
	"context"
	"time"

	"witness/engine/project"
	"witness/engine/store"
)

// Hand puts what the next exchange would send directly into another store, as if that had brought it from a server, and makes it
// older by age. Tests of rules play other machines with it.
func (s *Syncer) Hand(ctx context.Context, to *store.DB, age time.Duration) error {
	if err := s.prepare(ctx); err != nil {
		return err
	}
	c, err := s.collector(ctx)
	if err != nil {
		return err
	}
	err = c.each(ctx, s.Clock(), func(b batch) error {
		if err := take(ctx, to, b, age); err != nil {
			return err
		}
		return noteSent(ctx, s.DB, b)
	})
	if err != nil {
		return err
	}
	again, through, err := s.verdictsAgain(ctx, c)
	for _, b := range again {
		if err == nil {
			err = take(ctx, to, b, age)
		}
	}
	if err != nil {
		return err
	}
	return s.set(ctx, through)
}

// take adds the facts of a batch to another store, as if they had been brought.
func take(ctx context.Context, db *store.DB, b batch, age time.Duration) error {
	if err := db.JoinFleet(ctx); err != nil {
		return err
	}
	for _, kind := range project.Shares {
		columns, err := columnsOf(ctx, db, kind)
		if err != nil {
			return err
		}
		names, rows := make([]string, len(columns)), make([][]any, len(b.rows[kind]))
		for i, c := range columns {
			names[i] = c.name
		}
		for i, fact := range b.rows[kind] {
			fact["at"] = number(fact["at"]) - age.Milliseconds()
			rows[i] = []any{0} // the place of the server's seq
			for _, name := range names {
				rows[i] = append(rows[i], fact[name])
			}
		}
		if err := add(ctx, db, kind, names, rows, 0); err != nil {
			return err
		}
	}
	return nil
}
