package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"text/tabwriter"

	"witness"
	"witness/engine"
)

// dbCmd groups what is about the store.
type dbCmd struct {
	Path dbPathCmd `cmd:"" help:"Print where the store of this project lies."`
	Info dbInfoCmd `cmd:"" help:"Show how much is in it."`
}

type dbPathCmd struct{}

// Run prints the path.
func (dbPathCmd) Run(s streams) error {
	dir, err := workDir()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(s.out, engine.StoreOf(dir))
	return err
}

type dbInfoCmd struct{}

// Run prints the size of the store and of its tables, and what was kept from the agent.
func (dbInfoCmd) Run(s streams) (err error) {
	ctx := context.Background()
	dir, err := workDir()
	if err != nil {
		return err
	}
	e, err := engine.Open(ctx, witness.Brain, dir, os.Getenv("CLAUDE_PROJECT_DIR"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	info, err := e.Info(ctx)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	for _, line := range info {
		fmt.Fprintf(w, "%s\t%s\n", line[0], line[1])
	}
	return w.Flush()
}
