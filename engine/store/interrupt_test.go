package store

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"witness/engine/bundle"
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

// TestWatchCutsShort lets the SQL of a file never end: the command is told which file it is, after it could say what
// it knows. A file of witness's own is waited for.
func TestWatchCutsShort(t *testing.T) {
	var said []string
	cut := make(chan struct{})
	ctx := WithCut(t.Context(), time.Millisecond, func(err error) {
		said = append(said, "cut: "+err.Error())
		close(cut)
	})
	ctx = BeforeCut(ctx, func(error) { said = append(said, "first") })
	Watch(ctx, &bundle.File{Path: "x.sql", Origin: "project"}, 0, func() {
		select {
		case <-cut:
		case <-time.After(10 * time.Second):
			t.Error("it was not cut short")
		}
	})
	if len(said) != 2 || said[0] != "first" || !strings.HasPrefix(said[1], "cut: x.sql: its query has not ended after 1ms") {
		t.Errorf("it said %q", said)
	}
	ran := 0
	again := WithCut(t.Context(), 0, func(err error) { t.Error(err) })
	Watch(again, &bundle.File{Path: "x.sql", Origin: "embedded"}, 0, func() { ran++ })
	Watch(BeforeCut(context.Background(), nil), &bundle.File{Path: "x.sql", Origin: "project"}, 0, func() { ran++ })
	if ran != 2 {
		t.Errorf("%d of 2 ran", ran)
	}
}

// TestQueryInsideItself checks that a query can be asked again while its rows are being read, although it is kept compiled.
func TestQueryInsideItself(t *testing.T) {
	db, err := OpenMemory(t.Context(), os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	const query = "SELECT value FROM json_each('[1, 2, 3]')"
	for range 2 {
		var seen string
		err := db.Each(t.Context(), query, nil, func(_ []string, row []Value) error {
			return db.Each(t.Context(), query, nil, func(_ []string, inner []Value) error {
				seen += Text(row[0]) + Text(inner[0]) + " "
				return nil
			})
		})
		if err != nil || seen != "11 12 13 21 22 23 31 32 33 " {
			t.Errorf("%q, %v", seen, err)
		}
	}
}
