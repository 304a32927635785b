package engine

import (
	"context"
	"reflect"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// interruptible lets do run until ctx is done, and then makes SQLite give up what it is doing
// on this connection. The driver itself does so only while it looks for a statement's first
// row; a statement can be endless behind it.
func (c *conn) interruptible(ctx context.Context, do func() error) error {
	if ctx.Done() == nil {
		return do()
	}
	done := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		c.interrupt()
		close(done)
	})
	err := do()
	if !stop() {
		<-done // or the interrupt would meet the next statement
	}
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// interrupt calls sqlite3_interrupt, which may be called at any time and from anywhere. The
// driver keeps the connection's handle in a field of its own and offers no other way to it;
// a test notices if that ever changes.
func (c *conn) interrupt() {
	handle := reflect.Indirect(reflect.ValueOf(c.raw)).FieldByName("db")
	if handle.Kind() != reflect.Uintptr || handle.Uint() == 0 {
		return
	}
	tls := libc.NewTLS()
	defer tls.Close()
	sqlite3.Xsqlite3_interrupt(tls, uintptr(handle.Uint()))
}
