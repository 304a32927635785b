package main

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"witness"
	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/bundle"
	"witness/engine/eval"
	"witness/engine/hook"
)

// queryCmd runs a named query on the store.
type queryCmd struct {
	Name    string   `arg:"" optional:"" help:"The query; left out, all are listed."`
	Args    []string `arg:"" optional:"" help:"Its arguments, such as a file or a test."`
	Session string   `help:"The session to query; the latest of this project if left out."`
	All     bool     `help:"Query all sessions."`
	Format  string   `help:"${enum}" enum:"table,json,ndjson,csv,markdown" default:"table"`
}

// Run prints the result of the query, or the list of queries.
func (q *queryCmd) Run(ctx context.Context, s term.Streams) error {
	dir, err := term.WorkDir()
	if err != nil {
		return err
	}
	queries := eval.LoadQueries(witness.Files, dir)
	if q.Name == "" {
		return listQueries(s.Out, queries)
	}
	i := slices.IndexFunc(queries, func(f *bundle.File) bool { return f.Name == q.Name })
	if i < 0 {
		names := make([]string, len(queries))
		for i, f := range queries {
			names[i] = f.Name
		}
		return fmt.Errorf("no query %q%s", q.Name, bundle.DidYouMean(q.Name, names))
	}
	return withEngine(ctx, func(ctx context.Context, e *engine.Engine) error {
		session, err := chooseSession(ctx, e, q.Session, q.All)
		if err != nil {
			return err
		}
		t, err := e.Eval.Query(ctx, queries[i], session, q.Args)
		if err != nil {
			return err
		}
		return printTable(s.Out, t, q.Format)
	})
}

// chooseSession returns the session to query: the named one, that of the Claude Code process which
// runs the command, or the latest of the project. It returns "" for all sessions.
func chooseSession(ctx context.Context, e *engine.Engine, named string, all bool) (string, error) {
	switch {
	case all:
		return "", nil
	case named != "":
		return named, nil
	case os.Getenv("CLAUDE_CODE_SESSION_ID") != "":
		return os.Getenv("CLAUDE_CODE_SESSION_ID"), nil
	}
	session, err := e.Eval.LatestSession(ctx)
	if err == nil && session == "" {
		session = "none" // nothing is recorded yet: the name of no session makes every result empty
	}
	return session, err
}

// listQueries prints a line for each query: its name, arguments and summary.
func listQueries(out io.Writer, queries []*bundle.File) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, f := range queries {
		summary := hook.Sanitize(f.Summary())
		if f.Err != nil {
			summary = "Broken: see witness rules check."
		}
		var args []string
		for _, a := range f.Args {
			if name, optional := strings.CutSuffix(a, "?"); optional {
				args = append(args, "["+strings.ToUpper(name)+"]")
			} else {
				args = append(args, strings.ToUpper(name))
			}
		}
		fmt.Fprintf(w, "%s\t%s\n", strings.Join(append([]string{f.Name}, args...), " "), summary)
	}
	return w.Flush()
}

// printTable writes t in one of the formats of queryCmd. Without rows json prints [], csv prints
// its heading, and the other formats print nothing.
func printTable(out io.Writer, t eval.Table, format string) error {
	switch format {
	case "json":
		rows := make([]json.RawMessage, len(t.Rows))
		for i, row := range t.Rows {
			rows[i] = term.Object(t.Columns, row)
		}
		return term.WriteJSON(out, rows)
	case "ndjson":
		for _, row := range t.Rows {
			if _, err := fmt.Fprintf(out, "%s\n", term.Object(t.Columns, row)); err != nil {
				return err
			}
		}
		return nil
	case "csv":
		return csv.NewWriter(out).WriteAll(append([][]string{t.Columns}, term.Texts(t)...))
	case "markdown":
		return term.Markdown(out, t)
	}
	if len(t.Rows) == 0 {
		return nil
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, strings.ToUpper(strings.Join(t.Columns, "\t")))
	for _, row := range term.Texts(t) {
		fmt.Fprintln(w, strings.Join(row, "\t"))
	}
	return w.Flush()
}
