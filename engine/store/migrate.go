package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// errUnversioned is the error for a store of a development version, from before schemas had a
// version. Such a store is set aside instead of upgraded, because no release wrote one.
var errUnversioned = errors.New("a development version of witness wrote this store before schemas had a version")

// IsNewer reports whether a newer version of witness wrote the schema of the store. A newer schema includes
// every table and column of this one, so it is not changed: two versions in use at the same time must not
// change it back and forth at each call. The error is errUnversioned if the store has witness's tables and
// no version.
func (db *DB) IsNewer(ctx context.Context, want Schema) (bool, error) {
	have, err := db.Int(ctx, "SELECT version FROM schema_version")
	if err != nil && !strings.Contains(err.Error(), "no such table") {
		return false, err
	}
	if err != nil {
		tables, err := db.Int(ctx, "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ('events', 'touches', 'verdicts')")
		if err != nil {
			return false, err
		}
		if tables == 3 {
			return false, errUnversioned
		}
	}
	mine, err := want.Version()
	return have > mine, err
}

// migrate creates the schema in an empty store, or upgrades that of an older release. It only
// adds tables and columns; a column keeps its type and a table its primary key. Views, obsolete indexes and
// the triggers of older versions hold no data of their own: they are dropped, and the wanted ones created.
//
// The tables of a fleet are a part of the schema if the store joins one or takes part in one.
func (db *DB) migrate(ctx context.Context, joins bool) error {
	have, err := db.Int(ctx, "PRAGMA user_version")
	if err != nil {
		return err
	}
	current, err := db.isCurrent(have)
	if err != nil || current && (db.InFleet || !joins) {
		return err // another process has migrated it
	}
	if err := db.findNewer(ctx); err != nil || db.Newer {
		return err
	}
	takesPart, err := db.takesPart(ctx)
	if err != nil {
		return err
	}
	inFleet := joins || takesPart
	want, err := ReadSchema(db.assets, inFleet)
	if err != nil {
		return err
	}
	script, err := want.Script()
	if err != nil {
		return err
	}
	var drop []string
	tables := map[string]bool{}
	err = db.Each(ctx, "SELECT type, name FROM sqlite_schema WHERE type <> 'index' OR sql IS NOT NULL", nil, func(_ []string, row []Value) error {
		kind, name := Text(row[0]), Text(row[1])
		switch {
		case kind == "table" && strings.HasPrefix(name, fleetPrefix) && !inFleet:
			drop = append(drop, "DROP TABLE "+QuoteName(name)) // of a version that created them in every store
		case kind == "table":
			tables[name] = true
		case kind == "index" && strings.Contains(script, "INDEX "+name+" "):
		default:
			drop = append(drop, "DROP "+kind+" IF EXISTS "+QuoteName(name)) // an index may be gone with its table
		}
		return nil
	})
	if err != nil {
		return err
	}
	if len(tables) > 0 {
		if _, err := db.Exec(ctx, strings.Join(append(drop, "SELECT 1"), ";\n")); err != nil {
			return err
		}
		if err := addMissing(ctx, db, script, tables); err != nil {
			return err
		}
	}
	var all strings.Builder
	for _, statement := range Statements(script) {
		if name, ok := creates(statement, "TABLE"); ok && tables[name] {
			continue
		}
		if strings.HasPrefix(statement, "CREATE INDEX") || strings.HasPrefix(statement, "CREATE UNIQUE INDEX") {
			statement = strings.Replace(statement, "INDEX ", "INDEX IF NOT EXISTS ", 1)
		}
		all.WriteString(Compact(statement) + ";\n")
	}
	fmt.Fprintf(&all, "PRAGMA user_version = %d", want.Fingerprint)
	if _, err = db.Exec(ctx, all.String()); err == nil {
		db.InFleet = inFleet
	}
	return err
}

// isCurrent reports whether a user_version is the fingerprint of the schema with or without a fleet, and sets InFleet
// accordingly.
func (db *DB) isCurrent(version int64) (bool, error) {
	for _, inFleet := range []bool{false, true} {
		s, err := ReadSchema(db.assets, inFleet)
		if err != nil {
			return false, err
		}
		if s.Fingerprint == version {
			db.InFleet = inFleet
			return true, nil
		}
	}
	return false, nil
}

