package engine

import (
	"context"
	"database/sql/driver"
	"errors"
)

// compile compiles statements that will be asked for or run, once or many times.
func (c *conn) compile(ctx context.Context, list ...string) error {
	for _, sql := range list {
		if err := c.interruptible(ctx, func() error { return c.prepare(sql) }); err != nil {
			return err
		}
	}
	return nil
}

// errSeveral is told of a file whose text ends the statement that it is part of, and begins others.
var errSeveral = errors.New("this is more than one statement; a file has one SELECT")

// prepare compiles one statement, if it is not compiled yet. On guard it takes no more than one.
func (c *conn) prepare(sql string) error {
	key := [2]string{c.guarded, sql}
	if c.compiled[key] != nil {
		return nil
	}
	s, err := c.raw.PrepareContext(endless, sql)
	if err != nil {
		return err
	}
	if c.guarded != "" && isScript(s) {
		return errors.Join(errSeveral, s.Close())
	}
	if c.compiled == nil {
		c.compiled = map[[2]string]driver.Stmt{}
	}
	c.compiled[key] = s
	return nil
}

// endless is the context of what is handed to the driver: see interruptible.
var endless = context.Background()

// query runs a query, compiled or not. On guard it compiles it.
func (c *conn) query(sql string, a args) (driver.Rows, error) {
	if c.guarded != "" {
		if err := c.prepare(sql); err != nil {
			return nil, err
		}
	}
	if s, ok := c.compiled[[2]string{c.guarded, sql}].(driver.StmtQueryContext); ok {
		return s.QueryContext(endless, named(a))
	}
	return c.raw.QueryContext(endless, sql, named(a))
}

// named gives the parameters that a statement names. SQLite is handed just these:
// the driver refuses a statement with a parameter that it was not given.
func named(a args) []driver.NamedValue {
	values := make([]driver.NamedValue, 0, len(a))
	for name, v := range a {
		values = append(values, driver.NamedValue{Ordinal: len(values) + 1, Name: name, Value: value(v)})
	}
	return values
}

// value turns a Go value into one of the driver's.
func value(v any) driver.Value {
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
