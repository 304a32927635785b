package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"witness"
	"witness/engine"
)

// briefingCmd answers every question that has a place in the briefing.
type briefingCmd struct {
	Session string `help:"The session to speak of; the latest of this project if left out."`
	All     bool   `help:"Speak of all sessions."`
	Format  string `help:"${enum}" enum:"table,json,markdown" default:"table"`
}

// Run prints the briefing: the questions in their order, those without an answer left out.
func (b *briefingCmd) Run(s streams) (err error) {
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
	q := queryCmd{Session: b.Session, All: b.All}
	session, err := q.session(ctx, e)
	if err != nil {
		return err
	}
	queries := engine.LoadQueries(witness.Brain, dir)
	slices.SortStableFunc(queries, func(a, b *engine.Script) int { return cmp.Compare(a.Briefing, b.Briefing) })
	var answers []map[string]any
	said := false
	for _, f := range queries {
		if f.Briefing == 0 || f.Err != nil {
			continue
		}
		t, err := e.Query(ctx, f, session, nil)
		if err != nil {
			return err
		}
		if len(t.Rows) == 0 {
			continue
		}
		if b.Format == "json" {
			rows := make([]any, len(t.Rows))
			for i, row := range t.Rows {
				rows[i] = object(t.Columns, row)
			}
			answers = append(answers, map[string]any{"query": t.Name, "title": t.Title, "rows": rows})
			continue
		}
		if said {
			fmt.Fprintln(s.out)
		}
		said = true
		if b.Format == "markdown" {
			fmt.Fprintf(s.out, "## %s\n\n", t.Title)
		} else {
			fmt.Fprintln(s.out, t.Title)
		}
		if err := printTable(s.out, t, b.Format); err != nil {
			return err
		}
	}
	if b.Format == "json" {
		if answers == nil {
			answers = []map[string]any{}
		}
		return writeJSON(s.out, answers)
	}
	return nil
}
