// Package chain keeps a hash of each row of runs and verdicts, which includes that of the row before it in its session, so
// that a row which somebody has changed or removed by hand is noticed. It shows a slip and not a forger: who
// knows how can write the hashes anew.
package chain

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"

	"witness/engine/store"
)

// chained has for each table of the chain the statement that selects what never changes in a row. Columns of a later
// schema are not in it, so that the links of an earlier one go on to hold.
var chained = map[string]string{
	"runs": `SELECT session, t, n, tool, kind, root, command, program, dir, selection, variant, task, env, listed, origin, passed, failed, skipped, outcome, ended, complete, how, tree, stashed
		FROM runs WHERE session = :session AND t = :t AND n = :key`,
	"verdicts": `SELECT session, t, rule, subject, moment, at, actor, severity, message, id, evidence, unsaid
		FROM verdicts WHERE session = :session AND t = :t AND id = :key`,
}

// keys has the column of the key of each of these tables.
var keys = map[string]int{"runs": 2, "verdicts": 9}

// wholeSessions returns the statement that selects all rows of the sessions in :sessions, given that of one row.
func wholeSessions(sql string) string {
	sql, _, _ = strings.Cut(sql, " = :session")
	return sql + " IN (SELECT value FROM json_each(:sessions))"
}

// link returns the link of a row, given its text, after the one before it.
func link(before string, text []byte) string {
	sum := sha256.Sum256(append([]byte(before), text...))
	return hex.EncodeToString(sum[:12])
}

// next returns the link of a row after the one before it, "" if there is no such row.
func next(ctx context.Context, db *store.DB, before, session string, t int64, name string, key any) (now string, err error) {
	err = db.Each(ctx, chained[name], store.Args{"session": session, "t": t, "key": key}, func(_ []string, row []store.Value) error {
		text, err := json.Marshal(row)
		now = link(before, text)
		return err
	})
	return now, err
}

// Link appends a row of runs or verdicts, which has just been written, to the chain of its session. A store in memory has none.
func Link(ctx context.Context, db *store.DB, session string, t int64, name string, key any) error {
	if db.Path == "" || db.Newer {
		return nil
	}
	n, before := int64(0), ""
	err := db.Each(ctx, "SELECT n, link FROM links WHERE session = :session ORDER BY n DESC LIMIT 1", store.Args{"session": session}, func(_ []string, row []store.Value) error {
		n, _ = row[0].(int64)
		before = store.Text(row[1])
		return nil
	})
	if err != nil {
		return err
	}
	now, err := next(ctx, db, before, session, t, name, key)
	if err != nil || now == "" {
		return err
	}
	_, err = db.Exec(ctx, "INSERT INTO links (session, n, t, name, key, link) VALUES (?1, ?2, ?3, ?4, ?5, ?6)", session, n+1, t, name, key, now)
	return err
}
