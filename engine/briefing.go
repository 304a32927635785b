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
	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/store"
)

// Limits on the briefing at the start of a session.
const (
	briefingRows     = 5    // of one query
	briefingRowBytes = 200  // of one row
	briefingBytes    = 4000 // of the whole briefing

	compactRows     = 3  // of one query, after a compaction: all of them are on one line
	compactRowBytes = 80 // of one of these rows
	compactLines    = 9  // below the line with what it is
)

// A briefing summarizes the state of a session: a line with counts, and the first rows of each query that
// has the key briefing, those with the key red first.
type briefing struct {
	files []*bundle.File // in the order of the briefing
	found map[*bundle.File]eval.Table
	short bool // after a compaction: what is not red is told as well, and each query has one line
}

// A briefer tells the agent at the start of a session what the state of the project is.
type briefer struct {
	db       *store.DB
	config   *project.Config
	sources  []bundle.Source
	eval     *eval.Evaluator
	faults   *faultLog
	watchdog *Watchdog
}

// brief adds the briefing to the verdict, if there is anything to report. The queries of the project are asked last, and
// under the watchdog: if one of them does not end, the hook answers with what the other queries have found.
//
// moment is the start or the compaction that it is about; the present one may follow it.
func (b *briefer) brief(ctx context.Context, c *facts.Call, moment string, v *hook.Verdict) error {
	if b.config.Briefing == "never" || b.config.Observes("briefing") {
		return nil
	}
	session, intro, err := b.briefedSession(ctx, c, moment)
	if err != nil || intro == "" {
		return err
	}
	brief := b.load(moment == hook.Compact || moment == hook.Start && c.Source == "compact")
	b.ask(ctx, brief, session, false)
	known := hook.Verdict{Findings: slices.Clone(v.Findings)}
	known.Add(b.briefed(c, session, intro, brief.text(), brief.short))
	green := len(brief.found) == 0
	b.watchdog.guard(time.Duration(b.config.AfterMS)*time.Millisecond, known, func() { b.ask(ctx, brief, session, true) })
	if green && len(brief.found) > 0 {
		b.ask(ctx, brief, session, false) // something is red: the queries without the key red
	}
	v.Add(b.briefed(c, session, intro, brief.text(), brief.short))
	return nil
}

// load loads the queries of the briefing.
func (b *briefer) load(short bool) *briefing {
	files := (bundle.Loader{Sources: b.sources, Aside: b.eval.SetAside, Wants: bundle.All}).Load(bundle.Queries)
	files = slices.DeleteFunc(files, func(f *bundle.File) bool {
		return f.Parse() != nil || f.Briefing == 0 && (f.Compact == 0 || !short) // `rules check` reports its mistakes
	})
	slices.SortStableFunc(files, func(a, b *bundle.File) int {
		if a.Red != b.Red {
			return map[bool]int{true: -1, false: 1}[a.Red]
		}
		return cmp.Compare(cmp.Or(a.Briefing, a.Compact), cmp.Or(b.Briefing, b.Compact))
	})
	return &briefing{files, map[*bundle.File]eval.Table{}, short}
}

// ask runs the project's queries if ofProject is set, and all others if it is not. A query without the key red is run only
// if an earlier query has found something, or if the briefing is always given. A query that fails or exceeds the time limit
// is skipped and reported as a fault.
func (b *briefer) ask(ctx context.Context, brief *briefing, session string, ofProject bool) {
	limit := time.Duration(b.config.AfterMS) * time.Millisecond
	ctx, cancel := store.WithBudget(ctx, limit)
	defer cancel()
	for _, f := range brief.files {
		if (f.Origin == "project") != ofProject || !f.Red && len(brief.found) == 0 && !brief.short && b.config.Briefing != "always" {
			continue
		}
		run := func(ctx context.Context) (err error) {
			t, err := b.eval.Rows(ctx, f, session, nil)
			if err == nil && len(t.Rows) > 0 {
				brief.found[f] = t
			}
			return err
		}
		var err error
		if f.Origin == "embedded" {
			err = run(ctx)
		} else {
			err = b.eval.Mark.Run(ctx, f, limit, run)
		}
		if err != nil {
			b.faults.add(f.Path, err)
		}
	}
}

