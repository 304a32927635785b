package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"

	"witness"
	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/bundle"
	"witness/engine/eval"
)

// briefingCmd runs every query that belongs to the briefing.
type briefingCmd struct {
	Session string `help:"The session to report on; the latest of this project if left out."`
	All     bool   `help:"Report on all sessions."`
	Format  string `help:"${enum}" enum:"table,json,markdown" default:"table"`
}

// Run prints the briefing: the queries in their order, without those that return no rows.
func (b *briefingCmd) Run(ctx context.Context, s term.Streams) error {
	return withEngine(ctx, func(ctx context.Context, e *engine.Engine) error {
		tables, err := b.tables(ctx, e)
		if err != nil {
			return err
		}
		if b.Format == "json" {
			return writeBriefingJSON(s.Out, tables)
		}
		for i, t := range tables {
			if i > 0 {
				fmt.Fprintln(s.Out)
			}
			if b.Format == "markdown" {
				fmt.Fprintf(s.Out, "## %s\n\n", t.Title)
			} else {
				fmt.Fprintln(s.Out, t.Title)
			}
			if err := printTable(s.Out, t, b.Format); err != nil {
				return err
			}
		}
		return nil
	})
}

// tables runs the queries of the briefing and returns the results that have rows.
func (b *briefingCmd) tables(ctx context.Context, e *engine.Engine) (tables []eval.Table, err error) {
	dir, err := term.WorkDir()
	if err != nil {
		return nil, err
	}
	session, err := chooseSession(ctx, e, b.Session, b.All)
	if err != nil {
		return nil, err
	}
	queries := eval.LoadQueries(witness.Files, dir)
	slices.SortStableFunc(queries, func(a, b *bundle.File) int { return cmp.Compare(a.Briefing, b.Briefing) })
	for _, f := range queries {
		if f.Briefing == 0 || f.Err != nil {
			continue
		}
		t, err := e.Eval.Query(ctx, f, session, nil)
		if err != nil {
			return nil, err
		}
		if len(t.Rows) > 0 {
			tables = append(tables, t)
		}
	}
	return tables, nil
}

// writeBriefingJSON writes a list with one object for each table, [] if there are none.
func writeBriefingJSON(out io.Writer, tables []eval.Table) error {
	list := []map[string]any{}
	for _, t := range tables {
		rows := make([]any, len(t.Rows))
		for i, row := range t.Rows {
			rows[i] = term.Object(t.Columns, row)
		}
		list = append(list, map[string]any{"query": t.Name, "title": t.Title, "rows": rows})
	}
	return term.WriteJSON(out, list)
}
