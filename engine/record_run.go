package engine

import (
	"context"

	"witness/engine/facts"
	"witness/engine/store"
)

// run records a run: first its tests or diagnostics, because the triggers on the table runs read
// them, then the run itself. Then it executes settle.sql, which updates what is known to fail. That is
// skipped, without compiling its statements, for most runs: those that did not fail while no test
// is known to fail.
func (r recorder) run(ctx context.Context, c *facts.Call, run facts.Run) error {
	if err := r.items(ctx, c, run); err != nil {
		return err
	}
	cmd := c.Commands[run.Command]
	tree, err := r.db.Int(ctx, "SELECT changes FROM trees WHERE root = :p1", cmd.Root)
	if err != nil {
		return err
	}
	of := cmd.Params(run.Command, store.Args{})
	a := store.Args{
		"session": c.Session, "t": c.T, "n": run.N, "tool": run.Tool, "kind": run.Kind, "root": cmd.Root,
		"command": run.Command, "program": of["program"], "dir": cmd.RelDir, "selection": of["selection"], "variant": of["variant"],
		"task": of["task"], "env": of["env"], "listed": cmd.Runner != "", "origin": run.Origin,
		"passed": orNull(run.Passed), "failed": orNull(run.Failed), "skipped": orNull(run.Skipped),
		"language": run.Language, "outcome": run.Outcome, "ended": run.Ended, "complete": run.Complete, "how": run.How, "tree": tree,
	}
	added, err := r.db.ExecNamed(ctx, `
		INSERT OR IGNORE INTO runs (session, t, n, tool, kind, root, command, program, dir, selection, variant, task, env, listed, origin, passed, failed, skipped, outcome, ended, complete, language, how, tree)
		VALUES (:session, :t, :n, :tool, :kind, :root, :command, :program, :dir, :selection, :variant, :task, :env, :listed, :origin, :passed, :failed, :skipped, :outcome, :ended, :complete, :language, :how, :tree)`, a)
	if err != nil || added == 0 || run.Kind != "test" || run.Outcome == facts.Unstarted {
		return err
	}
	if run.Origin != "" {
		// A hook of version control has tried the edits, but what fails in it is not the commit's own failure.
		if _, err := r.db.Exec(ctx, "UPDATE tally SET edits = 0 WHERE session = ?1 AND root = ?2", c.Session, cmd.Root); err != nil {
			return err
		}
		return r.hasTests(ctx, cmd.Root)
	}
	failing, err := r.db.Int(ctx, "SELECT EXISTS (SELECT 1 FROM failing WHERE session = :p1 AND root = :p2)", c.Session, cmd.Root)
	if err != nil || failing == 0 && run.Outcome != "fail" {
		return err
	}
	a["signature"] = facts.OutputSignature(c.Output)
	return r.settle(ctx, "settle.sql", a)
}

// hasTests records that a project has tests.
func (r recorder) hasTests(ctx context.Context, root string) error {
	_, err := r.db.Exec(ctx, "INSERT INTO trees (root, tests) VALUES (?1, 1) ON CONFLICT (root) DO UPDATE SET tests = 1", root)
	return err
}

// settle executes the statements of an embedded file.
func (r recorder) settle(ctx context.Context, file string, a store.Args) error {
	statements, err := r.db.FileStatements(file)
	for _, statement := range statements {
		if _, err := r.db.ExecNamed(ctx, statement, a); err != nil {
			return err
		}
	}
	return err
}
