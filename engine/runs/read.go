package runs

import (
	"cmp"
	"context"
	"strings"

	"witness/engine/bundle"
	"witness/engine/lines"
	"witness/engine/store"
)

// Read returns the runs that an output reports, as a reader finds them; args are the columns of the call
// and the command for its SELECT. A reader with patterns runs it only if there are lines or documents for it.
// named returns the reader of a name, nil if there is none.
func Read(ctx context.Context, db *store.DB, f *bundle.File, in Input, args store.Args, named func(string) *bundle.File) ([]Run, error) {
	rows := newAggregate(f.Into, in.First)
	if !f.HasPatterns() || f.OnlyLines() {
		err := Ask(ctx, db, f, in.Output, args, rows.add)
		return rows.runs(), err
	}
	set, err := lines.NewSet(f, in.Own && !in.Shared)
	if err != nil {
		return nil, err
	}
	w := newWalk(f, set, in)
	documents := w.documents()
	if documents == nil {
		w.each()
	}
	w.result(rows.kind, rows)
	if w.unproven() || !f.HasSelect() || len(documents) == 0 && len(w.chosen) == 0 {
		return rows.runs(), nil
	}
	args["lines"], args["documents"] = w.chosenJSON(), documentsJSON(documents)
	rows.finish = func(it *Item) { w.finishItem(it, rows.kind) }
	var said []string
	err = db.Sandbox(bundle.Facts).Each(ctx, f.Select(lines.SelectColumns(set)), args, func(columns []string, row []store.Value) error {
		if columns[0] == "output" {
			said = append(said, store.Text(row[0]))
			return nil
		}
		return rows.add(columns, row)
	})
	if said != nil {
		in.Output = strings.Join(said, "")
		err = cmp.Or(err, readForm(named(f.Form), in, rows))
	} else {
		w.finishRows(rows, documents)
	}
	return rows.runs(), err
}

// Ask runs the SELECT of a reader that has no patterns, or only those of lines for it, and calls yield with
// each row.
func Ask(ctx context.Context, db *store.DB, f *bundle.File, output string, args store.Args, yield func(columns []string, row []store.Value) error) error {
	if !f.HasPatterns() {
		return db.Sandbox(bundle.Facts).Each(ctx, f.Statement(), args, yield)
	}
	set, err := lines.NewSet(f, true)
	if err != nil {
		return err
	}
	w := newWalk(f, set, Input{Output: edges(output, int(f.Edges))})
	w.each()
	args["lines"], args["documents"] = w.chosenJSON(), "[]"
	return db.Sandbox(bundle.Facts).Each(ctx, f.Select(lines.SelectColumns(set)), args, yield)
}

// edges returns the first and the last n bytes of a long text, and all of it if n is 0.
func edges(text string, n int) string {
	if n == 0 || len(text) <= 2*n {
		return text
	}
	return text[:n] + "\n" + text[len(text)-n:]
}

// readForm reads an output that a SELECT has put together from documents with the patterns of the
// reader for the same runner's text, nil if there is none.
func readForm(f *bundle.File, in Input, rows *aggregate) error {
	if f == nil {
		return nil
	}
	set, err := lines.NewSet(f, true)
	if err != nil {
		return err
	}
	w := newWalk(f, set, in)
	w.each()
	w.result(rows.kind, rows)
	for _, t := range rows.tallies {
		if t.summarized {
			t.How, t.Passed, t.Skipped = "structured", &t.passes, &t.skips
		}
	}
	return nil
}

// finishRows completes the runs of a SELECT: a document whose end is in the output is a run that has
// ended, with the counts of what it names.
func (d *reader) finishRows(rows *aggregate, documents []document) {
	whole := len(documents) > 0
	for _, d := range documents {
		whole = whole && d.whole
	}
	if whole && len(rows.tallies) == 0 {
		rows.run(rows.base)
	}
	for _, t := range rows.tallies {
		if whole && !t.Counted {
			named := d.failures(int64(len(t.failures)), int64(len(t.Items)))
			t.Ended = (t.Ended || !t.summarized) && !(named > 0 && d.stopsEarly())
			t.How, t.summarized, t.Counted, t.Failed = "structured", true, true, &named
			if rows.kind == "test" {
				t.Passed, t.Skipped = &t.passes, &t.skips
			}
		}
	}
}

// finishItem completes an item of a SELECT: the outcome or level may be the runner's word, and of the
// message only the first line is kept.
func (d *reader) finishItem(it *Item, kind string) {
	it.File = d.relative(it.File)
	it.Message = firstLine(it.Message)
	if kind == "check" {
		it.Level = d.words.level("", it.Level)
	} else if it.Outcome = d.words.outcome("", it.Outcome); it.Outcome == "pass" {
		it.Message = ""
	}
}

// firstLine returns the first line of a text that is not empty, without escape sequences.
func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimLeft(text, " \t\r\n"), "\n")
	return unescape(strings.TrimRight(line, "\r"))
}
