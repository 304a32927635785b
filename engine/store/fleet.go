package store

import (
	"context"
	"strings"

	"witness/engine/bundle"
	"witness/engine/sqltext"
)

// fleetFile has the tables of a store that takes part in a fleet, and fleetPrefix begins their names.
const fleetFile, fleetPrefix = "fleet.sql", "fleet_"

// JoinFleet creates the tables of fleet.sql, unless the store has them.
func (db *DB) JoinFleet(ctx context.Context) error {
	if db.InFleet || db.Newer {
		return nil
	}
	if err := db.dropEmptyFleet(ctx); err != nil {
		return err
	}
	return db.Within(ctx, func() error { return db.migrate(ctx, true) })
}

// FindFleet notes whether the store has the tables of a fleet. Opening a store does so, unless it was opened without its schema.
func (db *DB) FindFleet(ctx context.Context) error {
	n, err := db.Int(ctx, "SELECT count(*) FROM sqlite_schema WHERE name = 'fleet_state'")
	db.InFleet = n > 0
	return err
}

// takesPart reports whether the store exchanges facts: the state of an exchange is in it. That the tables of a fleet exist proves
// nothing, because versions before 4 created them in every store.
func (db *DB) takesPart(ctx context.Context) (bool, error) {
	if err := db.FindFleet(ctx); err != nil || !db.InFleet {
		return false, err
	}
	some, err := db.Int(ctx, "SELECT EXISTS (SELECT 1 FROM fleet_state)")
	return some != 0, err
}

// WithViews prepends the views that a statement of witness's own names to it.
func (db *DB) WithViews(statement string) string {
	statement = withViews(statement, db.usedBy(statement))
	db.emptyFleet(statement)
	return statement
}

// emptyFleet creates empty temporary tables in place of those of fleet.sql, if a statement names one and the store has none, so
// that a query is the same with and without a fleet. If that fails, the statement fails with SQLite's message.
func (db *DB) emptyFleet(statement string) {
	if db.InFleet || db.fleetIsEmpty || !namesFleet(statement) {
		return
	}
	if err := db.FindFleet(context.Background()); err != nil || db.InFleet {
		return // another process has created them since the store was opened
	}
	db.fleetIsEmpty = true
	script, err := bundle.ReadText(db.assets, fleetFile)
	if err != nil {
		return
	}
	for _, create := range Statements(script) {
		create = strings.Replace(Compact(create), "CREATE TABLE ", "CREATE TEMP TABLE ", 1)
		create = strings.Replace(create, "CREATE INDEX ", "CREATE INDEX temp.", 1)
		if _, err := db.Exec(context.Background(), create); err != nil {
			return
		}
	}
}

// namesFleet reports whether a statement names a table of fleet.sql.
func namesFleet(statement string) bool {
	if !strings.Contains(statement, fleetPrefix) {
		return false // which is so for nearly all, and costs less to find out
	}
	for token := range sqltext.Tokens(statement) {
		if strings.HasPrefix(token.Name(), fleetPrefix) {
			return true
		}
	}
	return false
}

// dropEmptyFleet drops what emptyFleet created.
func (db *DB) dropEmptyFleet(ctx context.Context) error {
	if !db.fleetIsEmpty {
		return nil
	}
	db.fleetIsEmpty = false
	script, err := bundle.ReadText(db.assets, fleetFile)
	if err != nil {
		return err
	}
	for _, create := range Statements(script) {
		if table, ok := creates(create, "TABLE"); ok {
			if _, err := db.Exec(ctx, "DROP TABLE IF EXISTS temp."+QuoteName(table)); err != nil {
				return err
			}
		}
	}
	return nil
}
