package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"witness"
	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/bundle"
	"witness/engine/eval"
	"witness/engine/inspect"
)

// sessionsCmd lists the sessions of the project: the answer of queries.d/sessions.sql, and in a table a ribbon of
// each session's calls.
type sessionsCmd struct {
	Number *int           `short:"n" help:"How many sessions are listed; 20 if left out, on a screen 200. With --by all are asked."`
	Agent  string         `help:"Only those of this client." placeholder:"NAME"`
	Model  string         `help:"Only those of a model with this in its name, by the client's transcript." placeholder:"NAME"`
	Red    bool           `help:"Only those that have turned a test red."`
	Since  *term.Duration `help:"Only those that began in this last time, such as 7d or 2w." placeholder:"7d"`
	File   string         `help:"Only those that have changed this file; the end of its path is enough." placeholder:"FILE"`
	By     string         `help:"Add up what they have spent, time and tokens: by session, day, branch, agent, model or tool." enum:"session,day,branch,agent,model,tool," default:"" placeholder:"WHAT"`
	Format term.Format    `embed:"" set:"formats=text,json,ndjson,csv,markdown"`

	onScreen bool // a terminal shows the list, and Enter opens a session
}

// How many sessions are listed unless a number is given.
const (
	most         = 20
	mostOnScreen = 200
)

// args returns the arguments of the question. With --red all are asked: which of them are left out is not known before.
func (c *sessionsCmd) args() []string {
	n, since := c.number(), ""
	if c.Red {
		n = math.MaxInt32
	}
	if c.Since != nil {
		since = fmt.Sprint(time.Now().Add(-time.Duration(*c.Since)).UnixMilli())
	}
	args := []string{fmt.Sprint(n), c.Agent, c.Model, since, c.File}
	for args[len(args)-1] == "" { // a question of the project may take fewer
		args = args[:len(args)-1]
	}
	return args
}

// number returns how many sessions are listed.
func (c *sessionsCmd) number() int {
	switch {
	case c.Number != nil:
		return *c.Number
	case c.By != "":
		return math.MaxInt32
	case c.onScreen:
		return mostOnScreen
	}
	return most
}

// choose leaves those sessions in a table that are asked for.
func (c *sessionsCmd) choose(t *eval.Table) {
	turned := slices.Index(t.Columns, "turned")
	if c.Red {
		t.Rows = slices.DeleteFunc(t.Rows, func(row []any) bool { return row[turned] == int64(0) })
	}
	t.Rows = t.Rows[:min(c.number(), len(t.Rows))]
}

// filtered reports whether not all sessions are asked for.
func (c *sessionsCmd) filtered() bool {
	return c.Agent != "" || c.Model != "" || c.Red || c.Since != nil || c.File != ""
}

// Run shows the sessions on a terminal, and otherwise prints a line for each.
func (c *sessionsCmd) Run(ctx context.Context, s term.Streams) error {
	if c.Number != nil && *c.Number < 1 {
		return term.UsageError{Err: fmt.Errorf("--number must be at least 1, not %d", *c.Number)}
	}
	c.onScreen = c.By == "" && c.Format == (term.Format{}) && s.HaveScreen()
	var show func() error // when the store is closed again
	err := asking(ctx, func(ctx context.Context, e *engine.Engine) error {
		p := term.NewProgress(s.Err)
		p.Doing("reading the sessions")
		t, err := sessionLines(ctx, e, "", c.args())
		p.End()
		if err != nil {
			return err
		}
		c.choose(&t)
		shorten, err := inspect.Shortener(ctx, e)
		if err != nil {
			return err
		}
		switch {
		case len(t.Rows) == 0 && c.filtered() && c.Format.Chosen() == "text":
			known, err := c.known(ctx, e)
			return errors.Join(err, term.Say(s.Err, "witness: no session is like that; %s`witness sessions` lists all", known))
		case c.By != "" && (len(t.Rows) > 0 || c.Format.Chosen() != "text"):
			return c.printBy(ctx, s, e, t, shorten)
		case c.Format.Chosen() != "text":
			return printTable(s, t, c.Format.Chosen(), shorten)
		case len(t.Rows) == 0:
			reason, _, err := whyEmpty(ctx, e, "")
			fmt.Fprintf(s.Err, "witness: no sessions: %s\n", reason)
			return err
		}
		all, err := e.DB.Int(ctx, "SELECT count(*) FROM sessions")
		if err != nil {
			return err
		}
		earlier := ""
		if more := int(all) - len(t.Rows); more > 0 && !c.filtered() {
			earlier = fmt.Sprintf("%s: witness sessions -n %d", term.Count(more, "earlier session"), all)
		}
		if c.onScreen {
			list, root, path := sessionList(t, shorten, earlier), e.Project.Root, e.DB.Path
			show = func() error { return browse(ctx, list, root, path, s) }
			return nil
		}
		if err := errors.Join(printSessions(s, t, shorten), printLegend(s)); err != nil {
			return err
		}
		if earlier != "" {
			_, err = fmt.Fprintf(s.Out, "\n%s\n", earlier)
		}
		return err
	})
	if err != nil || show == nil {
		return err
	}
	return show()
}

