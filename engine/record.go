package engine

import (
	"context"
	"errors"
	"io/fs"
	"slices"

	"witness/engine/disk"
	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/readers"
	"witness/engine/state"
	"witness/engine/store"
)

// A recorder writes calls, their facts and their verdicts into the store.
type recorder struct {
	db     *store.DB
	disk   facts.Disk
	assets fs.FS
	state  state.Keeper // of what fails and what is untested
}

// insertEvent adds one moment of a call. It is a constant so that prepare and event compile the same
// text.
const insertEvent = `
		INSERT OR IGNORE INTO events (session, t, moment, at, agent, actor, call, tool, name, source, command, cwd, root, outcome, reason, exit, duration_ms, partial, mode, agent_type, host, branch, head)
		VALUES (:session, :t, :moment, :at, :agent, :actor, :call, :tool, :name, :source, :command, :cwd, :root, :outcome, :reason, :exit, :duration_ms, :partial, :mode, :agent_type, :host, :branch, :head)`

// prepare compiles the statements that recording a call always executes. It is called before the
// write lock is taken.
func (r recorder) prepare(ctx context.Context, c *facts.Call) error {
	if err := r.db.Compile(ctx, append(facts.TickQueries(c), insertEvent)...); err != nil || len(c.Touches) == 0 {
		return err
	}
	return r.db.Compile(ctx, disk.SnapshotQuery)
}

// event records one moment and the commands of the call, and sets the call's tick: the end of a
// call has the tick of its start. fresh is false for the second of two hooks for one call or moment.
func (r recorder) event(ctx context.Context, c *facts.Call, now int64) (fresh bool, err error) {
	if err := facts.SetTick(ctx, r.db, c, now); err != nil {
		return false, err
	}
	if known, fresh, err := r.denied(ctx, c); known || err != nil {
		return fresh, err
	}
	a := c.Params()
	a["at"] = now
	added, err := r.db.ExecNamed(ctx, insertEvent, a)
	if err != nil || added == 0 {
		return false, err
	}
	if err := r.session(ctx, c, now); err != nil {
		return true, err
	}
	if err := errors.Join(r.unanswered(ctx, c), r.ranAfterAll(ctx, c)); err != nil {
		return true, err
	}
	if c.Meter != nil {
		if err := disk.KeepUsage(ctx, r.db, c, c.Meter); err != nil {
			return true, err
		}
	}
	if err := r.folders(ctx, c); err != nil {
		return true, err
	}
	return true, r.commands(ctx, c)
}

// folders records the folders that a call is about to make, and those that the user has added.
func (r recorder) folders(ctx context.Context, c *facts.Call) error {
	for _, path := range slices.Concat(c.Folders(), c.Event.Folders) {
		if _, err := r.db.Exec(ctx, "INSERT OR REPLACE INTO folders (session, path, t) VALUES (?1, ?2, ?3)", c.Session, path, c.T); err != nil {
			return err
		}
	}
	return nil
}

// denied marks the start of a call as refused if the client reports so at its end. The end gets no row of its own, because
// only a call that ran has one. known is whether there is a start to mark, and fresh whether it was not marked before.
func (r recorder) denied(ctx context.Context, c *facts.Call) (known, fresh bool, err error) {
	if c.Moment != hook.After || c.Outcome != hook.Denied {
		return false, false, nil
	}
	changed, err := r.db.Exec(ctx, `
		UPDATE events SET outcome = 'denied', reason = ?3
		WHERE  session = ?1 AND t = ?2 AND moment = 'before' AND outcome <> 'denied'
		  AND  NOT EXISTS (SELECT 1 FROM events WHERE session = ?1 AND t = ?2 AND moment = 'after')`, c.Session, c.T, c.Reason)
	if err != nil || changed > 0 {
		return true, true, err
	}
	before, err := r.db.Int(ctx, "SELECT EXISTS (SELECT 1 FROM events WHERE session = :p1 AND t = :p2 AND moment = 'before')", c.Session, c.T)
	return before != 0, false, err
}

// session records the session. Its first event of any kind adds the row, because some sessions, such
// as a fork, have no start event. A call that runs git may have checked out another branch.
func (r recorder) session(ctx context.Context, c *facts.Call, now int64) error {
	if c.T == 1 {
		if _, err := r.db.Exec(ctx, "INSERT OR IGNORE INTO sessions (session, agent, root, started) VALUES (?1, ?2, ?3, ?4)",
			c.Session, c.Agent, c.Project.Root, now); err != nil {
			return err
		}
		if err := r.state.Begin(ctx, c.Session, c.Project.Root); err != nil {
			return err
		}
	}
	set, told := map[string]string{hook.Start: "ended = NULL, ", hook.Prompt: "prompted_before = prompted, prompted = ?2, ", hook.End: "ended = ?3, "}[c.Moment]
	if !told && (c.Moment != hook.After || c.Event.Branch == "") {
		return nil
	}
	if c.Moment == hook.Prompt && !c.ByPerson() {
		set = ""
	}
	_, err := r.db.Exec(ctx, "UPDATE sessions SET "+set+"branch = iif(?4 = '' OR root <> ?5, branch, ?4) WHERE session = ?1",
		c.Session, c.T, now, c.Event.Branch, c.Project.Root)
	return err
}

