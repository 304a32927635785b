package inspect

import (
	"context"

	"witness/engine/store"
)

// A State is what the header of watch shows.
type State struct {
	Red, Apart, Untested int64 // as in Status
	Snoozed              []Snoozed
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
	var st Status
	if err := st.stand(ctx, w.db, w.root, now); err != nil {
		return s, err
	}
	s.Red, s.Apart, s.Untested = Failures(st.Red), Failures(st.Apart), int64(len(st.Untested))
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
