package engine

import (
	"context"

	"witness/engine/chain"
	"witness/engine/facts"
	"witness/engine/readers"
)

// run records a run, after its tests or diagnostics, and what follows from it. stashed is true if git stash has put the
// edits away.
func (r recorder) run(ctx context.Context, c *facts.Call, found readers.Run, stashed bool) error {
	if err := r.items(ctx, c, found); err != nil {
		return err
	}
	run, err := r.state.Before(ctx, c, found, stashed)
	if err != nil {
		return err
	}
	added, err := r.db.ExecNamed(ctx, `
		INSERT OR IGNORE INTO runs (session, t, n, tool, kind, root, command, program, dir, selection, variant, task, env, listed, origin, passed, failed, skipped, outcome, ended, complete, language, how, tree, stashed)
		VALUES (:session, :t, :n, :tool, :kind, :root, :command, :program, :dir, :selection, :variant, :task, :env, :listed, :origin, :passed, :failed, :skipped, :outcome, :ended, :complete, :language, :how, :tree, :stashed)`, run.Columns())
	if err != nil || added == 0 {
		return err
	}
	if err := chain.Link(ctx, r.db, c.Session, c.T, "runs", run.Columns()["n"]); err != nil {
		return err
	}
	return r.state.Ran(ctx, run)
}
