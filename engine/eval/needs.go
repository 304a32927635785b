package eval

import (
	"context"
	"slices"
	"strings"

	"witness/engine/store"
)

// missing returns the first thing that a rule needs and that is not there, "" if there is all: an option that is
// empty, or a table that has no rows of the session. Such a rule would find nothing, so it is not even compiled.
func (v *Evaluation) missing(ctx context.Context, r *Rule) (string, error) {
	if option := r.EmptyOption(); option != "" {
		return option, nil
	}
	for _, table := range r.Needs {
		if isOption(table) {
			continue
		}
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

// imports is the table of the import graph, which belongs to a project and not to a session.
const imports = "imports"

// EmptyOption returns the first of the options that the rule needs which is 0, false, or an empty text or list, with
// its colon; "" if there is none.
func (r *Rule) EmptyOption() string {
	for _, need := range r.Needs {
		if !isOption(need) {
			continue
		}
		switch value := r.Options[need[1:]].(type) {
		case []any:
			if len(value) == 0 {
				return need
			}
		case nil, string, int64, float64, bool:
			if value == nil || value == "" || value == int64(0) || value == 0.0 || value == false {
				return need
			}
		}
	}
	return ""
}

// isOption reports whether an entry of the key needs is an option and not a table.
func isOption(need string) bool { return strings.HasPrefix(need, ":") }

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
	tables = slices.DeleteFunc(slices.Compact(tables), isOption)
	query := "SELECT "
	for i, table := range tables {
		name, count, counted := strings.Cut(table, ".")
		whose := "session = :session"
		if name == imports {
			whose = "root = :root"
		}
		query += []string{"", ", "}[min(i, 1)] + "EXISTS (SELECT 1 FROM " + store.QuoteName(name) + " WHERE " + whose
		if counted {
			query += " AND " + store.QuoteName(count) + " > 0"
		}
		query += ")"
	}
	if err := v.DB.Compile(ctx, query); err != nil {
		return err
	}
	populated := map[string]bool{}
	err := v.DB.Each(ctx, query, store.Args{"session": v.call.Session, "root": v.call.Project.Root}, func(_ []string, row []store.Value) error {
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
