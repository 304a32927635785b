package store

import (
	"context"
	"database/sql/driver"
	"errors"
)

// Compile compiles statements that are run later. A hook does this before it takes the write lock, so
// that no other hook waits while it compiles.
func (db *DB) Compile(ctx context.Context, list ...string) error {
	for _, sql := range list {
		if err := db.interruptible(ctx, func() error { return db.prepare(sql) }); err != nil {
			return err
		}
	}
	return nil
}

// errSeveral rejects a file whose text ends the statement it is wrapped in and begins another.
var errSeveral = errors.New("this is more than one statement; a file has one SELECT")

// prepare compiles one statement unless it is compiled already. The SQL of a file must be a
// single statement.
func (db *DB) prepare(sql string) error {
	key := stmtKey{db.running, sql}
	if db.compiled[key] != nil {
		return nil
	}
	s, err := db.raw.PrepareContext(background, sql)
	if err != nil {
		return err
	}
	if db.running != "" && isScript(s) {
		return errors.Join(errSeveral, s.Close())
	}
	if db.compiled == nil {
		db.compiled = map[stmtKey]driver.Stmt{}
	}
	db.compiled[key] = s
	return nil
}

// background is the context of every call of the driver. With a context that can end, the driver would
// start a goroutine, and would watch the context only up to the first row; see interruptible.
var background = context.Background()

// query starts a query, compiled or not. The SQL of a file is always compiled first, because
// only prepare rejects several statements.
func (db *DB) query(sql string, a Args) (driver.Rows, error) {
	if db.running != "" {
		if err := db.prepare(sql); err != nil {
			return nil, err
		}
	}
	if s, ok := db.compiled[stmtKey{db.running, sql}].(driver.StmtQueryContext); ok {
		return s.QueryContext(background, named(a))
	}
	return db.raw.QueryContext(background, sql, named(a))
}

// named converts parameters for the driver. The driver ignores those that the statement does not name
// and fails if the statement names one that is missing.
func named(a Args) []driver.NamedValue {
	values := make([]driver.NamedValue, 0, len(a))
	for name, v := range a {
		values = append(values, driver.NamedValue{Ordinal: len(values) + 1, Name: name, Value: SQLValue(v)})
	}
	return values
}

// SQLValue converts a Go value to one that the driver accepts.
func SQLValue(v any) Value {
	switch v := v.(type) {
	case int:
		return int64(v)
	case bool:
		if v {
			return int64(1)
		}
		return int64(0)
	case *int:
		if v == nil {
			return nil
		}
		return int64(*v)
	default:
		return v
	}
}