// todos records what a call has changed in the agent's list of tasks.
func (r recorder) todos(ctx context.Context, c *facts.Call) error {
	if c.Outcome != hook.OK && c.Outcome != hook.Unknown {
		return nil
	}
	var ids []string
	for _, todo := range c.Todos {
		ids = append(ids, todo.ID)
		if _, err := r.db.Exec(ctx, `
			INSERT INTO todos (session, actor, id, t, state) VALUES (?1, ?2, ?3, ?4, ?5)
			ON CONFLICT (session, actor, id) DO UPDATE SET t = excluded.t, state = excluded.state WHERE state <> excluded.state`,
			c.Session, c.Actor, todo.ID, c.T, todo.State); err != nil {
			return err
		}
	}
	if !c.TodosWhole {
		return nil
	}
	_, err := r.db.Exec(ctx, `
		UPDATE todos SET t = ?3, state = 'dropped'
		WHERE  session = ?1 AND actor = ?2 AND state IN ('open', 'doing') AND id NOT IN (SELECT value FROM json_each(?4))`,
		c.Session, c.Actor, c.T, store.JSONList(ids))
	return err
}

// commands records the simple commands of a shell line. At the end of a call they replace those of
// its start, because another hook may have changed the line.
func (r recorder) commands(ctx context.Context, c *facts.Call) error {
	for i, cmd := range c.Commands {
		a := cmd.Params(i, store.Args{"session": c.Session, "t": c.T})
		if _, err := r.db.ExecNamed(ctx, `
			INSERT OR REPLACE INTO commands (session, t, n, program, args, text, dir, root, runner, selection, variant, task, env, shows, looped, gates, changed, decides, background, inert, commits, kind, hidden, via)
			VALUES (:session, :t, :n, :program, :args, :text, :dir, :root, :runner, :selection, :variant, :task, :env, :shows, :looped, :gates, :changed, :decides, :background, :inert, :commits, :kind, :hidden, :via)`, a); err != nil {
			return err
		}
	}
	return nil
}

// facts records what a call did: first its changes, then its runs, so that a run follows the edits of
// its own line.
func (r recorder) facts(ctx context.Context, c *facts.Call, found *readers.Found) error {
	// These replace touches that were denied before the call: the client may not have obeyed.
	if err := r.touches(ctx, c, c.Touches, "REPLACE"); err != nil {
		return err
	}
	// A checkout is recorded as one change of the tree, not as edits of the files it changed.
	if !found.MayChange {
		if err := r.observed(ctx, c, found.Changes); err != nil {
			return err
		}
	}
	if err := errors.Join(r.state.PutBack(ctx, c), r.todos(ctx, c)); err != nil {
		return err
	}
	if len(found.Runs) > 0 || found.Project {
		var err error
		if found.Stashed, err = r.state.Stashed(ctx, c.Session); err != nil {
			return err
		}
	}
	if l := c.Listing; l != nil {
		if _, err := r.db.Exec(ctx, "INSERT OR IGNORE INTO listings (session, root, t, changed, untracked) VALUES (?1, ?2, ?3, ?4, ?5)",
			c.Session, l.Root, c.T, store.JSONList(l.Changed), store.JSONList(l.Untracked)); err != nil {
			return err
		}
	}
	if err := r.found(ctx, c, *found); err != nil {
		return err
	}
	return r.state.Quiet(ctx, c, found.Runs)
}

// more records what the readers of the project found in addition.
func (r recorder) more(ctx context.Context, c *facts.Call, found, more readers.Found) error {
	if found.MayChange {
		if err := r.observed(ctx, c, slices.Concat(found.Changes, more.Changes)); err != nil {
			return err
		}
	}
	more.Stashed = found.Stashed
	return r.found(ctx, c, more)
}

// observed records the changes of files that were seen on disk, except those in a tree that was changed as a
// whole.
func (r recorder) observed(ctx context.Context, c *facts.Call, changes []readers.Change) error {
	replaced := func(t facts.Touch) bool {
		return slices.ContainsFunc(changes, func(change readers.Change) bool { return c.Commands[change.Command].Root == t.Root })
	}
	return r.touches(ctx, c, slices.DeleteFunc(slices.Clone(c.Observed), replaced), "IGNORE")
}

// found records the changes of the tree and the runs that the readers found.
func (r recorder) found(ctx context.Context, c *facts.Call, found readers.Found) error {
	for _, l := range found.Labels {
		if _, err := r.db.Exec(ctx, "INSERT OR IGNORE INTO labels (session, t, kind, label) VALUES (?1, ?2, ?3, ?4)", c.Session, c.T, l.Kind, l.Name); err != nil {
			return err
		}
	}
	if err := r.changes(ctx, c, found.Changes); err != nil {
		return err
	}
	for _, run := range found.Runs {
		if err := r.run(ctx, c, run, state.StashedAt(c, run.Command, found.Stashed[c.Commands[run.Command].Root])); err != nil {
			return err
		}
	}
	return nil
}
