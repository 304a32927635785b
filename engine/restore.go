package engine

import (
	"context"

	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/store"
)

// restoreStart returns what is recorded of the beginning of a call that has ended, and sets the call's working directory to the one
// that it began in. A client whose shell changed directory during the call reports the new one, but the paths on the command
// line are relative to the old. A client may have used the id of the call before; the start is returned only if there is no other.
func restoreStart(ctx context.Context, db *store.DB, ev *hook.Event) (start facts.Start, err error) {
	if ev.Moment != hook.After || ev.Call == "" {
		return start, nil
	}
	rows, own := 0, false
	err = db.Each(ctx, `
		SELECT cwd, t, at, call, actor = :actor AS own, moment = 'before' AS begins, outcome = 'denied' FROM events
		WHERE  session = :session AND call <> '' AND call >= :call AND call < :call || '$' AND (call = :call OR call > :call || '#')
		ORDER  BY begins DESC, own DESC, t DESC LIMIT 2`,
		store.Args{"session": ev.Session, "call": ev.Call, "actor": ev.Actor}, func(_ []string, row []store.Value) error {
			if rows++; rows > 1 || row[5] == int64(0) {
				return nil
			}
			ev.CWD, start.Call, own = store.Text(row[0]), store.Text(row[3]), row[4] == int64(1)
			start.T, _ = row[1].(int64)
			start.At, _ = row[2].(int64)
			start.Denied = row[6] == int64(1)
			return nil
		})
	if rows != 1 || !own {
		start = facts.Start{}
	}
	return start, err
}

// restoreBackground completes the report that a command in the background has ended: it sets the line and the directory with
// which the command was started. The report does not count as a run if the end was reported before, or if a file has changed
// since the start, because then nobody knows on which state the command worked. counts is false if the event is to be
// dropped: it is no run, and no call of the agent either, because the client told the model by itself.
func restoreBackground(ctx context.Context, db *store.DB, ev *hook.Event) (counts bool, err error) {
	if ev.Moment != hook.After || ev.Tool != hook.Run || ev.Command != "" || ev.Source == "" {
		return true, nil
	}
	ends := 0
	err = db.Each(ctx, `
		SELECT command, cwd, EXISTS (SELECT 1 FROM touches x WHERE x.session = e.session AND x.t > e.t AND x.kind IN ('edit', 'write', 'delete', 'rewrite'))
		FROM   events e INDEXED BY events_of_tasks
		WHERE  session = :session AND moment = 'after' AND tool = 'run' AND source = :source AND source <> ''`,
		store.Args{"session": ev.Session, "source": ev.Source}, func(_ []string, row []store.Value) error {
			if ends++; row[2] == int64(0) {
				ev.Command, ev.CWD = store.Text(row[0]), store.Text(row[1])
			}
			return nil
		})
	if ends != 1 || ev.Command == "" {
		ev.Tool, ev.Source, ev.Command, ev.Output, ev.Outcome, ev.Exit = hook.Other, "", "", "", hook.OK, nil
		return !ev.Told, err
	}
	return true, err
}
