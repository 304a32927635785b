package fleet

import (
	"context"
	"time"

	"witness/engine/project"
	"witness/engine/store"
)

// Hand gives what the next exchange would send to another store, as if that had brought it, and makes it older. Tests play other
// machines with it, without a server.
func (s *Syncer) Hand(ctx context.Context, to *store.DB, age time.Duration) error {
	if err := s.prepare(ctx); err != nil {
		return err
	}
	c, err := s.collector(ctx)
	if err != nil {
		return err
	}
	other := &Syncer{DB: to}
	err = c.each(ctx, s.Clock(), func(b batch) error {
		if err := other.take(ctx, b, age); err != nil {
			return err
		}
		return s.noteSent(ctx, b)
	})
	if err != nil {
		return err
	}
	again, through, err := s.verdictsAgain(ctx, c)
	for _, b := range again {
		if err == nil {
			err = other.take(ctx, b, age)
		}
	}
	if err != nil {
		return err
	}
	return s.set(ctx, through)
}

// take adds the facts of a batch of another store, as if they had been brought.
func (s *Syncer) take(ctx context.Context, b batch, age time.Duration) error {
	if err := s.DB.JoinFleet(ctx); err != nil {
		return err
	}
	for _, kind := range project.Shares {
		columns, err := columnsOf(ctx, s.DB, kind)
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
		if err := s.add(ctx, kind, names, rows); err != nil {
			return err
		}
	}
	return nil
}
