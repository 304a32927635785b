package facts

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"witness/engine/bundle"
	"witness/engine/lines"
	"witness/engine/store"
)

// walk reads the output with the patterns of a reader, and then runs its SELECT if there are lines or
// documents for it. An output that nothing shows to be of this runner is not read.
func (in *reading) walk(ctx context.Context, f *Reader, cmd Command, a store.Args, rows *aggregate) error {
	listed := cmd.Runner == f.runner()
	own := listed || in.namedIn(f, in.c.Event.Command)
	if !in.proven(f, own) {
		return nil
	}
	set, err := lines.NewSet(f.File, own)
	if err != nil {
		return err
	}
	w := newWalk(f, set, input{output: in.c.Output, command: in.c.Event.Command, root: in.c.Project.Root, exit: in.c.exitOf(cmd), listed: listed, own: own})
	documents := w.documents()
	if documents == nil {
		w.each()
	}
	w.result(rows.kind, rows)
	if w.unproven() || !f.HasSelect() || len(documents) == 0 && len(w.chosen) == 0 {
		return nil
	}
	a["lines"], a["documents"] = w.chosenJSON(), documentsJSON(documents)
	rows.finish = func(it *Item) { w.finishItem(it, rows.kind) }
	var said []string
	err = in.DB.Sandbox(bundle.Facts).Each(ctx, f.Statement(lines.SelectColumns(set)), a, func(columns []string, row []store.Value) error {
		if columns[0] == "output" {
			said = append(said, store.Text(row[0]))
			return nil
		}
		return rows.add(columns, row)
	})
	if said != nil {
		w.in.output = strings.Join(said, "")
		return cmp.Or(err, in.walkForm(f.Form, w.in, rows))
	}
	w.finishRows(rows, documents)
	return err
}

// walkForm reads an output that a SELECT has put together from documents with the patterns of the
// reader for the same runner's text.
func (in *reading) walkForm(form string, text input, rows *aggregate) error {
	i := slices.IndexFunc(in.All(), func(f *Reader) bool { return f.Name == form })
	if i < 0 {
		return nil
	}
	f := in.All()[i]
	set, err := lines.NewSet(f.File, true)
	if err != nil {
		return err
	}
	w := newWalk(f, set, text)
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
func (w *walk) finishRows(rows *aggregate, documents []document) {
	whole := len(documents) > 0
	for _, d := range documents {
		whole = whole && d.whole
	}
	if whole && len(rows.tallies) == 0 {
		rows.run(rows.base)
	}
	for _, t := range rows.tallies {
		if whole && !t.counted {
			named := w.failures(int64(len(t.failures)), int64(len(t.Items)))
			t.Ended = (t.Ended || !t.summarized) && !(named > 0 && w.has(w.f.Stops))
			t.How, t.summarized, t.counted, t.Failed = "structured", true, true, &named
			if rows.kind == "test" {
				t.Passed, t.Skipped = &t.passes, &t.skips
			}
		}
	}
}

// finishItem completes an item of a SELECT: the outcome or level may be the runner's word, and of the
// message only the first line is kept.
func (w *walk) finishItem(it *Item, kind string) {
	it.File = w.relative(it.File)
	it.Message = firstLine(it.Message)
	if kind == "check" {
		it.Level = w.words.level("", it.Level)
		w.shift(it)
	} else if it.Outcome = w.words.outcome("", it.Outcome); it.Outcome == "pass" {
		it.Message = ""
	}
}

// firstLine returns the first line of a text that is not empty, without escape sequences.
func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimLeft(text, " \t\r\n"), "\n")
	return unescape(strings.TrimRight(line, "\r"))
}

// proven reports whether the output may be of a reader's runner.
func (in *reading) proven(f *Reader, own bool) bool {
	if slices.ContainsFunc(f.Foreign, in.bigrams.contain) {
		return false
	}
	return own || len(f.Proof) == 0 || slices.ContainsFunc(f.Proof, func(literal string) bool {
		first, line := strings.CutPrefix(literal, "\n") // at the beginning of a line, such as the first
		return in.bigrams.contain(literal) || line && strings.HasPrefix(in.c.Output, first)
	})
}

// namedIn reports whether a shell line has the words of one of a reader's commands in their order.
func (in *reading) namedIn(f *Reader, line string) bool {
	return slices.ContainsFunc(f.Commands, func(entry string) bool {
		rest := line
		for _, word := range strings.Fields(entry) {
			i := strings.Index(rest, word)
			if i < 0 {
				return false
			}
			rest = rest[i+len(word):]
		}
		return true
	})
}

// A chosenLine is a line for the SELECT.
type chosenLine struct {
	n, at         int
	kind, section string
	values        []string // of SelectColumns, without the first four
	has           []bool
}

// choose keeps a line for the SELECT, with what the headings above it say.
func (w *walk) choose(l *lines.Line) {
	if !w.f.HasSelect() {
		return
	}
	c := chosenLine{n: max(0, len(w.runs)-1), at: l.At, kind: l.Name, section: w.Section}
	if last := len(w.runs) - 1; last >= 0 && w.runs[last].tallied && !w.follows(l) {
		c.n = last + 1
	}
	for i, name := range slices.Concat(lines.Columns, w.set.Extra) {
		text, ok := l.Group(name)
		if i < lines.NumColumns && !ok && w.Heads[i] != "" {
			text, ok = w.Heads[i], true
		}
		c.values, c.has = append(c.values, text), append(c.has, ok)
	}
	w.chosen = append(w.chosen, c)
}

// chosenJSON returns the lines for the SELECT as a JSON array of arrays.
func (w *walk) chosenJSON() string {
	rows := make([][]any, 0, len(w.chosen))
	for _, c := range w.chosen {
		row := []any{c.at, c.n, c.kind, c.section}
		for i, text := range c.values {
			if c.has[i] {
				row = append(row, text)
			} else {
				row = append(row, nil)
			}
		}
		rows = append(rows, row)
	}
	return JSONList(rows)
}

func itoa(n int) string { return strconv.Itoa(n) }

// wholeNumber returns a number from its digits, nil if there are none.
func wholeNumber(digits string) *int64 {
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return nil
	}
	return &n
}
