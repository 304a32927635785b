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

// startSession adds to the verdict what a session should start with: what went wrong in witness
// itself, and the state of the project.
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
		text = intro + text + "\nIt may have changed since: run the tests before you rely on it."
	case text != "":
		text = intro + text
	case e.Config.Briefing == "always":
		text = "Nothing is known to be broken or left untested here."
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
		return c.Session, "How this session stands. ", nil
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
	return session, "How the last session in this project left it. ", err
}

// Bounds of the briefing at the start of a session.
const (
	startRows  = 5    // of one question
	startWidth = 200  // bytes of a row
	startBytes = 4000 // of all
)

// briefing is the state of a session in few words: a line with counts, and a line for each row of
// the questions that have a place in the briefing. It is "" if nothing is red, unless the briefing
// is always given. A question that cannot be answered in time is skipped and noted.
func (e *Engine) briefing(ctx context.Context, session string) string {
	files := (bundle.Loader{Sources: e.Sources}).Load(bundle.Queries)
	files = slices.DeleteFunc(files, func(f *bundle.File) bool {
		return f.Parse() != nil || f.Briefing == 0 || f.ReadsImports() // rules check reports mistakes
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
		counts = append(counts, fmt.Sprintf("%s: %d.", t.Title, len(t.Rows)))
		lines = append(lines, t.Title)
		for i, row := range t.Rows {
			if i == startRows {
				lines = append(lines, fmt.Sprintf("- and %d more", len(t.Rows)-startRows))
				break
			}
			lines = append(lines, "- "+hook.Truncate(inWords(t.Columns, row), startWidth))
		}
	}
	if len(counts) == 0 {
		return ""
	}
	return hook.Truncate(strings.Join(counts, " ")+"\n"+strings.Join(lines, "\n"), startBytes)
}

// inWords renders a row as one line: strings as they are, numbers with their column.
func inWords(columns []string, row []any) string {
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
