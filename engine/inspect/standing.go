package inspect

import (
	"context"

	"witness/engine/store"
)

// A Standing is how things stand in a project now, whichever of its sessions has left them so.
type Standing struct {
	Red      int64 // tests that an edit has turned red, by views/failures.sql
	Apart    int64 // tests that fail for another reason
	Untested int64 // files that were edited since tests last ran
}

const standingQuery = `
	SELECT (SELECT CAST(total(count) AS INTEGER) FROM red_now WHERE apart = ''),
	       (SELECT CAST(total(count) AS INTEGER) FROM red_now WHERE apart <> ''),
	       (SELECT count(DISTINCT path) FROM untested_now)`

// StandingOf returns how things stand in the project with a root.
func StandingOf(ctx context.Context, db *store.DB, root string) (s Standing, err error) {
	return s, db.Each(ctx, db.WithViews(standingQuery), store.Args{"root": root, "session": nil}, func(_ []string, row []store.Value) error {
		s.Red, _ = row[0].(int64)
		s.Apart, _ = row[1].(int64)
		s.Untested, _ = row[2].(int64)
		return nil
	})
}

// A State is what the header of watch shows.
type State struct {
	Standing
	Snoozed []Snoozed
}

// A Snoozed is a rule that is snoozed until a time, in milliseconds since 1970.
type Snoozed struct {
	Rule  string
	Until int64
}

// State returns the state of the project at a time, in milliseconds since 1970. It is empty if there is no store.
func (w *Watcher) State(ctx context.Context, now int64) (s State, err error) {
	if open, err := w.open(ctx); err != nil || !open {
		return s, err
	}
	if s.Standing, err = StandingOf(ctx, w.db, w.root); err != nil {
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
