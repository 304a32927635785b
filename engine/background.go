package engine

import (
	"context"

	"witness/engine/hook"
	"witness/engine/store"
)

// restoreBackground gives the end of a command in the background, which a later call reports, the line and the directory with
// which the command was started. The report is no run if the end was reported before, or if a file was changed since the
// start: then it is not known on which state the command worked. counts is false if the event is to be dropped: the client
// reported the end to the model by itself, without a call of the agent, and it is no run.
func (e *Engine) restoreBackground(ctx context.Context, ev *hook.Event) (counts bool, err error) {
	if ev.Moment != hook.After || ev.Tool != hook.Run || ev.Command != "" || ev.Source == "" {
		return true, nil
	}
	ends := 0
	err = e.DB.Each(ctx, `
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
