package eval

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"witness/engine/bundle"
	"witness/engine/deeds"
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
		if isParameter(table) {
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

// lacking returns what a rule needs of a target's parameters and lacks, such as ":commits", "" if it lacks nothing.
func (t Target) lacking(r *Rule) string {
	for _, need := range r.Needs {
		name, _ := parameterOf(need)
		if value, known := t.Args[name]; known && r.Options[name] == nil && !slices.Contains(lateParameters, name) && !satisfies(need, value) {
			return need
		}
	}
	return ""
}

// lackingAnswer returns what a rule needs of the parameters that lookups.ask has set, and lacks.
func (t Target) lackingAnswer(r *Rule) string {
	for _, need := range r.Needs {
		name, _ := parameterOf(need)
		if value, known := t.Args[name]; known && r.Options[name] == nil && slices.Contains(answers, name) && !satisfies(need, value) {
			return need
		}
	}
	return ""
}

// parameterOf returns the name of the parameter that a need is about, "" if it is about a table.
func parameterOf(need string) (name, condition string) {
	rest, ok := strings.CutPrefix(need, ":")
	if !ok {
		return "", ""
	}
	at := strings.IndexAny(rest+"=", "<=>")
	return rest[:at], rest[at:]
}

// satisfies reports whether the value of a parameter or an option is what a need says. A value that is not known may be.
func satisfies(need string, value any) bool {
	_, condition := parameterOf(need)
	value = store.SQLValue(value)
	n, isNumber := value.(int64)
	switch {
	case value == nil:
		return true
	case condition == "":
		return !slices.Contains([]any{"", "[]", int64(0), 0.0}, value)
	case condition == "=0":
		return !isNumber || n == 0
	case condition == ">0": // SQLite takes any text to be above any number
		return !isNumber || n > 0
	case condition == "<>[]":
		return value != "" && value != "[]"
	}
	text, unlike := strings.CutPrefix(condition, "<>")
	if unlike {
		return value != text // a number is no text
	}
	return store.Text(value) == strings.TrimPrefix(condition, "=")
}

// Lacking returns what all targets of a rule lack of what it needs, "" if one lacks nothing.
func (v *Evaluation) Lacking(r *Rule) (need string) {
	for _, t := range v.bound(r) {
		if need = t.lacking(r); need == "" {
			return ""
		}
	}
	return need
}

// answers are the parameters whose values lookups.ask sets.
var answers = slices.Concat(facts.Asked, deeds.Names, []string{
	"destroys", "credentials", "secrets", "masked", "lines", "lines_before", "lines_after", "loses", "flags", "operands", "takes", "keyed", "gone", "tracked", "adds", "awaited", "called",
})

// lateParameters are those whose values are set when a rule is asked, or when the call is recorded.
var lateParameters = append([]string{"t", "now", "chosen"}, answers...)

// shrinks reports whether the call writes a file anew with fewer lines. After a call of which the new content is not known,
// as in a recording, it may have.
func (v *Evaluation) shrinks() bool {
	for _, t := range v.call.Touches {
		if t.Kind != hook.Write {
			continue
		}
		before, after, known := v.call.LinesOf(v.Disk, t.Path)
		if known && v.call.Moment == hook.Before && after < before || !known && v.call.Moment == hook.After {
			return true
		}
	}
	return false
}

// ofCall returns an expression that is true if a table has rows of this call.
func ofCall(table string) string {
	return "EXISTS (SELECT 1 FROM " + store.QuoteName(table) + " WHERE session = :session AND t = :t)"
}

// byOthers returns an expression that is true if somebody else has changed the file :file.
func byOthers(inFleet bool) string {
	query := "SELECT EXISTS (SELECT 1 FROM editors WHERE file = :file AND session <> :session)"
	if inFleet {
		query += " OR EXISTS (SELECT 1 FROM fleet_touches WHERE file = :file)"
	}
	return "(" + query + ")"
}

// maxPrograms bounds the programs of a line that are looked up.
const maxPrograms = 8

// sameProgram returns an expression that is true if the session has run one of the programs of a call, and sets its parameters. A line with
// many programs is taken to have one.
func sameProgram(c *facts.Call, args store.Args) string {
	if len(c.Commands) > maxPrograms {
		return "1"
	}
	expression := "(0"
	for i, cmd := range c.Commands {
		root, program := fmt.Sprintf("root%d", i), fmt.Sprintf("program%d", i)
		args[root], args[program] = cmd.Root, hook.Truncate(cmd.Name, facts.MaxWord)
		expression += " OR EXISTS (SELECT 1 FROM runs WHERE session = :session AND root = :" + root + " AND program = :" + program + ")"
	}
	return expression + ")"
}

// populates returns an expression that is true if a table has rows of the session.
func populates(table string) string {
	name, count, counted := strings.Cut(table, ".")
	whose := "session = :session"
	if counted {
		whose += " AND " + store.QuoteName(count) + " > 0"
	}
	return "EXISTS (SELECT 1 FROM " + store.QuoteName(name) + " WHERE " + whose + ")"
}

// EmptyOption returns the first of the options that the rule needs otherwise than it is, such as 0 or an empty list, with its
// colon; "" if there is none.
func (r *Rule) EmptyOption() string {
	for _, need := range r.Needs {
		if name, _ := parameterOf(need); r.Options[name] != nil && !r.isBoundLater(name) && !satisfies(need, Bound(r.Options[name])) {
			return ":" + name
		}
	}
	return ""
}

// isBoundLater reports whether an option of an instance has a value for its statement that only bindInstance knows. An empty list stays one,
// unless it means all sources.
func (r *Rule) isBoundLater(option string) bool {
	switch kind := r.Takes[option]; kind {
	case bundle.TakesFiles, bundle.TakesRuns, bundle.TakesAnyRun, bundle.TakesEachFile, bundle.TakesSources:
		return r.Shape != nil && (kind == bundle.TakesSources || len(listOf(r.Options[option])) > 0)
	}
	return false
}

// isParameter reports whether a need is one of a parameter or an option and not of a table.
func isParameter(need string) bool { return strings.HasPrefix(need, ":") }

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
	tables = slices.DeleteFunc(slices.Compact(tables), isParameter)
	args := store.Args{"session": v.call.Session}
	columns := make([]string, len(tables))
	for i, table := range tables {
		switch table {
		case bundle.SameProgram:
			columns[i] = sameProgram(v.call, args)
		case bundle.Others:
			columns[i] = "1"
			if len(v.call.Touches) == 1 {
				columns[i], args["file"] = byOthers(v.DB.InFleet), v.call.Touches[0].File
			}
		case bundle.Shrinks:
			columns[i] = map[bool]string{true: "1", false: "0"}[v.shrinks()]
		case bundle.Denied:
			columns[i] = "EXISTS (SELECT 1 FROM events INDEXED BY events_denied WHERE session = :session AND outcome = 'denied')"
		case bundle.Forbidden, bundle.Planned:
			columns[i] = "EXISTS (SELECT 1 FROM words WHERE session = :session AND kind = '" + strings.TrimPrefix(table, "words.") + "')"
		case bundle.CallRuns, bundle.CallLabels:
			columns[i], args["t"] = ofCall(strings.TrimSuffix(table, ".call")), v.call.T
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
