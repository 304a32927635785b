package eval

import (
	"context"
	"slices"
	"strings"

	"witness/engine/store"
)

// missingTable returns the first of the tables that a rule needs which has no rows of the session,
// "" if there is none. Such a rule would find nothing, so it is not even compiled.
func (v *Evaluation) missingTable(ctx context.Context, r *Rule) (string, error) {
	for _, table := range r.Needs {
		if _, known := v.populated[table]; !known {
			if err := v.findPopulated(ctx, r); err != nil {
				return "", err
			}
		}
		if !v.populated[table] {
			return table, nil
		}
	}
	return "", nil
}

// findPopulated sets v.populated for the tables that this rule and the call's other rules need, with
// one statement for all of them.
func (v *Evaluation) findPopulated(ctx context.Context, r *Rule) error {
	tables := slices.Clone(r.Needs)
	for _, other := range v.rules {
		if len(v.targetsOf(other)) > 0 {
			tables = append(tables, other.Needs...)
		}
	}
	slices.Sort(tables)
	tables = slices.Compact(tables)
	query := "SELECT "
	for i, table := range tables {
		name, count, counted := strings.Cut(table, ".")
		query += []string{"", ", "}[min(i, 1)] + "EXISTS (SELECT 1 FROM " + store.QuoteName(name) + " WHERE session = :session"
		if counted {
			query += " AND " + store.QuoteName(count) + " > 0"
		}
		query += ")"
	}
	if err := v.DB.Compile(ctx, query); err != nil {
		return err
	}
	populated := map[string]bool{}
	err := v.DB.Each(ctx, query, store.Args{"session": v.call.Session}, func(_ []string, row []store.Value) error {
		for i, table := range tables {
			populated[table] = row[i] == int64(1)
		}
		return nil
	})
	if err == nil {
		v.populated = populated
	}
	return err
}
