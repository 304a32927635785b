package engine

import (
	"database/sql/driver"
	"reflect"
	"time"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// What SQLite is told here it could be told by statements and through database/sql, too, at
// a cost that each hook would pay.

// handle is SQLite's own handle of the connection, 0 once it is closed. The driver keeps it in
// a field and offers no other way to it that does not pass through database/sql; a test notices
// if that ever changes.
func (c *conn) handle() uintptr {
	db := reflect.Indirect(reflect.ValueOf(c.raw)).FieldByName("db")
	if db.Kind() != reflect.Uintptr {
		return 0
	}
	return uintptr(db.Uint())
}

// isScript tells whether what the driver compiled are several statements, of which it keeps none:
// it would compile and run one after the other.
func isScript(s driver.Stmt) bool {
	kept := reflect.Indirect(reflect.ValueOf(s)).FieldByName("pstmt")
	return kept.Kind() == reflect.Uintptr && kept.Uint() == 0
}

// tell hands the connection's handle to do, if there is one.
func (c *conn) tell(do func(tls *libc.TLS, db uintptr)) {
	if db := c.handle(); db != 0 {
		tls := libc.NewTLS()
		defer tls.Close()
		do(tls, db)
	}
}

// OneThread tells SQLite that no two goroutines of this process use it at the same time, which
// spares it its mutexes: interrupt alone may come from elsewhere, and takes none. It is for a
// hook, and must be called before the first store is opened.
func OneThread() {
	tls := libc.NewTLS()
	defer tls.Close()
	sqlite3.Xsqlite3_config(tls, sqlite3.SQLITE_CONFIG_SINGLETHREAD, 0)
	usePool(tls)
}

// interrupt makes SQLite give up what it is doing; it may be called at any time and from
// anywhere.
func (c *conn) interrupt() { c.tell(sqlite3.Xsqlite3_interrupt) }

// limitLength bounds the bytes of any text that SQLite makes or takes on this connection:
// an interrupt is not seen within one function call, and printf can ask for a gigabyte.
func (c *conn) limitLength(bytes int32) {
	c.tell(func(tls *libc.TLS, db uintptr) {
		sqlite3.Xsqlite3_limit(tls, db, sqlite3.SQLITE_LIMIT_LENGTH, bytes)
	})
}

// waitAtMost makes SQLite itself wait for a lock that somebody else has. Even reading may have
// to. Without it whoever finds a lock gives up at once.
func (c *conn) waitAtMost(d time.Duration) {
	c.tell(func(tls *libc.TLS, db uintptr) {
		sqlite3.Xsqlite3_busy_timeout(tls, db, int32(d.Milliseconds()))
	})
}
