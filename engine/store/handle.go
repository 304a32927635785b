package store

import (
	"database/sql/driver"
	"reflect"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// handle returns SQLite's handle of the connection (sqlite3*), 0 once it is closed. The driver offers
// interrupts and limits only through database/sql, so reflection reads the handle from a field of
// the driver's connection. TestInterruptEndsStatement fails if the driver renames the field.
func (c *conn) handle() uintptr {
	field := reflect.Indirect(reflect.ValueOf(c.raw)).FieldByName("db")
	if field.Kind() != reflect.Uintptr {
		return 0
	}
	return uintptr(field.Uint())
}

// isScript reports whether a statement of the driver is in fact several statements. The driver
// compiles none of them in advance then, and its field pstmt is 0.
func isScript(s driver.Stmt) bool {
	compiled := reflect.Indirect(reflect.ValueOf(s)).FieldByName("pstmt")
	return compiled.Kind() == reflect.Uintptr && compiled.Uint() == 0
}

// withHandle calls do with the connection's handle, unless it is closed.
func (c *conn) withHandle(do func(tls *libc.TLS, handle uintptr)) {
	if handle := c.handle(); handle != 0 {
		tls := libc.NewTLS()
		defer tls.Close()
		do(tls, handle)
	}
}

// interrupt makes SQLite end the running statement. It may be called from any goroutine.
func (c *conn) interrupt() { c.withHandle(sqlite3.Xsqlite3_interrupt) }

// limitLength bounds the length of every string on this connection, in bytes. An interrupt has no
// effect within one call of an SQL function, and printf can be made to write a gigabyte.
func (c *conn) limitLength(bytes int32) {
	c.withHandle(func(tls *libc.TLS, handle uintptr) {
		sqlite3.Xsqlite3_limit(tls, handle, sqlite3.SQLITE_LIMIT_LENGTH, bytes)
	})
}

// limitDepth bounds how deeply the expressions of a statement that is compiled on this connection from now on are nested.
// The time that SQLite takes for an expression grows with it, and it cannot be interrupted meanwhile.
func (c *conn) limitDepth(depth int32) {
	c.withHandle(func(tls *libc.TLS, handle uintptr) {
		sqlite3.Xsqlite3_limit(tls, handle, sqlite3.SQLITE_LIMIT_EXPR_DEPTH, depth)
	})
}
