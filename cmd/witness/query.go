package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"witness"
	"witness/engine"
)

// queryCmd asks one question of the store.
type queryCmd struct {
	Name    string   `arg:"" optional:"" help:"The question; left out, all are listed."`
	Args    []string `arg:"" optional:"" help:"What it asks about, such as a file or a test."`
	Session string   `help:"The session to ask about; the latest of this project if left out."`
	All     bool     `help:"Ask about all sessions."`
	Format  string   `help:"${enum}" enum:"table,json,ndjson,csv,markdown" default:"table"`
}

// Run answers.
func (q *queryCmd) Run(s streams) (err error) {
	ctx := context.Background()
	dir, err := workDir()
	if err != nil {
		return err
	}
	queries := engine.LoadQueries(witness.Brain, dir)
	if q.Name == "" {
		return listQueries(s.out, queries)
	}
	i := slices.IndexFunc(queries, func(f *engine.Script) bool { return f.Name == q.Name })
	if i < 0 {
		names := make([]string, len(queries))
		for i, f := range queries {
			names[i] = f.Name
		}
		return fmt.Errorf("no query %q%s", q.Name, engine.DidYouMean(q.Name, names))
	}
	e, err := engine.Open(ctx, witness.Brain, dir, os.Getenv("CLAUDE_PROJECT_DIR"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	session, err := q.session(ctx, e)
	if err != nil {
		return err
	}
	t, err := e.Query(ctx, queries[i], session, q.Args)
	if err != nil {
		return err
	}
	return printTable(s.out, t, q.Format)
}

// session is the session that is asked about, "" for all.
func (q *queryCmd) session(ctx context.Context, e *engine.Engine) (string, error) {
	switch {
	case q.All:
		return "", nil
	case q.Session != "":
		return q.Session, nil
	case os.Getenv("CLAUDE_CODE_SESSION_ID") != "":
		return os.Getenv("CLAUDE_CODE_SESSION_ID"), nil // an agent asks: about its own session
	}
	session, err := e.LatestSession(ctx)
	if err == nil && session == "" {
		session = "none" // nothing was heard yet; every answer is empty
	}
	return session, err
}

// listQueries prints a line for each question.
func listQueries(out io.Writer, queries []*engine.Script) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, f := range queries {
		summary := f.Summary()
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

// printTable writes an answer in one of the formats. No rows are no output, except for
// json, which is an empty list then, and csv, which has its heading.
func printTable(out io.Writer, t engine.Table, format string) error {
	switch format {
	case "json":
		rows := make([]json.RawMessage, len(t.Rows))
		for i, row := range t.Rows {
			rows[i] = object(t.Columns, row)
		}
		return writeJSON(out, rows)
	case "ndjson":
		for _, row := range t.Rows {
			if _, err := fmt.Fprintf(out, "%s\n", object(t.Columns, row)); err != nil {
				return err
			}
		}
		return nil
	case "csv":
		w := csv.NewWriter(out)
		records := append([][]string{t.Columns}, texts(t)...)
		return w.WriteAll(records)
	case "markdown":
		return markdown(out, t)
	}
	if len(t.Rows) == 0 {
		return nil
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, strings.ToUpper(strings.Join(t.Columns, "\t")))
	for _, row := range texts(t) {
		fmt.Fprintln(w, strings.Join(row, "\t"))
	}
	return w.Flush()
}

// writeJSON writes a value as one indented JSON document, with < and & as they are.
func writeJSON(out io.Writer, v any) error {
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// object is a row as a JSON object, its keys in the order of the columns.
func object(columns []string, row []any) json.RawMessage {
	b := []byte{'{'}
	for i, c := range columns {
		if i > 0 {
			b = append(b, ',')
		}
		for j, v := range []any{c, row[i]} {
			var text bytes.Buffer
			enc := json.NewEncoder(&text)
			enc.SetEscapeHTML(false)
			if err := enc.Encode(v); err != nil {
				text.WriteString("null") // a number that JSON lacks
			}
			b = append(b, bytes.TrimSpace(text.Bytes())...)
			if j == 0 {
				b = append(b, ':')
			}
		}
	}
	return append(b, '}')
}

// texts are the rows as text; NULL is empty.
func texts(t engine.Table) [][]string {
	rows := make([][]string, len(t.Rows))
	for i, row := range t.Rows {
		rows[i] = make([]string, len(row))
		for j, v := range row {
			if v != nil {
				rows[i][j] = fmt.Sprint(v)
			}
		}
	}
	return rows
}

// markdown writes a pipe table.
func markdown(out io.Writer, t engine.Table) error {
	if len(t.Rows) == 0 {
		return nil
	}
	var b strings.Builder
	line := func(cells []string) {
		for _, c := range cells {
			b.WriteString("| " + strings.ReplaceAll(c, "|", `\|`) + " ")
		}
		b.WriteString("|\n")
	}
	line(t.Columns)
	line(slices.Repeat([]string{"---"}, len(t.Columns)))
	for _, row := range texts(t) {
		line(row)
	}
	_, err := io.WriteString(out, b.String())
	return err
}
