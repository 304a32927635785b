package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"witness"
	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/bundle"
	"witness/engine/eval"
	"witness/engine/inspect"
	"witness/engine/project"
)

// briefingCmd runs every query that belongs to the briefing.
type briefingCmd struct {
	Session string      `help:"Report only on this session: the beginning of its id, or latest. Left out, the whole project is reported on."`
	Format  term.Format `embed:"" set:"formats=text,json,markdown"`
}

// mostLines is how many sessions have a line at the top of the briefing, if it reports on the project.
const mostLines = 5

// Run prints the briefing: a line for each session that it reports on, and the queries in their order, without those that return no rows.
func (b *briefingCmd) Run(ctx context.Context, s term.Streams) error {
	return asking(ctx, func(ctx context.Context, e *engine.Engine) error {
		session, err := chooseSession(ctx, e, b.Session)
		if err != nil {
			return err
		}
		p := term.NewProgress(s.Err)
		p.Doing("asking the questions of the briefing")
		tables, err := b.tables(ctx, e, session)
		p.End()
		if err != nil {
			return err
		}
		lines, err := sessionLines(ctx, e, session, []string{fmt.Sprint(mostLines)})
		if err != nil {
			return err
		}
		if b.Format.Chosen() == "json" {
			if len(lines.Rows) > 0 {
				tables = slices.Insert(tables, 0, lines)
			}
			return writeBriefingJSON(s.Out, tables)
		}
		shorten, err := inspect.Shortener(ctx, e)
		if err != nil {
			return err
		}
		if b.Format.Chosen() == "text" && len(lines.Rows) > 0 {
			if err := printSessions(s, lines, shorten); err != nil {
				return err
			}
		}
		for i, t := range tables {
			if i > 0 || b.Format.Chosen() == "text" {
				fmt.Fprintln(s.Out)
			}
			if b.Format.Chosen() == "markdown" {
				fmt.Fprintf(s.Out, "## %s\n\n", t.Title)
			} else {
				fmt.Fprintln(s.Out, s.Palette(s.Out).Paint(term.Bold, t.Title))
			}
			if err := printTable(s, t, b.Format.Chosen(), shorten); err != nil {
				return err
			}
		}
		if len(tables) == 0 && b.Format.Chosen() != "markdown" {
			reason, _, err := whyEmpty(ctx, e, session)
			return errors.Join(err, term.Say(s.Err, "witness: nothing to report: %s", reason))
		}
		return nil
	})
}

// tables runs the queries of the briefing and returns the results that have rows.
func (b *briefingCmd) tables(ctx context.Context, e *engine.Engine, session string) (tables []eval.Table, err error) {
	dir, err := term.WorkDir()
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
	silenced, err := inspect.Silences(ctx, witness.Files, dir)
	if err == nil && len(silenced) > 0 {
		t := eval.Table{Name: "silenced", Title: "Silenced", Columns: []string{"rule", "how", "what"}}
		for _, one := range silenced {
			what := one.What
			if b.Format.Chosen() == "text" {
				what = term.ShortPaths(e.Project.Root, project.Home()).Replace(what)
			}
			t.Rows = append(t.Rows, []any{one.Rule, one.How, what})
		}
		tables = append(tables, t)
	}
	return tables, err
}

// A briefingTable is what briefing prints of one query as JSON.
type briefingTable struct {
	Query string            `json:"query" jsonschema:"its name; sessions, which is first, for the lines of the sessions that are reported on; silenced for what keeps rules from reporting something"`
	Title string            `json:"title"`
	Rows  []json.RawMessage `json:"rows"`
}

// writeBriefingJSON writes a list with one object for each table, [] if there are none.
func writeBriefingJSON(out io.Writer, tables []eval.Table) error {
	list := []briefingTable{}
	for _, t := range tables {
		rows := make([]json.RawMessage, len(t.Rows))
		for i, row := range t.Rows {
			rows[i] = term.Object(t.Columns, row)
		}
		list = append(list, briefingTable{t.Name, t.Title, rows})
	}
	return term.WriteJSON(out, list)
}
