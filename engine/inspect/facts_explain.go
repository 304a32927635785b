package inspect

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"witness/engine"
	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/runs"
)

// ExplainFacts writes each line of a call's output with the pattern that takes it, for each reader
// with patterns that reads the output. paint colours a text by the role of a pattern; it is nil for
// plain text.
func ExplainFacts(ctx context.Context, assets fs.FS, dir string, ev hook.Event, paint func(role, text string) string, out io.Writer) (err error) {
	e, err := engine.OpenMemory(ctx, assets, dir, project.AsHooks)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	list, err := e.Readers.Explain(e.Resolve(ev))
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