// sessionLines asks the question about sessions, for one session or for those that the arguments choose.
func sessionLines(ctx context.Context, e *engine.Engine, session string, args []string) (eval.Table, error) {
	queries := eval.LoadQueries(witness.Files, e.Project.Dir)
	i := slices.IndexFunc(queries, func(f *bundle.File) bool { return f.Name == "sessions" })
	t, err := e.Eval.Query(ctx, queries[i], session, args)
	if err != nil {
		return t, err
	}
	for _, column := range sessionColumns {
		if !slices.Contains(t.Columns, column) { // a file of the project or the user replaces the query
			return t, &bundle.FileError{Path: queries[i].Path, Err: fmt.Errorf("the query sessions returns no column %s; witness sessions needs %s", column, strings.Join(sessionColumns, ", "))}
		}
	}
	return t, nil
}

// sessionColumns are the columns from which printSessions makes a line.
var sessionColumns = []string{"session", "started", "at", "agent", "title", "calls", "edits", "runs", "failed", "turned", "red", "said", "track"}

// Widths in printSessions.
const (
	anyRibbon   = 24 // of a ribbon, if lines may have any length
	leastRibbon = 10
	mostRibbon  = 60
	leastTitle  = 8
)

// printSessions prints the lines of sessions.
func printSessions(s term.Streams, t eval.Table, shorten func(string) string) error {
	lines, err := drawSessions(t, shorten, term.ScreenWidth(s.Out), s.Palette(s.Out))
	if err == nil {
		_, err = fmt.Fprintln(s.Out, strings.Join(lines, "\n"))
	}
	return err
}

// drawSessions returns a heading and a line for each session, which is not wrapped: the title and the ribbon share what the
// other of so many columns leave; 0 is any number.
func drawSessions(t eval.Table, shorten func(string) string, columns int, paint term.Palette) ([]string, error) {
	g := term.Grid{
		Heading: []string{"SESSION", "WHEN", "TOOK", "AGENT", "CALLS", "EDITS", "RUNS", "RED", "SAID"},
		Right:   []bool{2: true, 4: true, 5: true, 6: true, 7: true, 8: true},
	}
	g.Style = func(column int, cell string) term.Style {
		switch name := g.Heading[column]; {
		case cell == "0":
			return term.Dim
		case name == "RED":
			return term.Red
		case name == "SAID":
			return term.Yellow
		}
		return term.Plain
	}
	texts, longest := term.Texts(t), len("TITLE")
	of := func(row []string, column string) string { return row[slices.Index(t.Columns, column)] }
	for _, row := range texts {
		started, err := time.Parse(eval.TimeFormat, of(row, "started"))
		if err != nil {
			return nil, err
		}
		last, err := time.Parse(eval.TimeFormat, of(row, "at"))
		if err != nil {
			last = started // its events were deleted
		}
		g.Rows = append(g.Rows, []string{
			shorten(of(row, "session")), term.Day(started), term.Took(last.Sub(started)), of(row, "agent"),
			of(row, "calls"), of(row, "edits"), of(row, "runs"), of(row, "red"), of(row, "said"),
		})
		longest = max(longest, term.Width(of(row, "title")))
	}
	title, ribbon := longest, anyRibbon
	if columns > 0 {
		left := columns - g.Width() - 4
		title = max(leastTitle, min(longest, left/2))
		ribbon = min(max(left-title, leastRibbon), mostRibbon)
	}
	g.Heading = append(g.Heading, term.Pad("TITLE", title), "RIBBON")
	for i, row := range texts {
		g.Rows[i] = append(g.Rows[i], term.Pad(term.Cut(of(row, "title"), title), title))
	}
	var b strings.Builder
	if err := g.Write(&b, 0, paint); err != nil {
		return nil, err
	}
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	for i, row := range texts {
		lines[1+i] += "  " + term.NewRibbon(of(row, "track")).Strip(ribbon, paint)
	}
	return lines, nil
}

// printLegend explains the ribbons.
func printLegend(s term.Streams) error {
	for _, line := range term.Wrap(term.RibbonLegend, cmp.Or(term.ScreenWidth(s.Out), len(term.RibbonLegend)), 0) {
		if _, err := fmt.Fprintln(s.Out, s.Palette(s.Out).Paint(term.Dim, line)); err != nil {
			return err
		}
	}
	return nil
}
