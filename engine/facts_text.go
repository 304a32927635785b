package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/runs"
	"witness/engine/store"
)

// ReadFacts writes what the readers find in a call's output to out, one line for each fact. The
// project's store is not changed.
func ReadFacts(ctx context.Context, assets fs.FS, dir string, ev hook.Event, out io.Writer) (err error) {
	e, err := OpenMemory(ctx, assets, dir, project.AsHooks)
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

// ExplainFacts writes each line of a call's output with the pattern that takes it, for each reader
// with patterns that reads the output. paint colours a text by the role of a pattern; it is nil for
// plain text.
func ExplainFacts(ctx context.Context, assets fs.FS, dir string, ev hook.Event, paint func(role, text string) string, out io.Writer) (err error) {
	e, err := OpenMemory(ctx, assets, dir, project.AsHooks)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	list, err := e.readers.Explain(e.resolver.Resolve(ev))
	if err != nil {
		return err
	}
	for _, x := range list {
		var b strings.Builder
		fmt.Fprintf(&b, "%s\n", strings.TrimSpace(x.Reader.Path+" "+x.Unread))
		for _, l := range x.Lines {
			b.WriteString(explainedLine(l, paint))
		}
		if _, err := io.WriteString(out, b.String()); err != nil {
			return err
		}
	}
	if len(list) == 0 {
		_, err = fmt.Fprintln(out, "no reader with line patterns reads this output")
	}
	return err
}

// explainedLine returns one line of an explanation: the pattern, the text, and below it the columns.
func explainedLine(l runs.ExplainedLine, paint func(role, text string) string) string {
	role, _, _ := strings.Cut(l.Kind, ".")
	kind := l.Kind
	if l.Gap {
		kind = "(gap)"
	}
	line := fmt.Sprintf("%5d  %-18s %s", l.Number, kind, l.Text)
	var columns []string
	for _, c := range l.Columns {
		columns = append(columns, fmt.Sprintf("%s=%q", c[0], c[1]))
	}
	if paint != nil {
		line = paint(role, line)
	}
	line += "\n"
	if len(columns) > 0 {
		line += strings.Repeat(" ", 26) + strings.Join(columns, "  ") + "\n"
	}
	if len(l.Also) > 0 {
		line += strings.Repeat(" ", 26) + "also matched by " + strings.Join(l.Also, ", ") + "\n"
	}
	return line
}

// recordOnly records the end of a call without evaluating rules. It returns the faults of readers as
// an error.
func (e *Engine) recordOnly(ctx context.Context, ev hook.Event) error {
	c := e.Resolve(ev)
	if err := e.amends(ctx, c); err != nil {
		return err
	}
	found := e.readers.Read(ctx, c)
	_, err := e.recordCall(ctx, c, &found)
	if err == nil && found.Project {
		more := e.readers.ReadProject(ctx, c, found)
		err = e.DB.Transact(ctx, store.LockWait, func() error { return e.recorder.more(ctx, c, found, more) })
	}
	for _, f := range e.faults {
		err = errors.Join(err, f.err)
	}
	return err
}
