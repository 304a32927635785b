package fleet

import (
	"context"
	"fmt"

	"witness/engine/project"
)

// Pending calls yield with each fact that has not been sent, as it would leave the machine. It asks no server and changes nothing.
func (s *Syncer) Pending(ctx context.Context, yield func(kind string, row map[string]any) error) error {
	if err := s.prepare(ctx); err != nil {
		return err
	}
	c, err := s.collector(ctx)
	if err != nil {
		return err
	}
	return c.each(ctx, s.Clock(), func(b batch) error { return b.each(yield) })
}

// each calls yield with each batch that has not been sent.
func (c *collector) each(ctx context.Context, now int64, yield func(batch) error) error {
	list, err := c.waiting(ctx)
	if err != nil {
		return err
	}
	for _, w := range list {
		for more := true; more; {
			b, err := c.collect(ctx, w, now)
			if err == nil {
				err = yield(b)
			}
			if err != nil {
				return err
			}
			w.through, w.open, more = b.through, b.open, b.more
		}
	}
	return nil
}

// each calls yield with each fact of a batch.
func (b batch) each(yield func(kind string, row map[string]any) error) error {
	for _, kind := range project.Shares {
		for _, row := range b.rows[kind] {
			if err := yield(kind, row); err != nil {
				return err
			}
		}
	}
	return nil
}

// Preview calls yield with everything that the next exchange would send: what identifies the repository and this member, the facts
// that have not been sent, and the verdicts that are sent again. It asks no server and changes nothing. facts is the number of facts.
func (s *Syncer) Preview(ctx context.Context, yield func(kind string, row map[string]any) error) (facts int, err error) {
	if err := s.prepare(ctx); err != nil {
		return 0, err
	}
	here, err := s.identifyHere(ctx)
	if err != nil {
		return 0, err
	}
	if err := yield("repository", map[string]any{"repo": here.id(""), "root": here.root()}); err != nil {
		return 0, err
	}
	if err := yield("member", map[string]any{"member": s.state[keyMember], "machine": s.machine, "user": s.Config.User, "version": s.Version}); err != nil {
		return 0, err
	}
	c, err := s.collector(ctx)
	if err != nil {
		return 0, err
	}
	seen := map[string]bool{}
	once := func(kind string, row map[string]any) error {
		uid := fmt.Sprint(row["uid"])
		if seen[uid] {
			return nil
		}
		seen[uid] = true
		facts++
		return yield(kind, row)
	}
	if err := c.each(ctx, s.Clock(), func(b batch) error { return b.each(once) }); err != nil {
		return facts, err
	}
	again, _, err := s.verdictsAgain(ctx, c)
	for _, b := range again {
		if err == nil {
			err = b.each(once)
		}
	}
	return facts, err
}
