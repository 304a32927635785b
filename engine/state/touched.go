package state

import (
	"context"
	"slices"

	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/store"
)

// Endings are the projects in which tests may no longer fail because a call took files away or put them back: whether any
// was known to fail there before.
type Endings map[string]bool

// Touched updates the state after a file of a project was changed.
func (k Keeper) Touched(ctx context.Context, c *facts.Call, t facts.Touch, ending Endings) error {
	a := store.Args{"session": c.Session, "t": c.T, "path": t.Path, "file": t.File, "root": t.Root, "kind": t.Kind, "via": t.Via, "class": t.Class, "manner": t.Manner}
	if t.Manner != "same" {
		if err := k.follow(ctx, a, "touched.sql"); err != nil {
			return err
		}
	}
	var files []string
	if t.Manner == "restore" || t.Manner == "undo" {
		files = append(files, "rounds_undone.sql")
	}
	if t.Kind == hook.Delete || len(files) > 0 {
		files = append(files, "pile_taken_back.sql")
	}
	if t.Kind == hook.Delete {
		files = append(files, "tests_removed.sql")
	}
	if len(files) == 0 {
		return nil
	}
	if _, known := ending[t.Root]; !known {
		failing, err := k.beginEnding(ctx, a)
		if err != nil {
			return err
		}
		ending[t.Root] = failing
	}
	return k.follow(ctx, a, append(files, "as_before.sql")...)
}

// Settled keeps, before a call that makes a session's first edit in a project with tests, when a file of the project was last changed.
// What passed in an earlier session after that has passed on the tree that this session is about to change.
func (k Keeper) Settled(ctx context.Context, c *facts.Call) error {
	var roots []string
	for _, t := range c.Touches {
		if t.Root != "" && !hook.ReadOnly(t.Kind) && t.Kind != hook.Output && !slices.Contains(roots, t.Root) {
			roots = append(roots, t.Root)
		}
	}
	for _, root := range roots {
		n, err := k.DB.Int(ctx, firstEdit, c.Session, root)
		if err != nil {
			return err
		}
		if n == 0 {
			continue
		}
		others := k.column(ctx, k.DB.WithViews(writtenBySessions), store.Args{"root": root})
		slices.Sort(others)
		if at, known := k.Disk.LastChange(root, slices.Compact(others)); known {
			if err := k.follow(ctx, store.Args{"session": c.Session, "root": root, "settled": at}, "settled.sql"); err != nil {
				return err
			}
		}
	}
	return nil
}

// firstEdit reports whether a session has not edited anything in a project whose tests a session has run.
const firstEdit = `
	SELECT EXISTS (SELECT 1 FROM trees WHERE root = :p2 AND tests)
	   AND NOT EXISTS (SELECT 1 FROM tally WHERE session = :p1 AND root = :p2 AND (last_edit IS NOT NULL OR settled IS NOT NULL))`

// writtenBySessions are the files that recent sessions have written and not deleted: git may not know them yet.
const writtenBySessions = `
	SELECT e.path
	FROM   recent_work w
	CROSS  JOIN touches e INDEXED BY touches_in_order ON e.session = w.session
	WHERE  e.kind IN ('edit', 'write') AND e.outcome = 'ok' AND e.root = :root
	  AND  NOT EXISTS (SELECT 1 FROM touches d WHERE d.path = e.path AND d.session = e.session AND d.kind = 'delete' AND d.outcome = 'ok')`

// End keeps which failures have ended.
func (k Keeper) End(ctx context.Context, c *facts.Call, ending Endings) error {
	for root, failing := range ending {
		if failing {
			if err := k.follow(ctx, store.Args{"session": c.Session, "t": c.T, "root": root}, "ended.sql"); err != nil {
				return err
			}
		}
	}
	return nil
}

// PutBack ends the failures in projects whose files a call has made what they were when the tests passed, and doubts what
// passed in those whose files it has made what they were when tests failed.
func (k Keeper) PutBack(ctx context.Context, c *facts.Call) error {
	var roots []string
	for _, t := range slices.Concat(c.Touches, c.Observed) {
		if t.Root != "" && !hook.ReadOnly(t.Kind) && (t.After.Hash != "" || t.Kind == hook.Delete) && !slices.Contains(roots, t.Root) {
			roots = append(roots, t.Root)
		}
	}
	for _, root := range roots {
		a := store.Args{"session": c.Session, "t": c.T, "root": root}
		failing, err := k.anyFailing(ctx, c.Session, root)
		if err == nil && failing {
			err = k.follow(ctx, a, "put_back.sql")
		}
		if err == nil && !failing {
			err = k.returned(ctx, a)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// returned follows returned.sql in a project in which a test has failed and does no longer. It is followed only while no test is known
// to fail: who is at work on one failure is not told of another.
func (k Keeper) returned(ctx context.Context, a store.Args) error {
	n, err := k.DB.Int(ctx, "SELECT EXISTS (SELECT 1 FROM recovered WHERE session = :p1 AND root = :p2)", store.Text(a["session"]), store.Text(a["root"]))
	if err != nil || n == 0 {
		return err
	}
	return k.follow(ctx, a, "returned.sql")
}
