package store

import (
	"database/sql/driver"
	"reflect"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// handle is SQLite's own handle of the connection, 0 once it is closed. The driver offers
// interrupts and limits only through database/sql, so the handle is read from its field by
// reflection; TestInterrupt fails if the driver renames it.
func (db *DB) handle() uintptr {
	field := reflect.Indirect(reflect.ValueOf(db.raw)).FieldByName("db")
	if field.Kind() != reflect.Uintptr {
		return 0
	}
	return uintptr(field.Uint())
}

// isScript reports whether the driver was given several statements. It compiles none of them in
// advance then, and its field pstmt stays 0.
func isScript(s driver.Stmt) bool {
	compiled := reflect.Indirect(reflect.ValueOf(s)).FieldByName("pstmt")
	return compiled.Kind() == reflect.Uintptr && compiled.Uint() == 0
}

// withHandle calls do with the connection's handle, if there is one.
func (db *DB) withHandle(do func(tls *libc.TLS, handle uintptr)) {
	if handle := db.handle(); handle != 0 {
		tls := libc.NewTLS()
		defer tls.Close()
		do(tls, handle)
	}
}

// interrupt makes SQLite give up what it is doing. It may be called from any goroutine.
func (db *DB) interrupt() { db.withHandle(sqlite3.Xsqlite3_interrupt) }

// limitLength bounds the bytes of every text that SQLite makes or takes on this connection. An
// interrupt is not seen within one function call, and printf can be asked for a gigabyte.
func (db *DB) limitLength(bytes int32) {
	db.withHandle(func(tls *libc.TLS, handle uintptr) {
		sqlite3.Xsqlite3_limit(tls, handle, sqlite3.SQLITE_LIMIT_LENGTH, bytes)
	})
}
