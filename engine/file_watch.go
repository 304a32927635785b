package engine

import (
	"context"
	"errors"
	"path/filepath"

	"witness/engine/chain"
	"witness/engine/facts"
	"witness/engine/guard"
	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/store"
)

// A fileWatch compares the files that witness depends on with what was last seen.
type fileWatch struct {
	db     *store.DB
	clock  func() int64
	faults *faultLog
	trace  *Trace
	on     bool
}

// compare adds to a verdict what the user is to be told about changes of the files that witness depends on.
func (w *fileWatch) compare(ctx context.Context, c *facts.Call, client hook.Capabilities, v *hook.Verdict) {
	if !w.on {
		return
	}
	defer w.trace.Start("compare files")()
	speak := hook.CarriesNotes(c.Moment) && (client.TellsUser || !client.DropsContext(c.Moment))
	var err error
	if c.Moment == hook.Start && w.db.Path != "" && w.db.Unwritable == nil {
		err = errors.Join(w.compareRows(ctx), w.comparePlace(ctx, c))
	}
	notes, failed := guard.Notice(ctx, w.db, c, w.clock(), speak)
	if err = errors.Join(err, failed); err != nil {
		w.faults.add("fingerprints", err)
	}
	switch {
	case client.TellsUser:
		v.Add(hook.Verdict{Notes: notes})
	case len(notes) > 0:
		v.Add(hook.Verdict{Findings: []hook.Finding{{Rule: "changed", Severity: hook.Warn, Message: relayChanges}}})
	}
}

// maxChains is of how many sessions the chains are compared when one starts: those that the next one builds on.
const maxChains = 3

// compareRows notes that another program has changed the rows of the latest sessions, to be told like any other change. Their
// chains are then made anew, so that it is told once.
func (w *fileWatch) compareRows(ctx context.Context) error {
	sessions, err := chain.Sessions(ctx, w.db, maxChains)
	if err == nil {
		sessions, err = chain.Edited(ctx, w.db, sessions...)
	}
	if err != nil || len(sessions) == 0 {
		return err
	}
	return w.db.Transact(ctx, store.AnswerWait, func() error {
		if err := w.db.NoteChange(ctx, w.db.Path, "rows of runs and verdicts in the store of witness", "changed", w.clock()); err != nil {
			return err
		}
		return chain.Relink(ctx, w.db, sessions...)
	})
}

// comparePlace notes, once, that the store of the project or the user's configuration is elsewhere than usual, where there is one,
// too: a variable has moved it, and what it says there is not in force.
func (w *fileWatch) comparePlace(ctx context.Context, c *facts.Call) error {
	stores, configurations := project.UsualPaths(c.Project.Root)
	note := func(what, now string, usual []string) error {
		for _, path := range usual {
			if project.Resolve(path) == project.Resolve(now) || !project.IsFile(path) {
				continue
			}
			how := "left for " + now
			noted, err := w.db.Int(ctx, "SELECT count(*) FROM fingerprints WHERE path = :p1 AND how = :p2", path, how)
			if err == nil && noted == 0 {
				err = w.db.NoteChange(ctx, path, what, how, w.clock())
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	return errors.Join(note("store of this project", w.db.Path, stores), note("configuration of witness", filepath.Join(project.UserConfigDir(), "config.toml"), configurations))
}

// relayChanges asks the agent to pass on that files have changed, for clients that cannot show a note to the user. It names
// no file, because whoever can change the repository chooses the names of its files and could address the model with them.
const relayChanges = "Tell your user: files that witness depends on have changed, and no command of witness changed them. `witness doctor` lists them."
