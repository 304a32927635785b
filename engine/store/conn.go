package store

import (
	"context"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"

	"modernc.org/sqlite"
)

// A conn runs statements on one SQLite connection. It uses the driver directly: a hook makes one
// connection and runs a few statements, for which the connection pool of database/sql is cost
// without benefit.
type conn struct {
	raw        rawConn
	compiled   map[stmtKey]driver.Stmt
	keeps      bool             // statements are kept compiled: see keep
	busy       map[stmtKey]bool // those of which the rows are being read: another query of that text is compiled anew
	authorized bool             // the authorizer is registered
	running    string           // the kind of the files whose SQL runs now, "" for witness's own SQL: see Sandbox
	reads      map[string]bool  // if not nil, the authorizer adds the tables that compiled statements read
}

// A stmtKey identifies a compiled statement. The same text may be compiled with and without the
// restrictions of a Sandbox.
type stmtKey struct{ kind, sql string }

// rawConn is the part of the driver's connection that a DB uses.
type rawConn interface {
	driver.Conn
	driver.ExecerContext
	driver.QueryerContext
	driver.ConnPrepareContext
}

// Args are the values of a statement's parameters by name, without the colon.
type Args map[string]any

// Value is one value of a row: nil, int64, float64, string or []byte.
type Value = driver.Value

// Exec runs statements whose parameters, if any, are ?1, ?2, …. It returns the number of rows
// changed by the last one.
func (c *conn) Exec(ctx context.Context, sql string, values ...any) (int64, error) {
	list := make([]driver.NamedValue, len(values))
	for i, v := range values {
		list[i] = driver.NamedValue{Ordinal: i + 1, Value: SQLValue(v)}
	}
	return c.execute(ctx, sql, list)
}

// ExecNamed runs one statement with named parameters. It returns the number of rows changed.
func (c *conn) ExecNamed(ctx context.Context, sql string, a Args) (int64, error) {
	return c.execute(ctx, sql, named(a))
}

func (c *conn) execute(ctx context.Context, sql string, values []driver.NamedValue) (changed int64, err error) {
	err = c.interruptible(ctx, func() error {
		c.keep(sql)
		exec := func() (driver.Result, error) { return c.raw.ExecContext(background, sql, values) }
		if s, ok := c.compiled[stmtKey{c.running, sql}].(driver.StmtExecContext); ok {
			exec = func() (driver.Result, error) { return s.ExecContext(background, values) }
		}
		r, err := exec()
		if err == nil {
			changed, err = r.RowsAffected()
		}
		return err
	})
	return changed, err
}

// ExecEach compiles a statement once and runs it with each list of values.
func (c *conn) ExecEach(ctx context.Context, sql string, lists iter.Seq[[]any]) (err error) {
	s, err := c.raw.PrepareContext(ctx, sql)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	statement, ok := s.(driver.StmtExecContext)
	if !ok {
		return errors.New("the SQLite driver's statements lack ExecContext")
	}
	var list []driver.NamedValue
	for values := range lists {
		list = list[:0]
		for i, v := range values {
			list = append(list, driver.NamedValue{Ordinal: i + 1, Value: SQLValue(v)})
		}
		if _, err := statement.ExecContext(ctx, list); err != nil {
			return err
		}
	}
	return nil
}

// Each runs a query and calls yield with every row. yield must not keep the slices.
func (c *conn) Each(ctx context.Context, sql string, a Args, yield func(columns []string, row []Value) error) error {
	return c.interruptible(ctx, func() error { return c.eachRow(ctx, sql, a, yield) })
}

func (c *conn) eachRow(ctx context.Context, sql string, a Args, yield func(columns []string, row []Value) error) (err error) {
	key := stmtKey{c.running, sql}
	rows, err := c.query(sql, a)
	if err != nil {
		return err
	}
	if !c.busy[key] {
		if c.busy == nil {
			c.busy = map[stmtKey]bool{}
		}
		c.busy[key] = true
		defer delete(c.busy, key)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	columns := rows.Columns()
	row := make([]Value, len(columns))
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := rows.Next(row); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if err := yield(columns, row); err != nil {
			return err
		}
	}
}

// Int runs a query for one number, with parameters :p1, :p2, …. It returns 0 if there is no row
// or the value is NULL.
func (c *conn) Int(ctx context.Context, sql string, values ...any) (n int64, err error) {
	a := Args{}
	for i, v := range values {
		a[fmt.Sprintf("p%d", i+1)] = v
	}
	err = c.Each(ctx, sql, a, func(_ []string, row []Value) error {
		n, _ = row[0].(int64)
		return nil
	})
	return n, err
}

// Columns returns the names of the columns of a query. The query is compiled and not run.
func (c *conn) Columns(sql string) ([]string, error) {
	info, err := c.raw.(interface {
		ColumnInfo(string) ([]sqlite.ColumnInfo, error)
	}).ColumnInfo(sql)
	names := make([]string, len(info))
	for i, col := range info {
		names[i] = col.Name
	}
	return names, err
}

// Text formats a value of a row as text; NULL is "".
func Text(v Value) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case []byte:
		return string(v)
	default:
		return fmt.Sprint(v)
	}
}

// JSONList returns values as a JSON array, for a parameter; without values it is [], never null.
func JSONList[T any](values []T) string {
	if len(values) == 0 {
		return "[]"
	}
	b, err := json.Marshal(values)
	if err != nil {
		return "[]" // strings and ints always marshal
	}
	return string(b)
}