// briefed returns the briefing as a finding, none if there is nothing to report.
func (b *briefer) briefed(c *facts.Call, session, intro, text string, short bool) (v hook.Verdict) {
	switch {
	case text != "" && session != c.Session:
		text = intro + text + "\nIt may have changed since then. Run the tests before you rely on it."
	case text != "" && short:
		text = strings.TrimSpace(intro) + "\n" + text
	case text != "":
		text = intro + text
	case b.config.Briefing == "always":
		text = "There are no known failing tests and no untested edits in this project."
	default:
		return v
	}
	v.Findings = []hook.Finding{{Rule: "briefing", Severity: hook.Warn, Message: text}}
	return v
}

// briefedSession returns the session whose state the start of a session reports, and a sentence
// that introduces it: the session itself if it continues (resumed, compacted), or else "", the whole project. The sentence is ""
// if another hook has just reported the state for the same start.
func (b *briefer) briefedSession(ctx context.Context, c *facts.Call, moment string) (session, intro string, err error) {
	if moment == hook.Compact {
		return c.Session, "This is the state of the session. ", nil
	}
	last := ""
	err = b.db.Each(ctx, "SELECT moment || source FROM events WHERE session = :session AND t < :t ORDER BY t DESC LIMIT 1",
		store.Args{"session": c.Session, "t": c.T}, func(_ []string, row []store.Value) error {
			last = store.Text(row[0])
			return nil
		})
	if err != nil || last == hook.Start+c.Source {
		return "", "", err
	}
	if last != "" && !strings.HasPrefix(last, hook.Start) && c.Moment == hook.Start {
		return c.Session, "This is the state of the session. ", nil
	}
	return "", "This is the state in which earlier sessions have left this project. ", nil
}

// maxOwed is how many calls back the moment is looked for that owes a briefing.
const maxOwed = 200

// owed returns the moment, start or compact, after which the agent was given no result and no prompt yet, "" if it was.
// A result or a prompt with which the client takes no text does not count.
func (b *briefer) owed(ctx context.Context, c *facts.Call, client hook.Capabilities) (moment string, err error) {
	if c.Actor != "" {
		return "", nil
	}
	if c.T <= maxOwed {
		moment = hook.Start // a session may begin with its first call
	}
	moments := slices.DeleteFunc([]string{hook.After, hook.Prompt}, client.DropsContext)
	err = b.db.Each(ctx, `
		SELECT moment FROM events
		WHERE  session = :session AND actor = '' AND t < :t AND t > :t - 200
		  AND  (moment IN ('start', 'compact') OR moment IN (SELECT value FROM json_each(:moments)))
		ORDER  BY t DESC LIMIT 1`,
		store.Args{"session": c.Session, "t": c.T, "moments": store.JSONList(moments)}, func(_ []string, row []store.Value) error {
			moment = store.Text(row[0])
			return nil
		})
	if moment != hook.Start && moment != hook.Compact {
		return "", err
	}
	return moment, err
}

// shortText returns the briefing after a compaction: a line for each query.
func (b *briefing) shortText() string {
	var lines []string
	for _, f := range b.files {
		t, ok := b.found[f]
		if !ok || len(lines) == compactLines {
			continue
		}
		var rows []string
		for _, row := range t.Rows[:min(compactRows, len(t.Rows))] {
			rows = append(rows, hook.Truncate(hook.Sanitize(rowText(t.Columns, row)), compactRowBytes))
		}
		if more := len(t.Rows) - compactRows; more > 0 {
			rows = append(rows, fmt.Sprintf("and %d more", more))
		}
		lines = append(lines, fmt.Sprintf("%s: %s", t.Title, strings.Join(rows, "; ")))
	}
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n")
}

// text returns the briefing, "" if no query has rows.
func (b *briefing) text() string {
	if b.short {
		return b.shortText()
	}
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
