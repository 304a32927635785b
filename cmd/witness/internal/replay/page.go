package replay

import (
	"context"
	"errors"
	"path/filepath"
	"slices"

	"witness"
	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/report"
)

// newReader returns a reader for what a page or Markdown shows of the sessions of a replay, nil if another format is asked for.
func (r *Cmd) newReader(ctx context.Context, dir string, trial engine.Trial) (pages *report.Reader, err error) {
	if format := r.Format.Chosen(); format != "html" && format != "markdown" {
		return nil, nil
	}
	e, err := engine.NewReplay(ctx, witness.Files, dir, trial)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	return report.NewReader(witness.Files, e.DB, e.Rules())
}

// readPages returns what a page shows of the sessions in the store of a replay, with the findings of the rules in names.
func readPages(ctx context.Context, e *engine.Replay, pages *report.Reader, names map[string]bool) ([]*report.Session, error) {
	list, err := report.Sessions(ctx, e.DB, 0)
	for _, s := range list {
		s.Verdicts = slices.DeleteFunc(s.Verdicts, func(v report.Verdict) bool { return !names[v.Rule] })
		if err == nil {
			err = pages.Load(ctx, e.DB, s)
		}
	}
	if err == nil {
		err = pages.LoadTime(ctx, e.DB, list)
	}
	return list, err
}

// writePage writes the page of a replay.
func (r *Cmd) writePage(ctx context.Context, s term.Streams, pages *report.Reader, results []result) error {
	var list []*report.Session
	empty := 0
	for _, j := range results {
		list = append(list, j.pages...)
		if len(j.pages) == 0 {
			empty++
		}
	}
	page := pages.Build(projectOf(list), "recordings", list)
	page.Empty = empty
	page.Open(nil)
	if r.Anonymous {
		page.Anonymize()
	}
	return term.WritePage(ctx, s, r.Output, false, term.Count(len(list), "session"), page.HTML)
}

// projectOf returns the name of the project of the sessions, "" if they have several.
func projectOf(list []*report.Session) (name string) {
	for i, s := range list {
		if i > 0 && s.Root != list[0].Root {
			return ""
		}
		name = filepath.Base(s.Root)
	}
	return name
}
