package engine

import (
	"context"
	"slices"

	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/readers"
	"witness/engine/store"
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
		a := store.Args{"session": c.Session, "t": c.T, "kind": key[0], "root": key[1]}
		failing, err := r.beginEnding(ctx, a)
		if err == nil {
			err = r.settle(ctx, a, "changed.sql")
		}
		if err == nil && failing {
			err = r.settle(ctx, a, "ended.sql")
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// putAway updates the pile of untested edits after commands that replaced the tree: git stash takes
// the whole pile away and brings it back, and git reset --hard or git checkout . drops it. A stash of
// named files is left to their touches.
func (r recorder) putAway(ctx context.Context, c *facts.Call, changes []readers.Change) error {
	const stash = "UPDATE tally SET edits = iif(stashed, 0, edits + put_away), put_away = iif(stashed, edits + put_away, 0) WHERE session = ?1 AND root = ?2"
	const drop = "UPDATE tally SET edits = 0 WHERE session = ?1 AND root = ?2"
	restores := func(t facts.Touch) bool { return t.Manner == "restore" }
	for _, change := range changes {
		cmd := c.Commands[change.Command]
		named := slices.Contains(cmd.Args, "--") || slices.ContainsFunc(c.Touches, restores)
		sql := drop
		switch name := cmd.Program(); {
		case name == "git stash" && !named:
			sql = stash
		case name == "git reset" && slices.Contains(cmd.Args, "--hard"),
			(name == "git checkout" || name == "git restore") && cmd.RelDir == "" && slices.Contains(cmd.Args, "."):
		default:
			continue
		}
		if _, err := r.db.Exec(ctx, sql, c.Session, cmd.Root); err != nil {
			return err
		}
	}
	return nil
}

// forgetRemoved forgets the failures and untested edits in the projects of the session that no longer
// exist, such as a worktree that was removed. It returns the others that have any.
func (r recorder) forgetRemoved(ctx context.Context, c *facts.Call) (left []string, err error) {
	roots, err := r.roots(ctx, c, true)
	for _, root := range roots {
		if !r.disk.Removed(c, root) {
			left = append(left, root)
			continue
		}
		for _, forget := range []string{
			"DELETE FROM failing WHERE session = ?1 AND root = ?2",
			"DELETE FROM rounds WHERE session = ?1 AND root = ?2",
			"UPDATE tally SET edits = 0, put_away = 0, failing = NULL WHERE session = ?1 AND root = ?2",
		} {
			if err == nil {
				_, err = r.db.Exec(ctx, forget, c.Session, root)
			}
		}
	}
	return left, err
}

// roots returns the roots of the projects in which the session has untested edits or, if these are asked
// for, failing tests.
func (r recorder) roots(ctx context.Context, c *facts.Call, failing bool) (roots []string, err error) {
	err = r.db.Each(ctx, "SELECT root FROM tally WHERE session = :session AND (edits > 0 OR :failing AND failing > 0)",
		store.Args{"session": c.Session, "failing": failing}, func(_ []string, row []store.Value) error {
			roots = append(roots, store.Text(row[0]))
			return nil
		})
	return roots, err
}

// noticeTests records which of the projects whose edits are about to be handed on have tests, if it is
// not known: a session that runs no test and touches none would not show it. At a stop these are all
// projects of the session.
func (r recorder) noticeTests(ctx context.Context, c *facts.Call) error {
	var roots []string
	switch c.Moment {
	case hook.Stop:
		var err error
		if roots, err = r.forgetRemoved(ctx, c); err != nil {
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
			err = r.hasTests(ctx, root)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
