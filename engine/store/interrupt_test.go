package store

import (
	"context"
	"errors"
	"testing"
	"time"
)

// TestInterruptEndsStatement checks that an endless statement ends when its context does, whether it is
// endless before, between or after rows, and that the connection can be used afterwards.
func TestInterruptEndsStatement(t *testing.T) {
	c, err := OpenUnprepared(":memory:", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	endless := "WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r) SELECT "
	for _, sql := range []string{
		endless + "max(i) FROM r",
		endless + "i FROM r",
		"SELECT 1 UNION ALL SELECT * FROM (" + endless + "max(i) FROM r)",
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		err := c.Each(ctx, sql, nil, func([]string, []Value) error { return nil })
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v", sql, err)
		}
		if n, err := c.Int(t.Context(), "SELECT 7"); n != 7 || err != nil {
			t.Errorf("afterwards: %d, %v", n, err)
		}
	}
}
