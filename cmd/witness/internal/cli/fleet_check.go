package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"witness"
	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/bundle"
	"witness/engine/eval"
	"witness/engine/project"
	"witness/engine/store"
)

type fleetCheckCmd struct {
	Questions []string    `arg:"" optional:"" help:"The questions, as in witness query; those whose names begin with fleet if left out."`
	Backup    string      `placeholder:"FILE" help:"Ask a backup of the server, the file that its /db/backup returns, instead of the server."`
	Format    term.Format `embed:"" set:"formats=text,json,ndjson,csv,markdown"`
}

// Run brings all facts of this repository into a store in memory and asks it.
func (c *fleetCheckCmd) Run(ctx context.Context, s term.Streams) error {
	dir, err := term.WorkDir()
	if err != nil {
		return err
	}
	var chosen []*bundle.File
	var names []string
	for _, f := range eval.LoadQueries(witness.Files, dir) {
		names = append(names, f.Name)
		if slices.Contains(c.Questions, f.Name) || len(c.Questions) == 0 && (f.Name == "fleet" || strings.HasPrefix(f.Name, "fleet_")) {
			chosen = append(chosen, f)
		}
	}
	for _, name := range c.Questions {
		if !slices.Contains(names, name) {
			return fmt.Errorf("no query %q%s", name, bundle.DidYouMean(name, names))
		}
	}
	return asking(ctx, func(ctx context.Context, e *engine.Engine) (err error) {
		all, err := engine.OpenMemory(ctx, witness.Files, dir, project.AsHooks)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, all.Close()) }()
		all.Clock = e.Clock
		p := term.NewProgress(s.Err)
		p.Doing("reading the facts of the team")
		n, err := c.fill(ctx, e, all.DB)
		p.End()
		if err != nil {
			return err
		}
		fmt.Fprintf(s.Err, "witness: %s of the team\n", term.Count(n, "fact"))
		var tables []eval.Table
		for _, f := range chosen {
			t, err := all.Eval.Query(ctx, f, "", nil)
			if err != nil {
				return err
			}
			tables = append(tables, t)
		}
		if c.Format.Chosen() == "json" {
			return writeBriefingJSON(s.Out, tables)
		}
		for _, t := range tables {
			if c.Format.Chosen() == "text" {
				fmt.Fprintf(s.Out, "%s\n", t.Title)
				if len(t.Rows) == 0 {
					fmt.Fprintln(s.Out, "none")
				}
			}
			if err := printTable(s, t, c.Format.Chosen(), func(session string) string { return session[:min(len(session), 8)] }); err != nil {
				return err
			}
			if c.Format.Chosen() == "text" {
				fmt.Fprintln(s.Out)
			}
		}
		return nil
	})
}

// fill brings the facts of the team.
func (c *fleetCheckCmd) fill(ctx context.Context, e *engine.Engine, to *store.DB) (n int, err error) {
	syncer := newSyncer(e)
	defer syncer.Close()
	if c.Backup == "" {
		return syncer.Fill(ctx, to)
	}
	if _, err := os.Stat(c.Backup); err != nil {
		return 0, err
	}
	backup, err := store.OpenReader(c.Backup, witness.Files)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, backup.Close()) }()
	return syncer.FillFrom(ctx, backup, to)
}
