package engine

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"modernc.org/sqlite"
)

// conn is one SQLite connection. It speaks to the driver itself: a hook makes one
// connection and a handful of statements, for which the pool of database/sql is a
// cost without a use.
type conn struct {
	raw interface {
		driver.Conn
		driver.ExecerContext
		driver.QueryerContext
		driver.ConnPrepareContext
	}
	open  bool // a transaction is
	newer bool // a newer witness made the store: see isNewer

	derived
	authorized bool            // authorize is in force
	guarded    string          // the folder whose files run now, "" for none: see guard
	reads      map[string]bool // the tables that what is compiled reads, if somebody asked

	// compiled are the statements that compile was asked for, by folder and text.
	compiled map[[2]string]driver.Stmt
}

// args are a statement's named parameters, without the colon.
type args map[string]any

// openConn opens the database at path, or a private one in memory for "".
func openConn(path string) (*conn, error) {
	if path == "" {
		return openDSN(":memory:")
	}
	return openDSN("file:" + uriPath(path))
}

// openReader opens the database at path for reading alone.
func openReader(path string) (*conn, error) {
	return openDSN("file:" + uriPath(path) + "?mode=ro")
}

// openDSN opens a database by the name that the driver knows it by.
func openDSN(dsn string) (*conn, error) {
	c, err := theDriver().Open(dsn)
	if err != nil {
		return nil, err
	}
	raw, ok := c.(interface {
		driver.Conn
		driver.ExecerContext
		driver.QueryerContext
		driver.ConnPrepareContext
	})
	if !ok {
		return nil, errors.New("the SQLite driver lacks ExecContext")
	}
	return &conn{raw: raw}, nil
}

// uriPath escapes what a SQLite URI gives a meaning to.
func uriPath(path string) string {
	if !strings.ContainsAny(path, "%?#") {
		return path
	}
	return strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path)
}

func (c *conn) close() error {
	var errs []error
	for _, s := range c.compiled {
		errs = append(errs, s.Close())
	}
	return errors.Join(append(errs, c.raw.Close())...)
}

// exec runs statements whose parameters, if any, are ?1, ?2, …; it returns the number
// of rows changed by the last.
func (c *conn) exec(ctx context.Context, sql string, values ...any) (int64, error) {
	list := make([]driver.NamedValue, len(values))
	for i, v := range values {
		list[i] = driver.NamedValue{Ordinal: i + 1, Value: value(v)}
	}
	return c.execute(ctx, sql, list)
}

// execNamed runs one statement with named parameters.
func (c *conn) execNamed(ctx context.Context, sql string, a args) (int64, error) {
	return c.execute(ctx, sql, named(a))
}

func (c *conn) execute(ctx context.Context, sql string, values []driver.NamedValue) (changed int64, err error) {
	err = c.interruptible(ctx, func() error {
		exec := func() (driver.Result, error) { return c.raw.ExecContext(endless, sql, values) }
		if s, ok := c.compiled[[2]string{c.guarded, sql}].(driver.StmtExecContext); ok {
			exec = func() (driver.Result, error) { return s.ExecContext(endless, values) }
		}
		r, err := exec()
		if err == nil {
			changed, err = r.RowsAffected()
		}
		return err
	})
	return changed, err
}

// execEach compiles a statement once and runs it for each list of values.
func (c *conn) execEach(ctx context.Context, sql string, lists iter.Seq[[]any]) (err error) {
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
			list = append(list, driver.NamedValue{Ordinal: i + 1, Value: value(v)})
		}
		if _, err := statement.ExecContext(ctx, list); err != nil {
			return err
		}
	}
	return nil
}

// each runs a query and hands every row to yield, which must not keep the slice.
func (c *conn) each(ctx context.Context, sql string, a args, yield func(columns []string, row []driver.Value) error) error {
	return c.interruptible(ctx, func() error { return c.eachRow(ctx, sql, a, yield) })
}

func (c *conn) eachRow(ctx context.Context, sql string, a args, yield func(columns []string, row []driver.Value) error) (err error) {
	rows, err := c.query(sql, a)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	columns := rows.Columns()
	row := make([]driver.Value, len(columns))
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

// int asks for one number, 0 if there is no row or it is NULL.
func (c *conn) int(ctx context.Context, sql string, values ...any) (n int64, err error) {
	a := args{}
	for i, v := range values {
		a[fmt.Sprintf("p%d", i+1)] = v
	}
	err = c.each(ctx, sql, a, func(_ []string, row []driver.Value) error {
		n, _ = row[0].(int64)
		return nil
	})
	return n, err
}

// columns are the names of the columns that a query returns; it is compiled, not run.
func (c *conn) columns(sql string) ([]string, error) {
	info, err := c.raw.(interface {
		ColumnInfo(string) ([]sqlite.ColumnInfo, error)
	}).ColumnInfo(sql)
	names := make([]string, len(info))
	for i, col := range info {
		names[i] = col.Name
	}
	return names, err
}

// show renders a value of a row for people.
func show(v driver.Value) string {
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

// driverValue is one value of a row: nil, int64, float64, string, []byte.
type driverValue = driver.Value
