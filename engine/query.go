package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// A Table is the answer to a question.
type Table struct {
	Name    string
	Title   string
	Columns []string
	Rows    [][]any // nil, int64, float64 or string
}

// LoadQueries gives the questions of the project around dir, sorted by name.
func LoadQueries(brain fs.FS, dir string) []*Script {
	files := load(sources(brain, placeOf(dir, "").Root), Queries, nil)
	for _, f := range files {
		if err := f.parse(); err != nil {
			continue // kept in f.Err
		}
	}
	return files
}

// Query answers one question about a session, or about all of them if it is "". values
// are the question's arguments, in the order of its header.
func (e *Engine) Query(ctx context.Context, f *Script, session string, values []string) (Table, error) {
	t := Table{Name: f.Name, Title: f.Title}
	if err := f.parse(); err != nil {
		return t, err
	}
	a := args{"root": e.place.Root, "now": e.now(), "session": session}
	if session == "" {
		a["session"] = nil
	}
	for name, option := range f.Options {
		a[name] = option
	}
	if len(values) > len(f.Args) {
		return t, fmt.Errorf("query %s takes %d arguments, not %d", f.Name, len(f.Args), len(values))
	}
	for i, spec := range f.Args {
		name, optional := strings.CutSuffix(spec, "?")
		switch {
		case i < len(values):
			a[name] = e.argument(name, values[i])
		case optional:
			a[name] = nil
		default:
			return t, fmt.Errorf("query %s needs an argument: %s", f.Name, strings.ToUpper(name))
		}
	}
	if f.needsGraph() {
		if err := e.graph(ctx, maxSources); err != nil {
			return t, err
		}
	}
	err := e.db.guard(Queries, func() error {
		return e.db.each(ctx, e.db.one(f.Text), a, func(columns []string, row []driverValue) error {
			t.Columns = columns
			values := make([]any, len(row))
			for i, v := range row {
				if text, ok := v.(string); ok {
					v = harmless(text)
				}
				values[i] = v
			}
			t.Rows = append(t.Rows, values)
			return nil
		})
	})
	if err != nil {
		return t, &FileError{f.Path, 0, errors.New(sqlMessage(err))}
	}
	if t.Columns == nil {
		t.Columns, err = e.db.columns(e.db.one(f.Text))
	}
	return t, err
}

// argument makes a file named on the command line its identity in the store.
func (e *Engine) argument(name, value string) any {
	if name == "path" || name == "file" {
		return e.place.path(value)
	}
	return value
}

// harmless drops control characters, which a terminal would obey.
func harmless(s string) string {
	if !slices.ContainsFunc([]rune(s), func(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 }) {
		return s
	}
	return speakable(s)
}

// LatestSession is the session of this project that was heard last, "" if none was.
func (e *Engine) LatestSession(ctx context.Context) (session string, err error) {
	err = e.db.each(ctx, `
		SELECT s.session FROM sessions s
		ORDER BY s.root = :root DESC, (SELECT max(v.at) FROM events v WHERE v.session = s.session AND v.t = (SELECT max(t) FROM events w WHERE w.session = s.session)) DESC
		LIMIT 1`,
		args{"root": e.place.Root}, func(_ []string, row []driverValue) error {
			session = show(row[0])
			return nil
		})
	return session, err
}
