package cli

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"witness"
	"witness/cmd/witness/internal/term"
	"witness/cmd/witness/internal/watch"
	"witness/engine/eval"
	"witness/engine/inspect"
)

// sessionList returns the sessions of a table as a list from which one is opened.
func sessionList(t eval.Table, shorten func(string) string, earlier string) *watch.List {
	list := &watch.List{Notes: []string{term.RibbonLegend}}
	list.Draw = func(width int, paint term.Palette) ([]string, error) { return drawSessions(t, shorten, width, paint) }
	if earlier != "" {
		list.Notes = append(list.Notes, earlier)
	}
	for _, row := range t.Rows {
		list.Sessions = append(list.Sessions, fmt.Sprint(row[slices.Index(t.Columns, "session")]))
	}
	return list
}

// browse shows a list of sessions on the terminal, and the calls of the one that is opened.
func browse(ctx context.Context, list *watch.List, root, path string, s term.Streams) error {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	open := func(session string) *inspect.Watcher {
		return inspect.WatchSession(witness.Files, root, path, session)
	}
	return watch.Browse(ctx, list, open, inspect.ProjectName(ctx, witness.Files, root), s, onBehalf)
}
