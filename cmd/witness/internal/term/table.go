package term

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"witness/engine/eval"
)

// WriteJSON writes v as an indented JSON document. It does not escape <, > and &.
func WriteJSON(out io.Writer, v any) error {
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// WriteJSONLine writes v as one line of JSON. It does not escape <, > and &.
func WriteJSONLine(out io.Writer, v any) error {
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// Object returns a row as a JSON object whose keys are in the order of the columns.
func Object(columns []string, row []any) json.RawMessage {
	b := []byte{'{'}
	for i, c := range columns {
		if i > 0 {
			b = append(b, ',')
		}
		for j, v := range []any{c, row[i]} {
			var text bytes.Buffer
			if err := WriteJSONLine(&text, v); err != nil {
				text.WriteString("null") // JSON has no infinity
			}
			b = append(b, bytes.TrimSpace(text.Bytes())...)
			if j == 0 {
				b = append(b, ':')
			}
		}
	}
	return append(b, '}')
}

// Texts returns the rows of t as text. NULL becomes the empty string.
func Texts(t eval.Table) [][]string {
	rows := make([][]string, len(t.Rows))
	for i, row := range t.Rows {
		rows[i] = make([]string, len(row))
		for j, v := range row {
			if v != nil {
				rows[i][j] = fmt.Sprint(v)
			}
		}
	}
	return rows
}

// Markdown writes t as a Markdown table, or nothing if it has no rows.
func Markdown(out io.Writer, t eval.Table) error {
	if len(t.Rows) == 0 {
		return nil
	}
	var b strings.Builder
	line := func(cells []string) {
		for _, c := range cells {
			b.WriteString("| " + strings.ReplaceAll(c, "|", `\|`) + " ")
		}
		b.WriteString("|\n")
	}
	line(t.Columns)
	line(slices.Repeat([]string{"---"}, len(t.Columns)))
	for _, row := range Texts(t) {
		line(row)
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// Table writes t for people, nothing if it has no rows: times are those of this machine's zone, ids of sessions are
// shortened, and words that say how something ended have colors.
func Table(s Streams, t eval.Table, shorten func(session string) string) error {
	if len(t.Rows) == 0 {
		return nil
	}
	g := Grid{Rows: Texts(t), Style: func(column int, cell string) Style {
		switch t.Columns[column] {
		case "severity", "outcome":
			word, _, _ := strings.Cut(cell, " ")
			return StyleOf(word)
		}
		return Plain
	}}
	for i, c := range t.Columns {
		g.Heading = append(g.Heading, strings.ToUpper(c))
		for _, row := range g.Rows {
			if at, err := time.Parse(eval.TimeFormat, row[i]); err == nil {
				row[i] = Clock(at)
			} else if c == "session" {
				row[i] = shorten(row[i])
			}
		}
	}
	return g.Write(s.Out, ScreenWidth(s.Out), s.Palette(s.Out))
}

// Columns writes lines whose columns are separated by tabs, aligned and, on a terminal, wrapped.
func Columns(out io.Writer, lines []string) error {
	var g Grid
	for _, line := range lines {
		g.Rows = append(g.Rows, strings.Split(line, "\t"))
	}
	return g.Write(out, ScreenWidth(out), Palette{})
}
