package store

import (
	"context"
	"database/sql/driver"
	"errors"
)

// compile compiles statements that will be run later, once or more often. A hook does it before
// it takes the write lock, so that no other hook waits meanwhile.
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

// background is the context of every call of the driver. The driver would watch a context only
// up to the first row and start a goroutine for it; see interruptible.
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

// named converts parameters for the driver, which passes on those that the statement names and
// fails if one of them is missing.
func named(a Args) []driver.NamedValue {
	values := make([]driver.NamedValue, 0, len(a))
	for name, v := range a {
		values = append(values, driver.NamedValue{Ordinal: len(values) + 1, Name: name, Value: SQLValue(v)})
	}
	return values
}

// value converts a Go value into one that the driver takes.
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
