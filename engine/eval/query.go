package eval

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"witness/engine/bundle"
	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/store"
)

// A Table is the result of a query.
type Table struct {
	Name    string
	Title   string
	Session string // that was asked, "" for the whole project
	Columns []string
	Rows    [][]any // nil, int64, float64 or string
}

// timeColumns are the columns of a question that hold times. The store has them in milliseconds since 1970, and a
// Table in the format TimeFormat.
var timeColumns = []string{"at", "started", "ended", "until"}

// TimeFormat is RFC 3339, to the millisecond and in UTC.
const TimeFormat = "2006-01-02T15:04:05.000Z"

// LoadQueries returns the queries of the project around dir, sorted by name. The mistakes of a file
// are in its field Err.
func LoadQueries(assets fs.FS, dir string) []*bundle.File {
	here := project.Find(dir, "")
	config := project.LoadConfig(here.Dir, here.Root, project.AsHooks)
	files := (bundle.Loader{Sources: config.Sources(assets, here.Root), Wants: bundle.All}).Load(bundle.Queries)
	for _, f := range files {
		if err := f.Parse(); err != nil {
			continue // f.Err
		}
	}
	return files
}

// Query runs a query as Rows does, and names its columns, if it has no rows, too.
func (e *Evaluator) Query(ctx context.Context, f *bundle.File, session string, values []string) (Table, error) {
	t, err := e.Rows(ctx, f, session, values)
	if err == nil && t.Columns == nil {
		t.Columns, err = e.DB.Sandbox(bundle.Queries).Columns(f.Text)
	}
	return t, err
}

// Rows runs a query for a session, or, if session is "", for the project or, unless it is about that, its latest session. values are the query's
// arguments, in the order of its header; one that may be left out is, if it is empty. Without rows the table has no columns: they would have to be compiled anew.
func (e *Evaluator) Rows(ctx context.Context, f *bundle.File, session string, values []string) (Table, error) {
	t := Table{Name: f.Name, Title: f.Title}
	if err := f.Parse(); err != nil {
		return t, err
	}
	var err error
	if session == "" && !f.OfProject {
		if session, err = e.askedSession(ctx); err != nil {
			return t, err
		}
	}
	t.Session = session
	a := store.Args{"root": e.Project.Root, "now": e.Clock(), "session": session}
	if session == "" && f.OfProject {
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
		case i < len(values) && (values[i] != "" || !optional):
			if a[name], err = e.argument(ctx, name, values[i]); err != nil {
				return t, err
			}
		case optional:
			a[name] = nil
		default:
			return t, fmt.Errorf("query %s needs an argument: %s", f.Name, strings.ToUpper(name))
		}
	}
	err = e.DB.Sandbox(bundle.Queries).Each(ctx, f.Text, a, func(columns []string, row []store.Value) error {
		t.Columns = make([]string, len(columns))
		for i, column := range columns {
			t.Columns[i] = hook.Sanitize(column)
		}
		values := make([]any, len(row))
		for i, v := range row {
			switch value := v.(type) {
			case string:
				v = hook.Printable(value)
			case int64:
				if slices.Contains(timeColumns, columns[i]) {
					v = time.UnixMilli(value).UTC().Format(TimeFormat)
				}
			}
			values[i] = v
		}
		t.Rows = append(t.Rows, values)
		return nil
	})
	if err != nil {
		return t, &bundle.FileError{Path: f.Path, Err: errors.New(store.Message(err))}
	}
	return t, nil
}

// argument returns an argument of a query: a file as it is recorded, of which the end of the path is enough, any other as it is.
func (e *Evaluator) argument(ctx context.Context, name, value string) (any, error) {
	if name != "path" && name != "file" {
		return value, nil
	}
	path := e.Project.Path(value)
	if _, err := os.Lstat(path); err == nil {
		return path, nil
	}
	var known, found, alike []string
	err := e.DB.Each(ctx, "SELECT path, file FROM touches WHERE root = :root GROUP BY path ORDER BY path", store.Args{"root": e.Project.Root}, func(_ []string, row []store.Value) error {
		known = append(known, store.Text(row[0]))
		alike = append(alike, store.Text(row[1]), filepath.Base(store.Text(row[0])))
		return nil
	})
	if err != nil || slices.Contains(known, path) {
		return path, err
	}
	for _, one := range known {
		if strings.HasSuffix(one, "/"+filepath.ToSlash(value)) {
			found = append(found, one)
		}
	}
	switch len(found) {
	case 0:
		words := bundle.DidYouMean(value, alike)
		for _, one := range alike {
			if strings.HasPrefix(one, value+".") { // the ending is left out
				words = fmt.Sprintf("; did you mean %q?", one)
			}
		}
		return nil, fmt.Errorf("no file %q is recorded in this project%s", hook.Sanitize(value), words)
	case 1:
		return found[0], nil
	}
	return nil, fmt.Errorf("several files end in %q: %s", hook.Sanitize(value), hook.Printable(strings.Join(found[:min(3, len(found))], ", ")))
}

// askedSession returns the session that a question is about which is not about the project: the latest that has edited or tested
// anything, or else the latest.
func (e *Evaluator) askedSession(ctx context.Context) (session string, err error) {
	err = e.DB.Each(ctx, e.DB.WithViews("SELECT session FROM asked_session"), store.Args{"session": nil, "root": e.Project.Root}, func(_ []string, row []store.Value) error {
		session = store.Text(row[0])
		return nil
	})
	if err != nil || session != "" {
		return session, err
	}
	return e.LatestSession(ctx)
}

// LatestSession returns the session with the latest event, sessions of this project first; "" if the
// store has none.
func (e *Evaluator) LatestSession(ctx context.Context) (session string, err error) {
	err = e.DB.Each(ctx, `
		SELECT s.session FROM sessions s
		ORDER BY s.root = :root DESC, (SELECT max(v.at) FROM events v WHERE v.session = s.session AND v.t = (SELECT max(t) FROM events w WHERE w.session = s.session)) DESC
		LIMIT 1`,
		store.Args{"root": e.Project.Root}, func(_ []string, row []store.Value) error {
			session = store.Text(row[0])
			return nil
		})
	return session, err
}
