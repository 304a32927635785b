package main

import (
	"context"
	"fmt"
	"text/tabwriter"

	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/inspect"
	"witness/engine/project"
)

// dbCmd groups the commands on the store.
type dbCmd struct {
	Path   dbPathCmd   `cmd:"" help:"Print the path of this project's store."`
	Info   dbInfoCmd   `cmd:"" help:"Show the size of the store and of its tables."`
	List   dbListCmd   `cmd:"" help:"List every store of yours: its size, when it was last used, its project, and whether that is gone."`
	Prune  dbPruneCmd  `cmd:"" help:"Delete old sessions of this project, or the stores of projects that are gone; for a person at a terminal."`
	Forget dbForgetCmd `cmd:"" help:"Remove what matches from the store of this project, also from the disk; for a person at a terminal."`
}

type dbPathCmd struct{}

// Run prints the path.
func (dbPathCmd) Run(s term.Streams) error {
	dir, err := term.WorkDir()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(s.Out, project.StoreOf(dir))
	return err
}

type dbInfoCmd struct{}

// Run prints the size of the store, the row count of each table, and how much was withheld from
// the agent.
func (dbInfoCmd) Run(ctx context.Context, s term.Streams) error {
	return withEngine(ctx, func(ctx context.Context, e *engine.Engine) error {
		info, err := inspect.Info(ctx, e)
		if err != nil {
			return err
		}
		w := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
		for _, line := range info {
			fmt.Fprintf(w, "%s\t%s\n", line[0], line[1])
		}
		return w.Flush()
	})
}
