package fleet

import (
	"context"
	"errors"
	"fmt"
	"time"

	"witness/engine/project"
	"witness/engine/store"
)

// ErrUntold is the error of Leave if the server cannot be told.
var ErrUntold = errors.New("the server could not be told: it still lists this store and has what it sent; run this again when it answers")

// Leave takes this store out of the fleet: hooks exchange no facts any more, and those of others are deleted here. The server is
// told to forget the member and, if facts is set, also what it has sent. If it cannot be told, the store has left nevertheless;
// the error is an ErrUntold, and another Leave tells the server.
func (s *Syncer) Leave(ctx context.Context, facts bool) error {
	end, err := turn(ctx, s.DB.Path) // an exchange that has begun would bring and send some afterwards
	if err != nil {
		return err
	}
	defer end()
	if err := s.prepare(ctx); err != nil && !errors.Is(err, ErrLeft) {
		return err
	}
	stays := map[string]string{keyLeft: fmt.Sprint(s.Clock())}
	untold := s.tellLeft(ctx, facts)
	if untold != nil { // what the next Leave tells the server
		for _, key := range []string{keyMember, keyFleet, keyRepo} {
			stays[key] = s.state[key]
		}
	}
	err = s.DB.Transact(ctx, store.LockWait, func() error {
		if err := forget(ctx, s.DB); err != nil {
			return err
		}
		_, err := s.DB.Exec(ctx, "DELETE FROM fleet_state")
		return errors.Join(err, set(ctx, s.DB, stays))
	})
	if err == nil {
		err = s.DB.Vacuum(ctx) // what was deleted is still in free pages
	}
	return errors.Join(err, untold)
}

// tellLeft lets the server forget this member, and with facts also what it sent, if it has exchanged facts with that server.
func (s *Syncer) tellLeft(ctx context.Context, facts bool) error {
	if s.state[keyFleet] == "" {
		return nil
	}
	err := s.dial()
	if err == nil {
		s.server, err = s.client.state(ctx, s.Clock)
	}
	if err == nil && s.server.fleet != s.state[keyFleet] {
		return nil // another server, which does not know this member
	}
	if err == nil {
		values := map[string]any{"repo": s.state[keyRepo], "member": s.state[keyMember]}
		list := []statement{{"DELETE FROM fleet_members WHERE repo = :repo AND member = :member", values}}
		for _, kind := range project.Shares {
			if facts && s.server.columns[kind] != nil {
				list = append(list, statement{"DELETE FROM fleet_" + kind + " WHERE repo = :repo AND member = :member", values})
			}
		}
		err = s.client.execute(ctx, list...)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUntold, err)
	}
	return nil
}

// Join lets a store that has left take part again.
func Join(ctx context.Context, db *store.DB) error {
	err := db.JoinFleet(ctx)
	if err == nil {
		_, err = db.Exec(ctx, "DELETE FROM fleet_state WHERE key = ?1", keyLeft)
	}
	return errors.Join(err, mark(stampOf(db.Path), time.Time{}))
}
