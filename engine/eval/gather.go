package eval

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"witness/engine/hook"
	"witness/engine/store"
)

// A list is the value of the column that the key gather names: what stands there in several rows.
type list []string

// maxListed is how many entries of a list are said one by one. Of a longer one, all but one of these are.
const maxListed = 3

// String returns a list as a phrase: "a", "a and b", "a, b and c", "a, b and 3 more".
func (l list) String() string {
	said, last := slices.Clone(l), ""
	switch {
	case len(l) > maxListed:
		said, last = said[:maxListed-1], fmt.Sprintf("%d more", len(l)-maxListed+1)
	case len(l) > 1:
		said, last = said[:len(l)-1], l[len(l)-1]
	}
	if last == "" {
		return strings.Join(said, "")
	}
	return strings.Join(said, ", ") + " and " + last
}

// gather makes one row of those that differ in no other column than the one that the key gather names, which
// becomes a list. If the statement has no column count, it is added: how many entries the list has.
func (r *Rule) gather(columns []string, rows [][]store.Value) ([]string, [][]store.Value) {
	at := slices.Index(columns, r.Gather)
	if r.Gather == "" || at < 0 {
		return columns, rows
	}
	var gathered [][]store.Value
	index := map[string]int{}
	for _, row := range rows {
		entry := store.Text(row[at])
		row[at] = nil
		key := fmt.Sprintf("%#v", row)
		i, seen := index[key]
		if !seen {
			i = len(gathered)
			index[key], gathered = i, append(gathered, row)
			row[at] = list(nil)
		}
		if entries := gathered[i][at].(list); !slices.Contains(entries, entry) {
			gathered[i][at] = append(entries, entry)
		}
	}
	if !slices.Contains(columns, ColumnCount) {
		columns = append(slices.Clone(columns), ColumnCount)
		for i, row := range gathered {
			gathered[i] = append(row, int64(len(row[at].(list))))
		}
	}
	return columns, gathered
}

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
