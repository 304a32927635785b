package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"witness/engine/bundle"
	"witness/engine/eval"
	"witness/engine/hook"
	"witness/engine/store"
)

// Limits on the briefing at the start of a session.
const (
	briefingRows     = 5    // of one query
	briefingRowBytes = 200  // of one row
	briefingBytes    = 4000 // of the whole briefing
)

// A briefing summarizes the state of a session: a line with counts, and the first rows of each query that
// has the key briefing, those with the key red first.
type briefing struct {
	files []*bundle.File // in the order of the briefing
	found map[*bundle.File]eval.Table
}

// newBriefing loads the queries of the briefing.
func (e *Engine) newBriefing() *briefing {
	files := (bundle.Loader{Sources: e.sources, Aside: e.Eval.SetAside}).Load(bundle.Queries)
	files = slices.DeleteFunc(files, func(f *bundle.File) bool {
		return f.Parse() != nil || f.Briefing == 0 || f.ReadsImports() // `rules check` reports its mistakes
	})
	slices.SortStableFunc(files, func(a, b *bundle.File) int {
		if a.Red != b.Red {
			return map[bool]int{true: -1, false: 1}[a.Red]
		}
		return cmp.Compare(a.Briefing, b.Briefing)
	})
	return &briefing{files, map[*bundle.File]eval.Table{}}
}

// ask runs the queries of the project, or all others. A query without the key red is run only if something
// is red, or if the briefing is always given. A query that fails or exceeds the time limit is skipped and
// reported as a fault.
func (b *briefing) ask(ctx context.Context, e *Engine, session string, ofProject bool) {
	limit := time.Duration(e.Config.AfterMS) * time.Millisecond
	ctx, cancel := store.WithBudget(ctx, limit)
	defer cancel()
	for _, f := range b.files {
		if (f.Origin == "project") != ofProject || !f.Red && len(b.found) == 0 && e.Config.Briefing != "always" {
			continue
		}
		run := func(ctx context.Context) (err error) {
			t, err := e.Eval.Query(ctx, f, session, nil)
			if err == nil && len(t.Rows) > 0 {
				b.found[f] = t
			}
			return err
		}
		var err error
		if f.Origin == "embedded" {
			err = run(ctx)
		} else {
			err = e.Eval.Mark.Run(ctx, f, limit, run)
		}
		if err != nil {
			e.fault(f.Path, err)
		}
	}
}

// text returns the briefing, "" if no query has rows.
func (b *briefing) text() string {
	var counts, lines []string
	for _, f := range b.files {
		t, ok := b.found[f]
		if !ok {
			continue
		}
		title := t.Title
		if f.Origin == "project" {
			title += " (a question of this project)"
		}
		counts = append(counts, fmt.Sprintf("%s: %d.", title, len(t.Rows)))
		lines = append(lines, title)
		for i, row := range t.Rows {
			if i == briefingRows {
				lines = append(lines, fmt.Sprintf("- and %d more", len(t.Rows)-briefingRows))
				break
			}
			lines = append(lines, "- "+hook.Truncate(hook.Sanitize(rowText(t.Columns, row)), briefingRowBytes))
		}
	}
	if len(counts) == 0 {
		return ""
	}
	return hook.Truncate(strings.Join(counts, " ")+"\n"+strings.Join(lines, "\n"), briefingBytes)
}

// rowText renders a row as one line: strings as they are, numbers with their column.
func rowText(columns []string, row []any) string {
	var words []string
	for i, value := range row {
		switch value := value.(type) {
		case nil:
		case string:
			if value != "" {
				words = append(words, value)
			}
		default:
			words = append(words, fmt.Sprintf("%s: %v", columns[i], value))
		}
	}
	return strings.Join(words, ", ")
}
