package engine

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
)

// maxEvidence bounds each value that is kept of a row, in bytes.
const maxEvidence = 300

// evidence is what a row of a rule was, with the options of the rule and who decided its
// severity. It is kept with the verdict and not asked for again: what a rule reads goes on
// changing, and `why` is about then, not about now.
func (f *Script) evidence(columns []string, row []driverValue) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	put := func(v any) {
		if enc.Encode(v) == nil {
			b.Truncate(b.Len() - 1) // Encode ends with a line break
		} else {
			b.WriteString("null")
		}
	}
	b.WriteString(`{"row":{`)
	for i, column := range columns {
		if i > 0 {
			b.WriteByte(',')
		}
		put(column)
		b.WriteByte(':')
		put(kept(row[i]))
	}
	b.WriteString(`},"options":{`)
	for i, name := range slices.Sorted(maps.Keys(f.Options)) {
		if i > 0 {
			b.WriteByte(',')
		}
		put(name)
		b.WriteByte(':')
		put(f.Options[name])
	}
	b.WriteString(`},"decided":`)
	put(f.From)
	b.WriteByte('}')
	return b.String()
}

// kept is a value of a row as it is remembered.
func kept(v driverValue) any {
	switch v := v.(type) {
	case string:
		return cut(v, maxEvidence)
	case []byte:
		return cut(string(v), maxEvidence)
	default:
		return v
	}
}

// verdictID is the short name of a verdict: eight hexadecimal digits that follow from its key.
func verdictID(c *call, f Finding) string {
	key, _ := json.Marshal([]any{c.Session, c.t, f.Rule, f.Subject, c.Moment}) // texts and a number do not fail
	return hash(string(key))[:8]
}

// tablesRead are the tables of the store that a rule's statement reads, views looked through.
func (e *Engine) tablesRead(f *Script) (map[string]bool, error) {
	err := e.db.guard(Rules, func() error {
		e.db.reads = map[string]bool{}
		_, err := e.db.columns(e.db.one(f.Text))
		return err
	})
	reads := e.db.reads
	e.db.reads = nil
	return reads, err
}
