package bundle

import (
	"fmt"
	"slices"
	"strings"
)

// A Pattern is one regular expression of a reader's header, which must match a whole line.
type Pattern struct {
	Role string // its table in the header: test, detail, …
	Name string
	Text string
	Line int // of the file, from 1
}

// Kind is the name by which the header's other keys refer to a pattern, such as "test.fail".
func (p Pattern) Kind() string { return p.Role + "." + p.Name }

// PatternRoles are the tables of a header that hold patterns.
var PatternRoles = []string{"test", "finding", "detail", "above", "head", "suite", "close", "tally", "section", "stop", "filter", "label", "line", "json", "xml"}

// Patterns returns the patterns of the header in the order of the file, which is the order in which
// they are tried.
func (f *File) Patterns() []Pattern {
	var list []Pattern
	for _, role := range PatternRoles {
		table, ok := f.field(role).(*map[string]any)
		if !ok {
			continue
		}
		for name, v := range *table {
			line := f.patternLine(role, name)
			for _, text := range texts(v) {
				list = append(list, Pattern{role, name, text, line})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Pattern) int { return a.Line - b.Line })
	return list
}

// patternLine returns the line of a pattern.
func (f *File) patternLine(role, name string) int {
	if i := slices.IndexFunc(f.keys, func(k patternKey) bool { return k.role == role && k.name == name }); i >= 0 {
		return f.keys[i].line
	}
	return f.Line(role + "." + name)
}

// A patternKey is the key of a pattern in the header's text.
type patternKey struct {
	role, name   string
	line, column int // from 1; from 0
}

// patternKeys returns the keys of the patterns that are written with a dot, as test.fail = '…'.
func (f *File) patternKeys() []patternKey {
	n, list := 0, make([]patternKey, 0, 32)
	for line := range strings.Lines(f.Text) {
		n++
		rest, ok := f.headerLine(line)
		if !ok {
			continue
		}
		key := strings.TrimLeft(rest, " ")
		role, name, dotted := strings.Cut(key, ".")
		if !dotted || !slices.Contains(PatternRoles, role) {
			continue
		}
		if name, _, ok = strings.Cut(name, "="); ok {
			list = append(list, patternKey{role, strings.TrimRight(name, " \t"), n, len(rest) - len(key)})
		}
	}
	return list
}

// nest adds to the keys `in` and `after` what the indentation says: a pattern that is indented below another
// matches only in the section of that one, and below counts it belongs to their run.
func (f *File) nest() {
	f.keys = f.patternKeys()
	var outer []patternKey
	for _, k := range f.keys {
		for len(outer) > 0 && outer[len(outer)-1].column >= k.column {
			outer = outer[:len(outer)-1]
		}
		if len(outer) > 0 {
			section, kind := outer[len(outer)-1].name, k.role+"."+k.name
			if f.In == nil {
				f.In = map[string]any{}
			}
			if kinds, ok := f.In[section].([]any); ok || f.In[section] == nil {
				f.In[section] = append(slices.Clip(kinds), kind)
			}
			if outer[0].role == "tally" && k.role != "tally" {
				f.After = append(slices.Clip(f.After), kind)
			}
		}
		outer = append(outer, k)
	}
}

// texts returns the expressions of an entry: a string or a list of strings.
func texts(v any) (list []string) {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		for _, text := range v {
			if text, ok := text.(string); ok {
				list = append(list, text)
			}
		}
	}
	return list
}

// Words returns the strings of an entry of a table of the header, such as words.pass.
func Words(table map[string]any, name string) []string { return texts(table[name]) }

// HasPatterns reports whether the header has patterns of lines.
func (h *Header) HasPatterns() bool {
	return slices.ContainsFunc(PatternRoles, func(role string) bool {
		table, ok := h.field(role).(*map[string]any)
		return ok && len(*table) > 0
	})
}

// table returns the table that a reader's rows go to by its patterns: findings are diagnostics, and what other
// roles but those of lines and documents find are tests. It is "" if there are only such patterns.
func (h *Header) table() string {
	if len(h.Finding) > 0 {
		return "diagnostics"
	}
	for _, role := range PatternRoles {
		if table, ok := h.field(role).(*map[string]any); ok && len(*table) > 0 && role != "line" && role != "json" && role != "xml" {
			return "tests"
		}
	}
	return ""
}

// OnlyLines reports whether all patterns of the header choose lines for its statement, which then decides
// alone.
func (h *Header) OnlyLines() bool {
	return len(h.Lines) > 0 && !slices.ContainsFunc(PatternRoles, func(role string) bool {
		table, ok := h.field(role).(*map[string]any)
		return role != "line" && ok && len(*table) > 0
	})
}

// HasSelect reports whether a file has a statement. A reader with patterns needs none.
func (f *File) HasSelect() bool {
	sql := f.SQL()
	return sql != "" && !strings.HasPrefix(sql, "--")
}

// Select returns the statement of a reader with the relations that it may name: `lines`, with these columns, and `documents`.
// The statement stays on its line.
func (f *File) Select(columns []string) string {
	sql, text := f.SQL(), f.Statement()
	start := strings.LastIndex(text, sql)
	if sql == "" || start < 0 {
		return text
	}
	var b strings.Builder
	b.WriteString(text[:start])
	b.WriteString("WITH lines AS MATERIALIZED (SELECT ")
	for i, column := range columns {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `value->>%d AS "%s"`, i, column)
	}
	b.WriteString(" FROM json_each(:lines)), documents AS MATERIALIZED (SELECT value->>0 AS at, value->>1 AS kind, value->>2 AS doc, value->>3 AS whole FROM json_each(:documents))")
	if rest, ok := cutWith(sql); ok {
		b.WriteString(", " + rest)
	} else {
		b.WriteString(" " + sql)
	}
	return b.String()
}

// cutWith cuts the keyword WITH off a statement.
func cutWith(sql string) (rest string, ok bool) {
	if len(sql) > 4 && strings.EqualFold(sql[:4], "WITH") && (sql[4] == ' ' || sql[4] == '\n') {
		return sql[5:], true
	}
	return sql, false
}
