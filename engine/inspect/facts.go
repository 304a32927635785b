package inspect

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"witness/engine"
	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/store"
)

// Facts are what is known of a call: what the shell line says, and what the readers find in its output.
type Facts struct {
	Tables  []FactTable
	Unknown []string // what the line leaves open, in sentences
}

// A FactTable are the facts of one kind.
type FactTable struct {
	Name    string
	Columns []string
	Rows    [][]any
	OfLine  bool // they follow from the shell line, and not from the output
}

// factTables are the kinds of facts, in the order in which they are shown.
var factTables = []struct {
	name, sql string
	ofLine    bool
}{
	{"commands", "SELECT n, program, text, dir, runner, kind, selection FROM commands ORDER BY n", true},
	{"touches", "SELECT kind, file, class, via FROM touches ORDER BY kind, file", true},
	{"runs", "SELECT tool, outcome, passed, failed, skipped, ended, complete, how, origin, selection FROM runs ORDER BY n", false},
	{"tests", "SELECT suite, test, outcome, file, line, message FROM outcomes ORDER BY n, suite, test", false},
	{"diagnostics", "SELECT file, line, col, level, code, message FROM diagnostics ORDER BY n, i", false},
	{"changes", "SELECT kind FROM changes ORDER BY kind", false},
}

// ReadFacts returns what is known of a call. The project's store is not changed.
func ReadFacts(ctx context.Context, assets fs.FS, dir string, ev hook.Event) (known Facts, err error) {
	e, err := engine.OpenMemory(ctx, assets, dir, project.AsHooks)
	if err != nil {
		return known, err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	if err := e.Record(ctx, ev); err != nil {
		return known, err
	}
	known.Unknown = unknownOf(e.Resolve(ev))
	for _, kind := range factTables {
		t := FactTable{Name: kind.name, OfLine: kind.ofLine}
		if err := e.DB.Each(ctx, e.DB.WithViews(kind.sql), nil, func(columns []string, row []store.Value) error {
			t.Columns = columns
			cells := make([]any, len(row))
			for i, v := range row {
				cells[i] = v
			}
			t.Rows = append(t.Rows, cells)
			return nil
		}); err != nil {
			return known, err
		}
		known.Tables = append(known.Tables, t)
	}
	return known, nil
}

// unknownOf says what a shell line leaves open.
func unknownOf(c *facts.Call) (list []string) {
	if c.Partial {
		list = append(list, "a part of the line, which could not be read")
	}
	if len(c.Commands) == 0 && !c.Partial {
		list = append(list, "what the line runs: no complete command is in it, for example because a quote is not closed")
	}
	for _, cmd := range c.Commands {
		runsCode := cmd.File != "" || cmd.Interpreter != "" || len(cmd.Tasks) > 0 // of the project
		switch {
		case cmd.Name == "" || strings.Contains(cmd.Name, "$?"):
			list = append(list, fmt.Sprintf("which program `%s` runs", cmd.Text))
		case slices.Contains(cmd.Args, "$?"):
			list = append(list, fmt.Sprintf("some words of `%s`, which are known only when it runs", cmd.Text))
		case cmd.Runner == "" && runsCode:
			list = append(list, fmt.Sprintf("which files the code reads and changes that `%s` runs", cmd.Text))
		}
		if cmd.RelDir == "?" {
			list = append(list, fmt.Sprintf("in which directory `%s` runs", cmd.Text))
		}
	}
	return list
}

// WriteLine writes how the shell line was understood: its commands, the files that they read and change, and what it
// leaves open.
func (f Facts) WriteLine(out io.Writer) error {
	var b strings.Builder
	for _, t := range f.Tables {
		for _, row := range t.Rows {
			cell := func(name string) string { return hook.Printable(store.Text(row[slices.Index(t.Columns, name)])) }
			switch t.Name {
			case "commands":
				fmt.Fprintf(&b, "%-8s  %s%s\n", "command", cell("text"), commandNotes(cell))
			case "touches":
				fmt.Fprintf(&b, "%-8s  %s\n", cell("kind"), cell("file"))
			}
		}
	}
	for _, text := range f.Unknown {
		fmt.Fprintf(&b, "%-8s  %s\n", "unknown", hook.Printable(text))
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// commandNotes returns what is known of a command besides its text, in parentheses.
func commandNotes(cell func(column string) string) string {
	var notes []string
	if kind := cell("kind"); kind != "" {
		notes = append(notes, kind)
	}
	switch runner, selection := cell("runner"), cell("selection"); {
	case runner == "":
	case selection == `["?"]`:
		notes = append(notes, "listed by "+runner+", but not a run of it")
	case selection == "[]":
		notes = append(notes, "read by "+runner)
	default:
		notes = append(notes, "read by "+runner, "only "+selection)
	}
	if dir := cell("dir"); dir != "" && dir != "?" {
		notes = append(notes, "in "+dir)
	}
	if len(notes) == 0 {
		return ""
	}
	return "  (" + strings.Join(notes, ", ") + ")"
}

// WriteFound writes a line for each fact that was found in the output.
func (f Facts) WriteFound(out io.Writer) error {
	var b strings.Builder
	for _, t := range f.Tables {
		if t.OfLine {
			continue
		}
		for _, row := range t.Rows {
			b.WriteString(t.Name)
			for i, column := range t.Columns {
				if v := store.Text(row[i]); v != "" && v != "[]" {
					if strings.ContainsAny(v, " \t\"") {
						v = fmt.Sprintf("%q", v)
					}
					fmt.Fprintf(&b, "  %s=%s", column, v)
				}
			}
			b.WriteString("\n")
		}
	}
	_, err := io.WriteString(out, b.String())
	return err
}
