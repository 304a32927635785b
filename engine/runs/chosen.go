package runs

import (
	"slices"

	"witness/engine/lines"
	"witness/engine/store"
)

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
	return store.JSONList(rows)
}
