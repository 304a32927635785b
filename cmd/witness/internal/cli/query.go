package cli

import (
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"witness"
	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/bundle"
	"witness/engine/eval"
	"witness/engine/hook"
	"witness/engine/inspect"
)

// queryCmd runs a named query on the store.
type queryCmd struct {
	Name    string      `arg:"" optional:"" help:"The query; left out, all are listed."`
	Args    []string    `arg:"" optional:"" help:"Its arguments, such as a file or a test."`
	Session string      `help:"Ask only about this session: the beginning of its id, or latest. Left out, the whole project is asked."`
	Format  term.Format `embed:"" set:"formats=text,json,ndjson,csv,markdown"`
}

// Run prints the result of the query, or the list of queries.
func (q *queryCmd) Run(ctx context.Context, s term.Streams) error {
	dir, err := term.WorkDir()
	if err != nil {
		return err
	}
	queries := eval.LoadQueries(witness.Files, dir)
	if q.Name == "" {
		return listQueries(s, queries, q.Format.Chosen())
	}
	i := slices.IndexFunc(queries, func(f *bundle.File) bool { return f.Name == q.Name })
	if i < 0 {
		names := make([]string, len(queries))
		for i, f := range queries {
			names[i] = f.Name
		}
		return fmt.Errorf("no query %q%s", q.Name, cmp.Or(bundle.DidYouMean(q.Name, names), "; `witness query` lists them"))
	}
	return asking(ctx, func(ctx context.Context, e *engine.Engine) error {
		session, err := chooseSession(ctx, e, q.Session)
		if err != nil {
			return err
		}
		p := term.NewProgress(s.Err)
		p.Doing("asking " + queries[i].Name)
		t, err := e.Eval.Query(ctx, queries[i], session, q.Args)
		p.End()
		if err != nil {
			return err
		}
		if q.Format.Chosen() == "text" {
			reason, unknown, err := whyEmpty(ctx, e, t.Session)
			if err != nil {
				return err
			}
			if len(t.Rows) == 0 {
				reason = fmt.Sprintf("%s: none%s; %s", t.Title, forArguments(q.Args), reason)
			}
			if len(t.Rows) == 0 || unknown {
				if err := term.Say(s.Err, "witness: %s", reason); err != nil {
					return err
				}
			}
		}
		shorten, err := inspect.Shortener(ctx, e)
		if err != nil {
			return err
		}
		return printTable(s, t, q.Format.Chosen(), shorten)
	})
}

// chooseSession returns the session whose id begins with named, or the latest one for "latest". It returns "", all of the project, for "".
func chooseSession(ctx context.Context, e *engine.Engine, named string) (string, error) {
	switch named {
	case "":
		return "", nil
	case "latest":
		session, err := e.Eval.LatestSession(ctx)
		if err == nil && session == "" {
			err = errors.New("nothing has been recorded in this project yet")
		}
		return session, err
	}
	return inspect.SessionID(ctx, e, named)
}

// whyEmpty says what was asked when an answer is empty: which session, and what is recorded of it. unknown is whether
// that is nothing at all, so that an answer with rows, such as counts, says nothing either.
func whyEmpty(ctx context.Context, e *engine.Engine, session string) (reason string, unknown bool, err error) {
	all, err := e.DB.Int(ctx, "SELECT count(*) FROM sessions")
	if err != nil || all == 0 {
		return "nothing has been recorded in this project yet (`witness doctor` tests the hooks)", true, err
	}
	if session == "" {
		return term.Count(int(all), "session") + " of this project asked", false, nil
	}
	shorten, err := inspect.Shortener(ctx, e)
	if err != nil {
		return "", false, err
	}
	calls, err := e.DB.Int(ctx, e.DB.WithViews("SELECT count(*) FROM agent_calls WHERE session = :p1"), session)
	return fmt.Sprintf("only session %s was asked, which has %s", shorten(session), term.Count(int(calls), "call")), false, err
}

// forArguments returns what a query was asked about, "" if it takes no arguments.
func forArguments(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return " for " + hook.Sanitize(strings.Join(args, " "))
}

// listQueries prints a line for each query: its name, arguments and summary.
func listQueries(s term.Streams, queries []*bundle.File, format string) error {
	t := eval.Table{Title: "Queries", Columns: []string{"query", "args", "summary"}}
	var lines []string
	for _, f := range queries {
		summary := hook.Sanitize(f.Summary())
		if f.Err != nil {
			summary = "Broken: see witness rules check."
		}
		var args, short []string
		for _, a := range f.Args {
			name, optional := strings.CutSuffix(strings.ToUpper(a), "?")
			if !optional {
				args, short = append(args, name), append(short, name)
				continue
			}
			if args = append(args, "["+name+"]"); !slices.Contains(short, "[…]") {
				short = append(short, "[…]") // their names would take half of a line
			}
		}
		t.Rows = append(t.Rows, []any{f.Name, strings.Join(args, " "), summary})
		lines = append(lines, strings.Join(append([]string{f.Name}, short...), " ")+"\t"+summary)
	}
	if format == "text" {
		return term.Columns(s.Out, lines)
	}
	return printTable(s, t, format, nil)
}

// printTable writes t in one of the formats of queryCmd. Without rows json prints [], csv prints
// its heading, and the other formats print nothing. shorten shortens the ids of sessions in a table.
func printTable(s term.Streams, t eval.Table, format string, shorten func(session string) string) error {
	out := s.Out
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
	return term.Table(s, t, shorten)
}
