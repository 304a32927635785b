package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"witness"
	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/inspect"
	"witness/engine/project"
	"witness/engine/report"
)

// reportCmd writes a page about the sessions of a project.
type reportCmd struct {
	Output    string         `short:"o" placeholder:"FILE" help:"The file to write, - for the standard output; witness-report.html if left out at a terminal."`
	Since     *term.Duration `xor:"since" placeholder:"7d" help:"Only the sessions that were used in this last time, such as 7d or 2w."`
	Weekly    string         `xor:"since" placeholder:"DIR" help:"Write the page of this week, from Monday on, into a folder, as PROJECT-2026-W48.html."`
	Open      bool           `help:"Show the page in your browser."`
	Anonymous bool           `help:"Replace paths, commands and names by numbered ones, so that the page can be shared."`
	Format    term.Format    `embed:"" set:"formats=html,json"`
}

// Run reads the store and writes the page. It creates no store.
func (c *reportCmd) Run(ctx context.Context, s term.Streams) error {
	dir, err := term.WorkDir()
	if err != nil {
		return err
	}
	since, before := report.Time(0), time.Duration(0)
	switch {
	case c.Since != nil:
		before = time.Duration(*c.Since)
		since = report.Time(time.Now().Add(-before).UnixMilli())
	case c.Weekly != "":
		if c.Output != "" {
			return term.UsageError{Err: errors.New("--weekly names the file itself: leave --output out")}
		}
		if err := os.MkdirAll(c.Weekly, 0o755); err != nil {
			return fmt.Errorf("the folder for the pages: %w", err)
		}
		monday := engine.Monday(time.Now())
		year, week := monday.ISOWeek()
		root := project.RootOf(dir)
		name := filepath.Base(root)
		if name != inspect.ProjectName(ctx, witness.Files, root) {
			name = project.StoreFolder(root) // the folder of pages may be that of the other one, too
		}
		c.Output = filepath.Join(c.Weekly, fmt.Sprintf("%s-%d-W%02d.html", name, year, week))
		since, before = report.Time(monday.UnixMilli()), 7*24*time.Hour
	}
	var r *report.Report
	err = asking(ctx, func(ctx context.Context, e *engine.Engine) (err error) {
		if e.DB.Path == "" {
			return errors.New("nothing is recorded in this project yet; `witness init` installs the hooks, and `witness replay --format html` makes the page from the sessions that your agent has kept")
		}
		r, err = readReport(ctx, e, since, before, term.NewProgress(s.Err))
		return err
	})
	if err != nil {
		return err
	}
	p := term.NewProgress(s.Err)
	p.Doing("measuring the rules")
	timing, err := inspect.MeasureRules(ctx, witness.Files, dir)
	p.End()
	if err != nil {
		return err
	}
	for _, t := range timing.Rules {
		r.AddTime(t.Rule, t.Took, t.Limit)
	}
	if c.Anonymous {
		r.Anonymize()
	}
	write := r.HTML
	if c.Format.Chosen() == "json" {
		write = func(out io.Writer) error { return term.WriteJSON(out, r) }
	}
	return term.WritePage(ctx, s, c.Output, c.Open, term.Count(r.Totals.Sessions, "session"), write)
}

// readReport reads the report of the engine's store.
func readReport(ctx context.Context, e *engine.Engine, since report.Time, length time.Duration, p *term.Progress) (*report.Report, error) {
	defer p.End()
	e.Eval.LoadAll()
	reader, err := report.NewReader(witness.Files, e.DB, e.Eval.Rules)
	if err != nil {
		return nil, err
	}
	p.Doing("reading the store")
	sessions, err := report.Sessions(ctx, e.DB, since)
	if err != nil {
		return nil, err
	}
	err = reader.LoadTelling(ctx, e.DB, sessions, func(done, of int) { p.Show(int64(done), int64(of), fmt.Sprintf("%d of %d sessions", done, of)) })
	if err != nil {
		return nil, err
	}
	p.Doing("putting the page together")
	r := reader.Build(inspect.ProjectName(ctx, witness.Files, e.Project.Root), "store", sessions)
	r.Since = since
	before, err := periodBefore(ctx, e, reader, since, length)
	if err != nil {
		return nil, err
	}
	r.Open(before)
	if r.Empty, err = report.Empty(ctx, e.DB, since); err != nil {
		return nil, err
	}
	if r.Silenced, err = reader.ReadSilenced(ctx, e.DB, e.Config, since); err != nil {
		return nil, err
	}
	r.Fleet, err = report.ReadFleet(ctx, witness.Files, e.Eval)
	return r, err
}

// periodBefore returns the sessions of the period of a length before the one that the report is about, none if that is all time.
func periodBefore(ctx context.Context, e *engine.Engine, reader *report.Reader, since report.Time, length time.Duration) (list []*report.Session, err error) {
	if since == 0 {
		return nil, nil
	}
	all, err := report.Sessions(ctx, e.DB, since-report.Time(length.Milliseconds()))
	for _, s := range all {
		if s.Ended < since {
			list = append(list, s)
		}
	}
	report.Sort(list)
	return list, errors.Join(err, reader.LoadTime(ctx, e.DB, list))
}
