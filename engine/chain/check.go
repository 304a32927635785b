package chain

import (
	"context"
	"encoding/json"
	"errors"

	"witness/engine/store"
)

// inOrder selects the rows of a session for a chain that is made anew.
const inOrder = `
	SELECT t, 'runs' AS name, n AS key FROM runs WHERE session = :session
	UNION ALL SELECT t, 'verdicts', id FROM verdicts WHERE session = :session ORDER BY t, name, key`

// errBroken ends the reading of a chain.
var errBroken = errors.New("a row is not what it was")

// Edited returns those of the sessions whose rows of runs and verdicts are not those that witness wrote. Sessions without
// a chain, of an earlier version, and those that are being deleted cannot be told.
func Edited(ctx context.Context, db *store.DB, sessions ...string) (edited []string, err error) {
	for _, session := range sessions {
		before, links := "", int64(0)
		texts, err := textsOf(ctx, db, session)
		if err != nil {
			return nil, err
		}
		err = db.Each(ctx, "SELECT n, t, name, key, link FROM links WHERE session = :session ORDER BY n", store.Args{"session": session}, func(_ []string, row []store.Value) error {
			if n, _ := row[0].(int64); n == 0 {
				return errDeleting
			}
			text, known := texts[store.Text(row[2])+" "+store.Text(row[1])+" "+store.Text(row[3])]
			if before, links = link(before, text), links+1; !known || before != store.Text(row[4]) {
				return errBroken
			}
			return nil
		})
		if err == nil && links > 0 {
			var rows int64
			rows, err = db.Int(ctx, "SELECT (SELECT count(*) FROM runs WHERE session = :p1) + (SELECT count(*) FROM verdicts WHERE session = :p1)", session)
			if err == nil && rows != links {
				err = errBroken
			}
		}
		switch {
		case errors.Is(err, errBroken):
			edited = append(edited, session)
		case err != nil && !errors.Is(err, errDeleting):
			return nil, err
		}
	}
	return edited, nil
}

// textsOf returns the texts of all rows of a session, by table, time and key: a statement for each row would cost more than the rest of a start.
func textsOf(ctx context.Context, db *store.DB, session string) (map[string][]byte, error) {
	texts := map[string][]byte{}
	for name, sql := range chained {
		err := db.Each(ctx, wholeSession(sql), store.Args{"session": session}, func(_ []string, row []store.Value) (err error) {
			texts[name+" "+store.Text(row[1])+" "+store.Text(row[keys[name]])], err = json.Marshal(row)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return texts, nil
}

// errDeleting ends the reading of the chain of a session that is being deleted.
var errDeleting = errors.New("the session is being deleted")

// Relink makes the chains of sessions anew, of those that have one: after witness itself has changed rows, or has told that somebody did.
func Relink(ctx context.Context, db *store.DB, sessions ...string) error {
	for _, session := range sessions {
		type row struct {
			t    int64
			name string
			key  any
		}
		var rows []row
		err := db.Each(ctx, inOrder, store.Args{"session": session}, func(_ []string, values []store.Value) error {
			t, _ := values[0].(int64)
			rows = append(rows, row{t, store.Text(values[1]), values[2]})
			return nil
		})
		if err == nil {
			_, err = db.Exec(ctx, "DELETE FROM links WHERE session = ?1", session)
		}
		for _, r := range rows {
			if err == nil {
				err = Link(ctx, db, session, r.t, r.name, r.key)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Sessions returns the latest sessions that have a chain, at most so many.
func Sessions(ctx context.Context, db *store.DB, most int) (sessions []string, err error) {
	err = db.Each(ctx, "SELECT session FROM sessions s WHERE EXISTS (SELECT 1 FROM links l WHERE l.session = s.session) ORDER BY started DESC LIMIT :most", store.Args{"most": most}, func(_ []string, row []store.Value) error {
		sessions = append(sessions, store.Text(row[0]))
		return nil
	})
	return sessions, err
}
