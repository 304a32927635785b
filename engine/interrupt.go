package engine

import (
	"context"
	"reflect"
	"time"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// interruptible lets do run until ctx is done, and then makes SQLite give up what it is doing
// on this connection. The driver would do so only while it looks for a statement's first row,
// where a statement can be endless behind it, and would start a goroutine for each statement.
// So what do hands to the driver has no end of its own.
func (c *conn) interruptible(ctx context.Context, do func() error) error {
	if ctx.Done() == nil {
		return do()
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	over, quiet := make(chan struct{}), make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(quiet)
		for {
			c.interrupt()
			select {
			case <-over:
				return
			case <-time.After(time.Millisecond): // SQLite forgets an interrupt that comes before a statement's first step
			}
		}
	})
	err := do()
	if !stop() {
		close(over)
		<-quiet // or the interrupt would meet the next statement
	}
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// interrupt calls sqlite3_interrupt, which may be called at any time and from anywhere.
func (c *conn) interrupt() {
	if db := c.handle(); db != 0 {
		tls := libc.NewTLS()
		defer tls.Close()
		sqlite3.Xsqlite3_interrupt(tls, db)
	}
}

// limitLength bounds the bytes of any text that SQLite makes or takes on this connection:
// an interrupt is not seen within one function call, and printf can ask for a gigabyte.
func (c *conn) limitLength(bytes int32) {
	if db := c.handle(); db != 0 {
		tls := libc.NewTLS()
		defer tls.Close()
		sqlite3.Xsqlite3_limit(tls, db, sqlite3.SQLITE_LIMIT_LENGTH, bytes)
	}
}

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
