package engine

import (
	"context"
	"io/fs"
	"strings"

	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/store"
)

// trial resets the count of untested edits if a call tries them out, by running a program or script
// that the session created or changed. trial.sql decides that for each command, from the files that
// the command names. A call that was seen to change files is not a trial. Neither is a command that
// a reader lists: test runs are counted separately, and a linter or compiler tries nothing out.
func (r recorder) trial(ctx context.Context, c *facts.Call) error {
	if c.Moment != hook.After || c.Outcome == hook.Denied || len(c.Observed) > 0 {
		return nil
	}
	var trial []byte
	for _, cmd := range c.Commands {
		if cmd.Inert || cmd.Maintains || cmd.Runner != "" || c.NeverRan(cmd) {
			continue
		}
		given := c.Given(cmd)
		if len(given) == 0 {
			continue
		}
		if trial == nil {
			var err error
			if trial, err = fs.ReadFile(r.assets, "trial.sql"); err != nil {
				return err
			}
		}
		program, _, _ := strings.Cut(cmd.Program(), " ")
		a := store.Args{
			"session": c.Session, "t": c.T, "root": c.Project.Root,
			"program": program, "given": facts.JSONList(given), "alters": facts.JSONList(cmd.Alters),
		}
		if _, err := r.db.ExecNamed(ctx, string(trial), a); err != nil {
			return err
		}
	}
	return nil
}
