package fleet

import (
	"context"
	"time"

	"witness/engine/project"
	"witness/engine/store"
)

// Hand gives what the next exchange would send to another store, as if that had brought it, and makes it older. The tests of rules
// play other machines with it, without a server.
func (s *Syncer) Hand(ctx context.Context, to *store.DB, age time.Duration) error {
	other := &Syncer{DB: to}
	columns, rows := map[string][]string{}, map[string][][]any{}
	for _, kind := range project.Shares {
		list, err := columnsOf(ctx, to, kind)
		if err != nil {
			return err
		}
		for _, c := range list {
			columns[kind] = append(columns[kind], c.name)
		}
	}
	err := s.Pending(ctx, func(kind string, fact map[string]any) error {
		fact["at"] = number(fact["at"]) - age.Milliseconds()
		row := []any{0} // the place of the server's seq
		for _, name := range columns[kind] {
			row = append(row, fact[name])
		}
		rows[kind] = append(rows[kind], row)
		return nil
	})
	if err != nil {
		return err
	}
	for kind, list := range rows {
		if err := other.add(ctx, kind, columns[kind], list); err != nil {
			return err
		}
	}
	_, err = s.DB.Exec(ctx, "INSERT OR REPLACE INTO fleet_sent (session, through) SELECT session, max(t) FROM events GROUP BY session")
	return err
}
