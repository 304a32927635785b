package eval

import (
	"cmp"
	"slices"

	"witness/engine/hook"
	"witness/engine/store"
)

// ColumnKept tells, of a rule that says what has to be, whether it was so: a row in which it is 1 is no finding, and both are
// occasions to keep the rule.
const ColumnKept = "kept"

// unkept notes the occasions in the rows of a rule and returns the rows that are findings. An occasion is kept if all rows about
// its subject are.
func (v *Evaluation) unkept(r *Rule, t Target, columns []string, rows [][]store.Value) [][]store.Value {
	kept, subject := slices.Index(columns, ColumnKept), slices.Index(columns, ColumnSubject)
	if kept < 0 {
		return rows
	}
	for _, row := range rows {
		o := hook.Occasion{Rule: r.Name, Subject: t.Name, Kept: row[kept] == int64(1)}
		if subject >= 0 {
			o.Subject = cmp.Or(textOf(row[subject]), o.Subject)
		}
		i := slices.IndexFunc(v.occasions, func(other hook.Occasion) bool { return other.Rule == o.Rule && other.Subject == o.Subject })
		if i < 0 {
			v.occasions = append(v.occasions, o)
		} else {
			v.occasions[i].Kept = v.occasions[i].Kept && o.Kept
		}
	}
	return slices.DeleteFunc(rows, func(row []store.Value) bool { return row[kept] == int64(1) })
}
