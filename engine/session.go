package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"witness/engine/bundle"
	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/store"
)

// startSession adds the messages for the start of a session to the verdict: the faults of witness
// itself, and the briefing about the state of the project.
func (e *Engine) startSession(ctx context.Context, c *facts.Call, v *hook.Verdict) error {
	faults, err := e.reportFaults(ctx, c)
	v.Add(faults)
	if err != nil || e.Config.Briefing == "never" || e.Config.Observes("briefing") {
		return err
	}
	session, intro, err := e.briefedSession(ctx, c)
	if err != nil || session == "" && e.Config.Briefing == "auto" {
		return err
	}
	text := ""
	if session != "" {
		text = e.briefing(ctx, session)
	}
	switch {
	case text != "" && session != c.Session:
		text = intro + text + "\nIt may have changed since then. Run the tests before you rely on it."
	case text != "":
		text = intro + text
	case e.Config.Briefing == "always":
		text = "There are no known failing tests and no untested edits in this project."
	default:
		return nil
	}
	v.Add(hook.Verdict{Findings: []hook.Finding{{Rule: "briefing", Severity: hook.Warn, Message: text}}})
	return nil
}

// briefedSession returns the session whose state the start of a session reports, and a sentence
// that introduces it: the session itself if it continues (resumed, compacted), or else the last
// one of the project that edited or tested anything. It is "" if there is none, or if another
// hook has just reported it for the same start.
func (e *Engine) briefedSession(ctx context.Context, c *facts.Call) (session, intro string, err error) {
	last := ""
	err = e.DB.Each(ctx, "SELECT moment || source FROM events WHERE session = :session AND t < :t ORDER BY t DESC LIMIT 1",
		store.Args{"session": c.Session, "t": c.T}, func(_ []string, row []store.Value) error {
			last = store.Text(row[0])
			return nil
		})
	if err != nil || last == hook.Start+c.Source {
		return "", "", err
	}
	if last != "" && !strings.HasPrefix(last, hook.Start) {
		return c.Session, "This is the state of the session. ", nil
	}
	err = e.DB.Each(ctx, `
		SELECT s.session
		FROM   (SELECT session FROM sessions x WHERE root = :root AND session <> :session
		          AND EXISTS (SELECT 1 FROM tally y WHERE y.session = x.session AND coalesce(y.last_edit, y.last_run) > 0)
		        ORDER BY started DESC LIMIT 20) s
		ORDER  BY (SELECT v.at FROM events v WHERE v.session = s.session ORDER BY v.t DESC LIMIT 1) DESC
		LIMIT  1`,
		store.Args{"session": c.Session, "root": c.Project.Root}, func(_ []string, row []store.Value) error {
			session = store.Text(row[0])
			return nil
		})
	return session, "This is the state at the end of the last session in this project. ", err
}

// Limits on the briefing at the start of a session.
const (
	briefingRows     = 5    // of one query
	briefingRowBytes = 200  // of one row
	briefingBytes    = 4000 // of the whole briefing
)

// briefing summarizes the state of a session: a line with counts, and the first rows of each query
// that has the key briefing. It is "" if no query with the key red has rows, unless the briefing is
// always given. A query that fails or exceeds the time limit is skipped and reported as a fault.
func (e *Engine) briefing(ctx context.Context, session string) string {
	files := (bundle.Loader{Sources: e.sources}).Load(bundle.Queries)
	files = slices.DeleteFunc(files, func(f *bundle.File) bool {
		return f.Parse() != nil || f.Briefing == 0 || f.ReadsImports() // `rules check` reports its mistakes
	})
	slices.SortStableFunc(files, func(a, b *bundle.File) int {
		if a.Red != b.Red {
			return map[bool]int{true: -1, false: 1}[a.Red]
		}
		return cmp.Compare(a.Briefing, b.Briefing)
	})
	ctx, cancel := store.WithBudget(ctx, time.Duration(e.Config.AfterMS)*time.Millisecond)
	defer cancel()
	red := e.Config.Briefing == "always"
	var counts, lines []string
	for _, f := range files {
		if !f.Red && !red {
			break
		}
		t, err := e.Eval.Query(ctx, f, session, nil)
		if err != nil {
			e.fault(f.Path, err)
			continue
		}
		if len(t.Rows) == 0 {
			continue
		}
		red = true
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
