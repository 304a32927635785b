package term

import (
	"io"
	"slices"
	"strings"
)

// A Grid is a table that is laid out for the width of its output. Where that is too small, empty columns are left
// out, cells are wrapped, and the last column is put below its row.
type Grid struct {
	Heading []string // nil for none
	Rows    [][]string
	Right   []bool // which of the first columns are aligned to the right; nil for none

	// Style returns the style of a cell; nil for plain text.
	Style func(column int, cell string) Style
}

const (
	gridGap    = 2  // columns between two cells; 1 before one that is aligned to the right
	gridIndent = 2  // of the further lines of a cell
	gridBelow  = 4  // the indent of a last column that is below its row
	gridNarrow = 8  // no column is made narrower
	gridRoom   = 30 // a last column that would have less and needs more is put below its row
)

// Write writes the grid, for an output of that many columns; 0 is any number.
func (g Grid) Write(out io.Writer, columns int, paint Palette) error {
	lines := g.Rows
	if g.Heading != nil {
		lines = append([][]string{g.Heading}, lines...)
	}
	widths := g.widths(lines)
	below := -1
	if columns > 0 && g.total(widths) > columns {
		g.leaveOutEmpty(widths)
		last := len(widths) - 1
		for last > 0 && widths[last] == 0 {
			last--
		}
		full := slices.Clone(widths)
		if g.fit(widths, columns, gridNarrow); full[last] > gridRoom && widths[last] < gridRoom {
			widths, below = full, last
			widths[last] = 0
			g.fit(widths, columns, gridNarrow)
		}
	}
	var b strings.Builder
	for i, row := range lines {
		heading := i == 0 && g.Heading != nil
		g.line(&b, row, widths, heading, paint)
		if below >= 0 && below < len(row) && row[below] != "" {
			for _, text := range Wrap(row[below], max(columns-gridBelow, gridNarrow), 0) {
				b.WriteString(strings.Repeat(" ", gridBelow) + g.paint(below, text, row[below], heading, paint) + "\n")
			}
		}
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// line writes one row with these widths. A width of 0 leaves a column out.
func (g Grid) line(b *strings.Builder, row []string, widths []int, heading bool, paint Palette) {
	cells, height := make([][]string, len(widths)), 1
	for i, w := range widths {
		if i < len(row) && w > 0 {
			cells[i] = Wrap(row[i], w, gridIndent)
			height = max(height, len(cells[i]))
		}
	}
	for n := range height {
		line, missing := "", 0 // the spaces that precede the next text
		for i, w := range widths {
			if w == 0 {
				continue
			}
			text := ""
			if n < len(cells[i]) {
				text = cells[i][n]
			}
			space := w - Width(text)
			missing += g.gap(i)
			if g.isRight(i) {
				missing, space = missing+space, 0
			}
			if text != "" {
				line += strings.Repeat(" ", missing) + g.paint(i, text, row[i], heading, paint)
				missing = 0
			}
			missing += space
		}
		b.WriteString(line + "\n")
	}
}

// paint paints a part of a cell.
func (g Grid) paint(column int, text, cell string, heading bool, paint Palette) string {
	switch {
	case heading:
		return paint.Paint(Bold, text)
	case g.Style != nil:
		return paint.Paint(g.Style(column, cell), text)
	}
	return text
}

// Width returns the width of the longest line, if the output is wide enough.
func (g Grid) Width() int { return g.total(g.widths(append([][]string{g.Heading}, g.Rows...))) }

// widths returns the widths of the columns.
func (g Grid) widths(lines [][]string) (widths []int) {
	for _, row := range lines {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			for line := range strings.SplitSeq(cell, "\n") {
				widths[i] = max(widths[i], Width(line))
			}
		}
	}
	return widths
}

// leaveOutEmpty sets the widths of columns without a text to 0.
func (g Grid) leaveOutEmpty(widths []int) {
	for i := range widths {
		if !slices.ContainsFunc(g.Rows, func(row []string) bool { return i < len(row) && row[i] != "" }) {
			widths[i] = 0
		}
	}
}

// fit makes the widest columns narrower until all fit into a width, or all are as narrow as least.
func (g Grid) fit(widths []int, width, least int) {
	for g.total(widths) > width {
		widest := 0
		for i, w := range widths {
			if w > widths[widest] {
				widest = i
			}
		}
		if widths[widest] <= least {
			return
		}
		widths[widest]--
	}
}

// total returns the width of a line.
func (g Grid) total(widths []int) (n int) {
	for i, w := range widths {
		if w > 0 {
			n += g.gap(i) + w
		}
	}
	return n
}

// gap returns the number of spaces before a column.
func (g Grid) gap(column int) int {
	switch {
	case column == 0:
		return 0
	case g.isRight(column):
		return 1
	}
	return gridGap
}

func (g Grid) isRight(column int) bool { return column < len(g.Right) && g.Right[column] }
