package eval

import (
	"context"
	"slices"
	"strings"

	"witness/engine/bundle"
	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/store"
)

// missing returns the first thing that a rule needs and lacks, "" if it lacks nothing: an option with a value, or a table with
// rows of the session. A rule that lacks something would find nothing, so it is not even compiled.
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

// shrinks reports whether the call writes a file anew with less than half of its lines. After a call of which the new content is not known,
// as in a recording, it may have.
func (v *Evaluation) shrinks() bool {
	for _, t := range v.call.Touches {
		if t.Kind != hook.Write {
			continue
		}
		before, after, known := v.call.LinesOf(v.Disk, t.Path)
		if known && v.call.Moment == hook.Before && after*2 < before || !known && v.call.Moment == hook.After {
			return true
		}
	}
	return false
}

// drifted reports whether the call runs in a folder of its project below the root.
func (v *Evaluation) drifted() bool {
	at := v.call.Project
	return at.Root != "" && at.Dir != at.Root
}

// callLabels is an expression that is true if this call has labels.
const callLabels = "EXISTS (SELECT 1 FROM labels WHERE session = :session AND t = :t)"

// imports is the table of the import graph, which belongs to a project and not to a session.
const imports = "imports"

// byOthers returns an expression that is true if somebody else has changed the file :file.
func byOthers(inFleet bool) string {
	query := "SELECT EXISTS (SELECT 1 FROM editors WHERE file = :file AND session <> :session)"
	if inFleet {
		query += " OR EXISTS (SELECT 1 FROM fleet_touches WHERE file = :file)"
	}
	return "(" + query + ")"
}

// sameProgram is an expression that is true if the session has run one of the programs :programs, JSON arrays of a root and a program.
const sameProgram = "EXISTS (SELECT 1 FROM runs WHERE session = :session AND (root, program) IN (SELECT value ->> 0, value ->> 1 FROM json_each(:programs)))"

// programs returns the value of :programs for a call.
func programs(c *facts.Call) string {
	list := make([][2]string, len(c.Commands))
	for i, cmd := range c.Commands {
		list[i] = [2]string{cmd.Root, store.Text(cmd.Params(i, store.Args{})["program"])}
	}
	return store.JSONList(list)
}

// populates returns an expression that is true if a table has rows of the session, or of the project.
func populates(table string) string {
	name, count, counted := strings.Cut(table, ".")
	whose := "session = :session"
	if name == imports {
		whose = "root = :root"
	}
	if counted {
		whose += " AND " + store.QuoteName(count) + " > 0"
	}
	return "EXISTS (SELECT 1 FROM " + store.QuoteName(name) + " WHERE " + whose + ")"
}

// truth returns a condition as SQL writes it.
func truth(holds bool) string {
	if holds {
		return "1"
	}
	return "0"
}

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
	args := store.Args{"session": v.call.Session, "root": v.call.Project.Root}
	columns := make([]string, len(tables))
	for i, table := range tables {
		switch table {
		case bundle.SameProgram:
			columns[i], args["programs"] = sameProgram, programs(v.call)
		case bundle.Others:
			columns[i] = "1"
			if len(v.call.Touches) == 1 {
				columns[i], args["file"] = byOthers(v.DB.InFleet), v.call.Touches[0].File
			}
		case bundle.Shrinks:
			columns[i] = truth(v.shrinks())
		case bundle.Drifted:
			columns[i] = truth(v.drifted())
		case bundle.CallLabels:
			columns[i], args["t"] = callLabels, v.call.T
		default:
			columns[i] = populates(table)
		}
	}
	query := "SELECT " + strings.Join(columns, ", ")
	if err := v.DB.Compile(ctx, query); err != nil {
		return err
	}
	populated := map[string]bool{}
	err := v.DB.Each(ctx, query, args, func(_ []string, row []store.Value) error {
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
