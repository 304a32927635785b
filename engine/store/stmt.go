package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"slices"
	"strings"
)

// Compile compiles statements that are run later. A hook does this before it takes the write lock, so
// that no other hook waits while it compiles.
func (c *conn) Compile(ctx context.Context, list ...string) error {
	for _, sql := range list {
		if err := c.interruptible(ctx, func() error { return c.prepare(sql) }); err != nil {
			return err
		}
	}
	return nil
}

// errSeveral rejects a file whose text ends the statement it is wrapped in and begins another.
var errSeveral = errors.New("this is more than one statement; a file has one SELECT")

// prepare compiles one statement unless it is compiled already. The SQL of a file must be a
// single statement.
func (c *conn) prepare(sql string) error {
	key := stmtKey{c.running, sql}
	if c.compiled[key] != nil {
		return nil
	}
	s, err := c.raw.PrepareContext(background, sql)
	if err != nil {
		return err
	}
	if isScript(s) {
		return errors.Join(errSeveral, s.Close())
	}
	if c.compiled == nil {
		c.compiled = map[stmtKey]driver.Stmt{}
	}
	c.compiled[key] = s
	return nil
}

// background is the context of every call of the driver. With a context that can end, the driver would
// start a goroutine, and would watch the context only up to the first row; see interruptible.
var background = context.Background()

// query starts a query, compiled or not. The SQL of a file is always compiled first, because
// only prepare rejects several statements.
func (c *conn) query(sql string, a Args) (driver.Rows, error) {
	if c.running != "" {
		if err := c.prepare(sql); err != nil {
			return nil, err
		}
	}
	c.keep(sql)
	key := stmtKey{c.running, sql}
	if s, ok := c.compiled[key].(driver.StmtQueryContext); ok && !c.busy[key] {
		return s.QueryContext(background, named(a))
	}
	return c.raw.QueryContext(background, sql, named(a))
}

// maxKept bounds the statements that are kept compiled. The whole of witness has fewer, unless their text depends on what is asked.
const maxKept = 400

// keep compiles a statement that reads or changes rows, if the store is in memory: a replay hears thousands of calls, and half of its time was
// compiling the statements of the folder state for each of them. A hook executes each statement about once, and to keep them would cost it memory.
// A mistake is left to be found when the statement is executed.
func (c *conn) keep(sql string) {
	verb, _, _ := strings.Cut(strings.TrimLeft(sql, " \t\n"), " ")
	if !c.keeps || len(c.compiled) >= maxKept || !slices.Contains([]string{"SELECT", "WITH", "INSERT", "UPDATE", "DELETE"}, strings.TrimSpace(verb)) {
		return
	}
	_ = c.prepare(sql)
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
