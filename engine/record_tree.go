package engine

import (
	"context"
	"slices"

	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/readers"
)

// changes records the changes of trees and what follows from them, each kind once for each project.
func (r recorder) changes(ctx context.Context, c *facts.Call, changes []readers.Change) error {
	done := map[[2]string]bool{}
	for _, change := range changes {
		key := [2]string{change.Kind, c.Commands[change.Command].Root}
		if done[key] {
			continue
		}
		done[key] = true
		if _, err := r.db.Exec(ctx, "INSERT OR IGNORE INTO changes (session, t, kind, root) VALUES (?1, ?2, ?3, ?4)", c.Session, c.T, key[0], key[1]); err != nil {
			return err
		}
		if err := r.state.Changed(ctx, c, key[0], key[1]); err != nil {
			return err
		}
	}
	return r.state.PutAway(ctx, c, changes)
}

// noticeTests looks on disk whether the projects whose edits are about to be handed on have tests, and records it, unless it is
// known: a session that neither runs nor touches a test would not show it. Before a commit that is the project of the commit,
// at a stop all projects of the session.
func (r recorder) noticeTests(ctx context.Context, c *facts.Call) error {
	var roots []string
	switch c.Moment {
	case hook.Stop:
		var err error
		if roots, err = r.state.ForgetRemoved(ctx, c); err != nil {
			return err
		}
	case hook.Before:
		for _, cmd := range c.Commands {
			if cmd.Commits && !slices.Contains(roots, cmd.Root) {
				roots = append(roots, cmd.Root)
			}
		}
	}
	for _, root := range roots {
		known, err := r.db.Int(ctx, "SELECT tests FROM trees WHERE root = :p1", root)
		if err == nil && known == 0 && root != "" && r.disk.HasTests(c, root) {
			err = r.state.HasTests(ctx, root)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
