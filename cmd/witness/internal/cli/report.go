package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"witness"
	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/inspect"
	"witness/engine/report"
	"witness/engine/spent"
)

// reportCmd writes a page about the sessions of a project.
type reportCmd struct {
	Output    string         `short:"o" placeholder:"FILE" help:"The file to write, - for the standard output; witness-report.html if left out at a terminal."`
	Since     *term.Duration `placeholder:"7d" help:"Only the sessions that were used in this last time, such as 7d or 2w."`
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
	since := report.Time(0)
	if c.Since != nil {
		since = report.Time(time.Now().Add(-time.Duration(*c.Since)).UnixMilli())
	}
	var r *report.Report
	err = asking(ctx, func(ctx context.Context, e *engine.Engine) (err error) {
		if e.DB.Path == "" {
			return errors.New("nothing is recorded in this project yet; `witness init` installs the hooks, and `witness replay --format html` makes the page from the sessions that your agent has kept")
		}
		r, err = readReport(ctx, e, since, term.NewProgress(s.Err))
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
func readReport(ctx context.Context, e *engine.Engine, since report.Time, p *term.Progress) (*report.Report, error) {
	defer p.End()
	e.Eval.LoadAll()
	reader := report.NewReader(e.DB, e.Eval.Rules)
	var err error
	if reader.Prices, err = spent.LoadPrices(witness.Files); err != nil {
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
	r := reader.Build(e.Project.Root, "store", sessions)
	r.Since = since
	before, err := periodBefore(ctx, e, reader, since)
	if err != nil {
		return nil, err
	}
	r.Open(before)
	if r.Silenced, err = reader.ReadSilenced(ctx, e.DB, e.Config, since); err != nil {
		return nil, err
	}
	r.Fleet, err = report.ReadFleet(ctx, witness.Files, e.Eval)
	return r, err
}

// periodBefore returns the sessions of the period before the one that the report is about, none if that is all time.
func periodBefore(ctx context.Context, e *engine.Engine, reader *report.Reader, since report.Time) (list []*report.Session, err error) {
	if since == 0 {
		return nil, nil
	}
	all, err := report.Sessions(ctx, e.DB, since-(report.Time(time.Now().UnixMilli())-since))
	for _, s := range all {
		if s.Ended < since {
			list = append(list, s)
		}
	}
	report.Sort(list)
	return list, errors.Join(err, reader.LoadTime(ctx, e.DB, list))
}
