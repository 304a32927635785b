package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"
)

// Scratch opens an engine over a store in memory, for what is to leave no trace: facts,
// replay, check.
func Scratch(ctx context.Context, brain fs.FS, dir string) (*Engine, error) {
	e := newEngine(brain, dir, "")
	e.path, e.now = "", func() int64 { return 0 }
	db, err := openStore(ctx, brain, "")
	if err != nil {
		return nil, err
	}
	e.db = db
	return e, nil
}

// ReadFacts writes what the readers find in a call's output, a line for each fact. Nothing
// is recorded.
func ReadFacts(ctx context.Context, brain fs.FS, dir string, ev Event, out io.Writer) (err error) {
	e, err := Scratch(ctx, brain, dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	e.config.AfterMS = int64(time.Minute / time.Millisecond)
	c := e.call(ev)
	if _, err := e.after(ctx, c, Manners{CanAsk: true}); err != nil {
		return err
	}
	for _, f := range e.faults {
		err = errors.Join(err, f.err)
	}
	if err != nil {
		return err
	}
	for _, table := range []struct{ name, sql string }{
		{"runs", "SELECT tool, outcome, passed, failed, skipped, ended, complete, how, selection FROM runs ORDER BY n"},
		{"tests", "SELECT suite, test, outcome, file, line, message FROM tests ORDER BY n, suite, test"},
		{"diagnostics", "SELECT file, line, col, level, code, message FROM diagnostics ORDER BY n, i"},
		{"changes", "SELECT kind FROM changes ORDER BY kind"},
	} {
		if err := e.db.each(ctx, table.sql, nil, func(columns []string, row []driverValue) error {
			var b strings.Builder
			b.WriteString(table.name)
			for i, column := range columns {
				if v := show(row[i]); v != "" && v != "[]" {
					if strings.ContainsAny(v, " \t\"") {
						v = fmt.Sprintf("%q", v)
					}
					fmt.Fprintf(&b, "  %s=%s", column, v)
				}
			}
			_, err := fmt.Fprintln(out, b.String())
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}
