package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
)

// briefings are the values of the setting start.briefing. auto gives the briefing only if
// something is red.
var briefings = []string{"auto", "always", "never"}

// begin says what a session should begin with: what went wrong with witness itself, and
// how things stand.
func (e *Engine) begin(ctx context.Context, c *call, v *Verdict) error {
	confession, err := e.confess(ctx, c)
	v.Add(confession)
	if err != nil || e.path == "" || e.config.Briefing == "never" || e.config.observes("briefing") {
		return err
	}
	session, whose, err := e.standing(ctx, c)
	if err != nil || session == "" && e.config.Briefing == "auto" {
		return err
	}
	text := ""
	if session != "" {
		text = e.brief(ctx, session)
	}
	switch {
	case text != "" && session != c.Session:
		text = whose + text + "\nIt may have changed since: run the tests before you rely on it."
	case text != "":
		text = whose + text
	case e.config.Briefing == "always":
		text = "Nothing is known to be broken or left untested here."
	default:
		return nil
	}
	v.Add(Verdict{Findings: []Finding{{Rule: "briefing", Severity: Warn, Message: text}}})
	return nil
}

// standing is the session whose state a start should know: its own if it goes on (resumed,
// compacted), else the last one of the project that edited or tested anything; "" if there
// is none, or if another hook has just said it for the same start.
func (e *Engine) standing(ctx context.Context, c *call) (session, whose string, err error) {
	last := ""
	err = e.db.each(ctx, "SELECT moment || source FROM events WHERE session = :session AND t < :t ORDER BY t DESC LIMIT 1",
		args{"session": c.Session, "t": c.t}, func(_ []string, row []driverValue) error {
			last = show(row[0])
			return nil
		})
	if err != nil || last == Start+c.Source {
		return "", "", err
	}
	if last != "" && !strings.HasPrefix(last, Start) {
		return c.Session, "How this session stands. ", nil
	}
	err = e.db.each(ctx, `
		SELECT s.session
		FROM   (SELECT session FROM sessions x WHERE root = :root AND session <> :session
		          AND EXISTS (SELECT 1 FROM tally y WHERE y.session = x.session AND coalesce(y.last_edit, y.last_run) > 0)
		        ORDER BY started DESC LIMIT 20) s
		ORDER  BY (SELECT v.at FROM events v WHERE v.session = s.session ORDER BY v.t DESC LIMIT 1) DESC
		LIMIT  1`,
		args{"session": c.Session, "root": c.place.Root}, func(_ []string, row []driverValue) error {
			session = show(row[0])
			return nil
		})
	return session, "How the last session in this project left it. ", err
}

// What a start says of one question, at most.
const (
	startRows  = 5
	startWidth = 200  // bytes of a row
	startBytes = 4000 // of all
)

// brief is the briefing in few words: a line that counts, and a line for each row. It is
// "" if nothing is red, unless the briefing is always given. A question that cannot be
// answered in time is passed over and noted.
func (e *Engine) brief(ctx context.Context, session string) string {
	files := load(e.layers, Queries, nil)
	for _, f := range files {
		if err := f.parse(); err != nil {
			f.Briefing = 0 // told by rules check
		}
	}
	files = slices.DeleteFunc(files, func(f *Script) bool { return f.Briefing == 0 || f.needsGraph() })
	slices.SortStableFunc(files, func(a, b *Script) int {
		if a.Red != b.Red {
			return map[bool]int{true: -1, false: 1}[a.Red]
		}
		return cmp.Compare(a.Briefing, b.Briefing)
	})
	ctx, cancel := withBudget(ctx, time.Duration(e.config.AfterMS)*time.Millisecond)
	defer cancel()
	red := e.config.Briefing == "always"
	var counts, lines []string
	for _, f := range files {
		if !f.Red && !red {
			break
		}
		t, err := e.Query(ctx, f, session, nil)
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
			lines = append(lines, "- "+cut(inWords(t.Columns, row), startWidth))
		}
	}
	if len(counts) == 0 {
		return ""
	}
	return cut(strings.Join(counts, " ")+"\n"+strings.Join(lines, "\n"), startBytes)
}

// inWords is a row as one line: texts as they are, numbers with their column.
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
