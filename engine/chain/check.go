package chain

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"witness/engine/store"
)

// inOrder selects the rows of a session for a chain that is made anew.
const inOrder = `
	SELECT t, 'runs' AS name, n AS key FROM runs WHERE session = :session
	UNION ALL SELECT t, 'verdicts', id FROM verdicts WHERE session = :session ORDER BY t, name, key`

// A chain is what was read of the chain of a session.
type chain struct {
	before   string // the link of the latest row
	links    int
	broken   bool
	deleting bool // the session is being deleted
}

// atOnce is of how many sessions the rows are in memory at the same time.
const atOnce = 10

// Edited returns those of the sessions whose rows of runs and verdicts are not those that witness wrote. Sessions without
// a chain, of an earlier version, and those that are being deleted cannot be told.
func Edited(ctx context.Context, db *store.DB, sessions ...string) (edited []string, err error) {
	for some := range slices.Chunk(sessions, atOnce) {
		args := store.Args{"sessions": store.JSONList(some)}
		texts, rows, err := textsOf(ctx, db, args)
		if err != nil {
			return nil, err
		}
		chains := map[string]*chain{}
		err = db.Each(ctx, "SELECT session, t, name, key, link, n FROM links WHERE session IN (SELECT value FROM json_each(:sessions)) ORDER BY session, n", args, func(_ []string, row []store.Value) error {
			session := store.Text(row[0])
			c := chains[session]
			if c == nil {
				c = &chain{}
				chains[session] = c
			}
			text, known := texts[rowID(store.Text(row[2]), row[0], row[1], row[3])]
			c.before, c.links = link(c.before, text), c.links+1
			c.broken = c.broken || !known || c.before != store.Text(row[4])
			c.deleting = c.deleting || row[5] == int64(0)
			return nil
		})
		if err != nil {
			return nil, err
		}
		for _, session := range some {
			if c := chains[session]; c != nil && !c.deleting && (c.broken || rows[session] != c.links) {
				edited = append(edited, session)
			}
		}
	}
	return edited, nil
}

// textsOf returns the texts of all rows of the sessions in :sessions, and how many each session has. One statement for a table is compiled
// once: one for each session, or for each row, would cost more than the rest of a start.
func textsOf(ctx context.Context, db *store.DB, args store.Args) (texts map[string][]byte, rows map[string]int, err error) {
	texts, rows = map[string][]byte{}, map[string]int{}
	for name, sql := range chained {
		err := db.Each(ctx, wholeSessions(sql), args, func(_ []string, row []store.Value) (err error) {
			rows[store.Text(row[0])]++
			texts[rowID(name, row[0], row[1], row[keys[name]])], err = json.Marshal(row)
			return err
		})
		if err != nil {
			return nil, nil, err
		}
	}
	return texts, rows, nil
}

// rowID identifies a row of a table, by its session, its time and its key.
func rowID(table string, session, t, key store.Value) string {
	return strings.Join([]string{store.Text(session), table, store.Text(t), store.Text(key)}, "\x00")
}

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