// findNewer notes whether a newer version of witness wrote the store, and then also whether it has the tables of a fleet.
func (db *DB) findNewer(ctx context.Context) error {
	want, err := ReadSchema(db.assets, false)
	if err != nil {
		return err
	}
	if db.Newer, err = db.IsNewer(ctx, want); err == nil && db.Newer {
		err = db.FindFleet(ctx)
	}
	return err
}

// Compact returns a statement without its comments, on one line. SQLite stores the text of a CREATE statement
// unchanged, and each process that opens the store reads and parses it.
func Compact(statement string) string {
	var words []string
	for line := range strings.Lines(statement) {
		code, _, _ := strings.Cut(line, "--")
		words = append(words, strings.Fields(code)...)
	}
	return strings.Join(words, " ")
}

// addMissing adds the columns that the given tables of an older store lack.
func addMissing(ctx context.Context, db *DB, script string, tables map[string]bool) error {
	fresh, err := OpenUnprepared(":memory:", nil)
	if err != nil {
		return err
	}
	defer fresh.Close()
	for _, statement := range Statements(script) {
		name, ok := creates(statement, "TABLE")
		if !ok || !tables[name] {
			continue
		}
		if _, err := fresh.Exec(ctx, statement); err != nil {
			return err
		}
		have, err := tableColumns(ctx, db, name)
		if err != nil {
			return err
		}
		want, err := tableColumns(ctx, fresh, name)
		if err != nil {
			return err
		}
		for column, declared := range want {
			if _, ok := have[column]; ok {
				continue
			}
			if _, err := db.Exec(ctx, "ALTER TABLE "+QuoteName(name)+" ADD COLUMN "+QuoteName(column)+" "+declared); err != nil {
				return err
			}
		}
	}
	return nil
}

// tableColumns returns the columns of a table, each with its declaration. A NOT NULL column without a default gets the default of
// its type, because SQLite needs one to add the column to a table with rows. So tables compare as equal whether or not they
// were extended that way.
func tableColumns(ctx context.Context, db *DB, table string) (map[string]string, error) {
	list := map[string]string{}
	err := db.Each(ctx, `
		SELECT name, type || iif("notnull", ' NOT NULL', '') || coalesce(' DEFAULT ' || coalesce(dflt_value, iif("notnull", iif(type = 'INTEGER', '0', ''''''), NULL)), '')
		FROM   pragma_table_info(:p1)`,
		Args{"p1": table}, func(_ []string, row []Value) error {
			list[Text(row[0])] = Text(row[1])
			return nil
		})
	return list, err
}

// Statements splits schema.sql and the like into statements, without their semicolons. A statement ends with
// a semicolon at the end of a line.
func Statements(script string) []string {
	var list []string
	begin, at := -1, 0 // begin is the offset of the current statement, -1 between statements
	for line := range strings.Lines(script) {
		code := strings.TrimRight(line, "\r\n")
		if begin < 0 && (strings.TrimSpace(code) == "" || strings.HasPrefix(code, "--")) {
			at += len(line)
			continue
		}
		if begin < 0 {
			begin = at
		}
		at += len(line)
		text, _, _ := strings.Cut(code, "--")
		text = strings.TrimSpace(text)
		if strings.HasSuffix(text, ";") {
			list = append(list, strings.TrimSuffix(strings.TrimSpace(script[begin:at]), ";"))
			begin = -1
		}
	}
	if begin >= 0 { // the last semicolon is missing
		list = append(list, strings.TrimSpace(script[begin:]))
	}
	return list
}

// creates returns the name of the object that a CREATE statement of this kind creates.
func creates(statement, kind string) (string, bool) {
	rest, ok := strings.CutPrefix(statement, "CREATE "+kind+" ")
	if !ok {
		return "", false
	}
	name, _, _ := strings.Cut(rest, " ")
	return name, true
}

// QuoteName quotes the name of a table or column.
func QuoteName(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
