package engine

import (
	"context"
	"slices"

	"witness/engine/facts"
	"witness/engine/store"
)

// amends clears Commits of the commands that amend a commit while nothing is staged: they change only its message, so the
// edits of the session stay uncommitted.
func amends(ctx context.Context, db *store.DB, c *facts.Call) error {
	for i := range c.Commands {
		cmd := &c.Commands[i]
		if !cmd.CommitsStaged() || slices.ContainsFunc(c.Commands[:i], facts.Command.ChangesIndex) {
			continue
		}
		staged, err := db.Int(ctx, stagedSince, c.Session)
		if err != nil {
			return err
		}
		cmd.Commits = staged != 0
	}
	return nil
}

// stagedSince asks whether a command of git that can change the index has run since the session's last
// commit.
const stagedSince = `
	SELECT EXISTS (
	  SELECT 1 FROM commands c
	  WHERE  c.session = :p1 AND c.program IN (SELECT value FROM json_each('` + facts.IndexCommands + `'))
	    AND  c.t > coalesce((SELECT max(k.t) FROM commands k INDEXED BY commands_of_commits
	                         JOIN   events e ON e.session = k.session AND e.t = k.t AND e.moment = 'after' AND e.outcome = 'ok'
	                         WHERE  k.session = :p1 AND k.commits = 1), -1))`
