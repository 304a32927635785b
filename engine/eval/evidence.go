package eval

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"witness/engine/hook"
	"witness/engine/store"
)

// MaxValue is how much is kept of each value of a row, in bytes.
const MaxValue = 300

// evidence returns a row of a rule as JSON, with the rule's options and what set its severity. It is
// stored with the verdict, because the facts that the rule read change later.
func (r *Rule) evidence(columns []string, row []store.Value) string {
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
	for i, column := range columns {
		if i > 0 {
			b.WriteByte(',')
		}
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
	default:
		return v
	}
}
