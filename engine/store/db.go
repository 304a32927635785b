// Package store is the SQLite store: its connection, schema, transactions and locks, and the sandbox
// that runs the SQL of files.
//
// db.go has the connection, store.go opens a store, sandbox.go restricts what a file may do, and
// matches.go has the SQL function that readers use.
package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"strings"

	"modernc.org/sqlite"
)

// A DB is one connection to a store. It uses the SQLite driver directly: a hook makes one
// connection and runs a few statements, for which the connection pool of database/sql is cost
// without benefit. A DB must not be used by two goroutines at the same time.
type DB struct {
	raw  rawConn
	Path string      // of the store, "" for one in memory
	file fs.FileInfo // the store's file when it was opened; shows whether it was replaced since
	lock folderLock  // on the store's folder

	inTx  bool // a transaction is open
	Newer bool // a newer version of witness wrote the schema: see IsNewer

	views
	authorized bool            // the authorizer is registered
	running    string          // the kind of the files whose SQL runs now, "" for witness's own SQL: see Sandbox
	reads      map[string]bool // if not nil, the authorizer adds the tables that compiled statements read

	compiled map[stmtKey]driver.Stmt
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

// OpenReader opens the store at path read-only and does not migrate it.
func OpenReader(path string, assets fs.FS) (*DB, error) {
	return openBare("file:"+uriPath(path)+"?mode=ro", assets)
}

// OpenUnprepared opens the database at path without reading or changing its schema.
func OpenUnprepared(path string) (*DB, error) {
	return openBare("file:"+uriPath(path), nil)
}

// openBare opens a database that exists and does not configure or migrate it.
func openBare(dsn string, assets fs.FS) (*DB, error) {
	raw, err := openDSN(dsn)
	if err != nil {
		return nil, err
	}
	db := &DB{raw: raw, lock: unlocked}
	db.assets = assets
	return db, nil
}

// openDSN opens a database by the driver's data source name.
func openDSN(dsn string) (rawConn, error) {
	c, err := sqliteDriver().Open(dsn)
	if err != nil {
		return nil, err
	}
	raw, ok := c.(rawConn)
	if !ok {
		return nil, errors.New("the SQLite driver lacks ExecContext")
	}
	return raw, nil
}

// uriPath escapes the characters of a path that have a meaning in a SQLite URI.
func uriPath(path string) string {
	if !strings.ContainsAny(path, "%?#") {
		return path
	}
	return strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path)
}

// Close closes the store and releases the lock on its folder. SQLite checkpoints the write-ahead
// log if this was the last connection; hooks use Leave instead.
func (db *DB) Close() error {
	var errs []error
	for _, s := range db.compiled {
		errs = append(errs, s.Close())
	}
	errs = append(errs, db.raw.Close())
	db.lock.release()
	return errors.Join(errs...)
}

// Exec runs statements whose parameters, if any, are ?1, ?2, …. It returns the number of rows
// changed by the last one.
func (db *DB) Exec(ctx context.Context, sql string, values ...any) (int64, error) {
	list := make([]driver.NamedValue, len(values))
	for i, v := range values {
		list[i] = driver.NamedValue{Ordinal: i + 1, Value: SQLValue(v)}
	}
	return db.execute(ctx, sql, list)
}

// ExecNamed runs one statement with named parameters. It returns the number of rows changed.
func (db *DB) ExecNamed(ctx context.Context, sql string, a Args) (int64, error) {
	return db.execute(ctx, sql, named(a))
}

func (db *DB) execute(ctx context.Context, sql string, values []driver.NamedValue) (changed int64, err error) {
	err = db.interruptible(ctx, func() error {
		exec := func() (driver.Result, error) { return db.raw.ExecContext(background, sql, values) }
		if s, ok := db.compiled[stmtKey{db.running, sql}].(driver.StmtExecContext); ok {
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
func (db *DB) ExecEach(ctx context.Context, sql string, lists iter.Seq[[]any]) (err error) {
	s, err := db.raw.PrepareContext(ctx, sql)
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
func (db *DB) Each(ctx context.Context, sql string, a Args, yield func(columns []string, row []Value) error) error {
	return db.interruptible(ctx, func() error { return db.eachRow(ctx, sql, a, yield) })
}

func (db *DB) eachRow(ctx context.Context, sql string, a Args, yield func(columns []string, row []Value) error) (err error) {
	rows, err := db.query(sql, a)
	if err != nil {
		return err
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
func (db *DB) Int(ctx context.Context, sql string, values ...any) (n int64, err error) {
	a := Args{}
	for i, v := range values {
		a[fmt.Sprintf("p%d", i+1)] = v
	}
	err = db.Each(ctx, sql, a, func(_ []string, row []Value) error {
		n, _ = row[0].(int64)
		return nil
	})
	return n, err
}

// Columns returns the names of the columns of a query. The query is compiled and not run.
func (db *DB) Columns(sql string) ([]string, error) {
	info, err := db.raw.(interface {
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
