package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"witness/engine/hook"
	"witness/engine/store"
)

// ReadFacts writes what the readers find in a call's output to out, one line for each fact. The
// project's store is not changed.
func ReadFacts(ctx context.Context, assets fs.FS, dir string, ev hook.Event, out io.Writer) (err error) {
	e, err := OpenMemory(ctx, assets, dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	e.unlimited()
	if err := e.recordOnly(ctx, ev); err != nil {
		return err
	}
	for _, table := range []struct{ name, sql string }{
		{"runs", "SELECT tool, outcome, passed, failed, skipped, ended, complete, how, origin, selection FROM runs ORDER BY n"},
		{"tests", "SELECT suite, test, outcome, file, line, message FROM tests ORDER BY n, suite, test"},
		{"diagnostics", "SELECT file, line, col, level, code, message FROM diagnostics ORDER BY n, i"},
		{"changes", "SELECT kind FROM changes ORDER BY kind"},
	} {
		if err := e.DB.Each(ctx, table.sql, nil, func(columns []string, row []store.Value) error {
			var b strings.Builder
			b.WriteString(table.name)
			for i, column := range columns {
				if v := store.Text(row[i]); v != "" && v != "[]" {
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
