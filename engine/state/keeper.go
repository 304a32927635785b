// Package state keeps what a session knows of its tests: which of them fail, since when and for whose reason, which edits
// are untested, and in how many rounds nothing was gained. Nothing but the files of the folder state writes the tables
// failing, recovered, tally and rounds; this package executes them, and works out what their parameters say.
//
// Read ran.go for what follows from a test run, changed.go and touched.go for what follows from changes of files, and
// selection.go for which tests a command runs.
package state

import (
	"context"

	"witness/engine/facts"
	"witness/engine/store"
)

// A Keeper keeps the state of the sessions in a store.
type Keeper struct {
	DB   *store.DB
	Disk facts.Disk
}

// follow executes files of the folder state, in this order.
func (k Keeper) follow(ctx context.Context, a store.Args, files ...string) error {
	for _, file := range files {
		if _, err := k.execute(ctx, a, file); err != nil {
			return err
		}
	}
	return nil
}

// execute executes the statements of a file of the folder state, and returns how many rows they changed.
func (k Keeper) execute(ctx context.Context, a store.Args, file string) (changed int64, err error) {
	statements, err := k.DB.FileStatements(file)
	for _, statement := range statements {
		rows, err := k.DB.ExecNamed(ctx, statement, a)
		if err != nil {
			return changed, err
		}
		changed += rows
	}
	return changed, err
}

// Begin gives a session that has just begun what failed at the end of the last one in its project.
func (k Keeper) Begin(ctx context.Context, session, root string) error {
	return k.follow(ctx, store.Args{"session": session, "root": root}, "inherited.sql")
}

// HasTests records that a project has tests.
func (k Keeper) HasTests(ctx context.Context, root string) error {
	return k.follow(ctx, store.Args{"root": root}, "has_tests.sql")
}

// Roots returns the roots of the projects in which a session has untested edits or, if these are asked for, failing tests.
func (k Keeper) Roots(ctx context.Context, session string, failing bool) (roots []string, err error) {
	err = k.DB.Each(ctx, "SELECT root FROM tally WHERE session = :session AND (edits > 0 OR :failing AND failing > 0)",
		store.Args{"session": session, "failing": failing}, func(_ []string, row []store.Value) error {
			roots = append(roots, store.Text(row[0]))
			return nil
		})
	return roots, err
}

// anyFailing reports whether a test of a project is known to fail.
func (k Keeper) anyFailing(ctx context.Context, session, root string) (bool, error) {
	n, err := k.DB.Int(ctx, "SELECT EXISTS (SELECT 1 FROM failing WHERE session = :p1 AND root = :p2)", session, root)
	return n != 0, err
}

// beginEnding prepares for what may end failures without a run, and reports whether tests are known to fail: then ended.sql
// has to follow, which keeps those that have ended.
func (k Keeper) beginEnding(ctx context.Context, a store.Args) (failing bool, err error) {
	failing, err = k.anyFailing(ctx, store.Text(a["session"]), store.Text(a["root"]))
	if err == nil && failing {
		err = k.follow(ctx, a, "may_end.sql")
	}
	return failing, err
}
