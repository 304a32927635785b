package eval

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/store"
)

// Columns of a rule's row with a meaning of their own.
const (
	// ColumnSeverity lowers the severity of this finding: warn in a rule that blocks.
	ColumnSeverity = "severity"
	// ColumnSubject is what the finding is about, for `repeat` and `witness why`, where that is
	// not the file or command that the rule is evaluated for.
	ColumnSubject = "subject"
	// ColumnCount is how much there is of it, for repeat = "doubled".
	ColumnCount = "count"
)

// finding returns the finding for a row of the rule's statement.
func (r *Rule) finding(t Target, columns []string, row []store.Value) hook.Finding {
	f := hook.Finding{Rule: r.Name, Severity: r.Severity, Subject: t.Name, Target: t.Name, Message: render(r.Message, r.Says, columns, row), Evidence: r.evidence(t, columns, row), Project: r.Origin == "project"}
	for i, column := range columns {
		value := textOf(row[i])
		if column == r.Per {
			f.Key = hook.Truncate(value, MaxValue)
		}
		switch {
		case column == ColumnSeverity && slices.Contains(hook.Severities[1:], value) && hook.Rank(value) < hook.Rank(r.Severity):
			f.Severity = value
		case column == ColumnCount:
			f.Count, _ = row[i].(int64)
		case column == ColumnSubject && value != "":
			f.Subject = hook.Truncate(value, facts.MaxWord)
		}
	}
	return f
}

// MaxValue is how much is kept of each value of a row, in bytes.
const MaxValue = 300

// evidence returns a row of a rule as JSON, with the rule's options, what set its severity and the file that it is
// about, of which a call that has not ended has no row in touches. It is stored with the verdict, because the facts
// that the rule read change later.
func (r *Rule) evidence(t Target, columns []string, row []store.Value) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	put := func(v any) {
		if enc.Encode(v) == nil {
			b.Truncate(b.Len() - 1) // the line break that Encode adds
		} else {
			b.WriteString("null")
		}
	}
	b.WriteString(`{"row":{`)
	first := true
	for i, column := range columns {
		if _, worded := r.Says[column]; worded && !slices.Contains([]string{ColumnSubject, ColumnCount, r.Per}, column) {
			continue // its value only chooses a text, and may be the same as a subject: see views/said.sql
		}
		if !first {
			b.WriteByte(',')
		}
		first = false
		put(column)
		b.WriteByte(':')
		put(shortened(row[i]))
	}
	b.WriteString(`},"options":{`)
	for i, name := range slices.Sorted(maps.Keys(r.Options)) {
		if i > 0 {
			b.WriteByte(',')
		}
		put(name)
		b.WriteByte(':')
		put(r.Options[name])
	}
	b.WriteString(`},"decided":`)
	put(r.DecidedBy)
	if t.command != nil && t.command.Via != "" {
		b.WriteString(`,"via":`)
		put(t.command.Place())
	}
	if t.touch != nil {
		b.WriteString(`,"file":`)
		put(t.touch.Params(store.Args{}))
	}
	b.WriteByte('}')
	return b.String()
}

// shortened truncates a value of a row to MaxValue.
func shortened(v store.Value) any {
	switch v := v.(type) {
	case string:
		return hook.Truncate(v, MaxValue)
	case []byte:
		return hook.Truncate(string(v), MaxValue)
	case list:
		return hook.Truncate(v.String(), MaxValue)
	default:
		return v
	}
}
