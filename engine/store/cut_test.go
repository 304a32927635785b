package store

import (
	"context"
	"strings"
	"testing"
	"time"

	"witness/engine/bundle"
)

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
	Watch(ctx, &bundle.File{Path: "x.sql", Origin: "project"}, 0, func() { <-cut })
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
