package inspect

import (
	"context"

	"witness/engine/store"
)

// A State is what a watcher shows above the calls: how things stand in a session, and which rules are snoozed.
type State struct {
	Failing  int64 // tests that are known to fail
	Untested int64 // edits since tests last ran
	Snoozed  []Snoozed
}

// A Snoozed is a rule that is snoozed until a time, in milliseconds since 1970.
type Snoozed struct {
	Rule  string
	Until int64
}

// State returns the state of a session at a time, in milliseconds since 1970. It is empty if there is no store.
func (w *Watcher) State(ctx context.Context, session string, now int64) (s State, err error) {
	if open, err := w.open(ctx); err != nil || !open {
		return s, err
	}
	if s.Failing, err = w.db.Int(ctx, "SELECT sum(count) FROM failing WHERE session = :p1", session); err != nil {
		return s, err
	}
	if s.Untested, err = w.db.Int(ctx, "SELECT sum(edits) FROM tally WHERE session = :p1", session); err != nil {
		return s, err
	}
	err = w.db.Each(ctx, `
		SELECT rule, until FROM snoozes s
		WHERE  until > :now AND at = (SELECT max(at) FROM snoozes l WHERE l.rule = s.rule)
		ORDER  BY until, rule`, store.Args{"now": now}, func(_ []string, row []store.Value) error {
		until, _ := row[1].(int64)
		s.Snoozed = append(s.Snoozed, Snoozed{store.Text(row[0]), until})
		return nil
	})
	return s, err
}
