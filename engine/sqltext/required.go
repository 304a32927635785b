package sqltext

import (
	"maps"
	"slices"
	"strings"
)

// Required returns what a statement must find to return a row, sorted: a table with rows of the session (of the project for imports),
// by its name; TABLE.call with rows of this very call, TABLE.COLUMN with rows in which the column is above 0, and TABLE.program with
// rows of the call's program; :NAME for a parameter that is neither 0 nor an empty list, and :NAME=VALUE and :NAME<>VALUE for one that is
// this or something else. It follows from
// the relations that FROM joins and that EXISTS asks for, and from the conditions of WHERE, in the statement and in the views that
// it names. view returns the SELECT of a view, "" for the name of anything else. What it does not understand requires nothing.
func Required(statement string, view func(name string) string) []string {
	if len(statement) > maxText {
		return nil
	}
	tokens := slices.Collect(Tokens(statement))
	r := requirer{view: view}
	return slices.Sorted(maps.Keys(r.query(tokens, nil, scope{})))
}

// A requirer finds what statements require.
type requirer struct {
	view           func(name string) string
	depth, queries int
}

// Bounds on what is read: anybody may have written a statement. A recursive query ends at maxRequired.
const (
	maxText     = 16 << 10 // bytes of a statement
	maxRequired = 12       // queries in each other
	maxQueries  = 200
)

// A scope is where a query stands.
type scope struct {
	bound   set // the columns session and root of relations outside of it, as e.session, that are :session or :root
	columns set // of the columns of the query, those that are so, and those that are above 0
}

type set = map[string]bool

// owned are the columns that say whose a row is.
var owned = []string{"session", "root"}

// query returns what a query requires: what each of the SELECTs does that UNION joins.
func (r *requirer) query(tokens []Token, with map[string][]Token, in scope) set {
	r.depth++
	defer func() { r.depth-- }()
	if r.queries++; r.queries > maxQueries || r.depth > maxRequired || len(tokens) == 0 {
		return nil
	}
	with = maps.Clone(with)
	if with == nil {
		with = map[string][]Token{}
	}
	if tokens[0].Is("with") {
		tokens = cutWith(tokens[1:], with)
	}
	var all set
	for i, part := range split(tokens, "union", "except", "intersect") {
		if len(part) > 0 && part[0].Is("all") {
			part = part[1:]
		}
		one := r.selected(part, with, in)
		if i == 0 {
			all = one
		}
		maps.DeleteFunc(all, func(name string, _ bool) bool { return !one[name] })
	}
	return all
}

// selected returns what one SELECT requires.
func (r *requirer) selected(tokens []Token, with map[string][]Token, in scope) set {
	before := split(tokens, "group", "having", "order", "limit", "window")[0]
	clauses := split(before, "where")
	parts := split(clauses[0], "from")
	if len(parts) > 2 || !returnsNothing(parts[0], tokens[len(before):]) {
		return nil
	}
	var conditions [][]Token
	if len(clauses) > 1 {
		conditions = conjuncts(clauses[1])
	}
	var from []source
	if len(parts) == 2 {
		var on [][]Token
		if from, on = joined(parts[1]); from == nil {
			return nil
		}
		conditions = append(conditions, on...)
	}
	all := set{}
	bound := r.bindings(parts[0], from, conditions, in)
	for _, s := range from {
		inner := scope{columns: set{}}
		for column := range bound {
			if relation, name, _ := strings.Cut(column, "."); relation == s.alias {
				inner.columns[name] = true
			}
		}
		name := strings.ToLower(s.tokens[0].Name())
		cte, isCTE := with[name]
		switch {
		case s.query:
			maps.Copy(all, r.query(s.tokens, with, inner))
		case isCTE:
			maps.Copy(all, r.query(cte, without(with, name), inner))
		case name == "json_each":
			if len(s.tokens) == 4 && s.tokens[2].Kind == Parameter {
				all[s.tokens[2].Text] = true
			}
		default:
			if body := r.view(name); body != "" {
				maps.Copy(all, r.query(slices.Collect(Tokens(body)), nil, inner))
			} else if whose := map[bool]string{true: "root", false: "session"}[name == "imports"]; inner.columns[whose] {
				r.table(name, s.alias, len(from) == 1, conditions, inner.columns, all)
			}
		}
	}
	for _, c := range conditions {
		for _, query := range asked(c) {
			maps.Copy(all, r.query(query, with, scope{bound: bound}))
		}
		for _, name := range wanted(c) {
			all[name] = true
		}
	}
	return all
}

// without returns common table expressions without one.
func without(with map[string][]Token, name string) map[string][]Token {
	with = maps.Clone(with)
	delete(with, name)
	return with
}

// only returns the alias of the one relation of FROM, "" if there are several.
func only(from []source) string {
	if len(from) == 1 {
		return from[0].alias
	}
	return ""
}

// bindings returns which columns session and root are those of the call, by equations, and which columns are above 0.
func (r *requirer) bindings(list []Token, from []source, conditions [][]Token, in scope) set {
	bound := set{}
	maps.Copy(bound, in.bound)
	for _, s := range from {
		maps.DeleteFunc(bound, func(name string, _ bool) bool { return strings.HasPrefix(name, s.alias+".") })
		for column := range in.columns {
			if exposes(list, s.alias, column, len(from) == 1) {
				bound[s.alias+"."+column] = true
			}
		}
	}
	for _, c := range conditions {
		if left, right, ok := comparison(c, ">"); ok {
			if relation, name, ok := column(left, only(from)); ok && len(right) == 1 && right[0].Text == "0" {
				bound[relation+"."+name] = true
			}
			if relation, name, ok := column(right, ""); ok && len(left) == 3 { // of two ticks
				bound[relation+"."+name] = true
			}
		}
	}
	for range len(from) + 1 {
		for _, c := range conditions {
			left, right, ok := comparison(c, "=")
			if !ok {
				continue
			}
			for _, sides := range [][2][]Token{{left, right}, {right, left}} {
				relation, name, ok := column(sides[0], only(from))
				if !ok || !slices.Contains(owned, name) {
					continue
				}
				other, same, isColumn := column(sides[1], "")
				if len(sides[1]) == 1 && sides[1][0].Text == ":"+name || isColumn && same == name && bound[other+"."+name] {
					bound[relation+"."+name] = true
				}
			}
		}
	}
	return bound
}

// exposes reports whether a SELECT has a column of a relation.
func exposes(list []Token, alias, name string, alone bool) bool {
	return slices.ContainsFunc(split(list, ","), func(c []Token) bool {
		if len(c) > 0 && (c[0].Is("select") || c[0].Is("distinct")) {
			c = c[1:]
		}
		if len(c) > 0 && c[0].Is("distinct") {
			c = c[1:]
		}
		if len(c) == 1 && c[0].Text == "*" || len(c) == 3 && c[0].Is(alias) && c[2].Text == "*" {
			return true
		}
		of := ""
		if alone {
			of = alias
		}
		relation, is, ok := column(c, of)
		return ok && relation == alias && is == name
	})
}

// table adds what a table requires of which there must be a row of the session. above are its columns that are above 0.
func (r *requirer) table(name, alias string, alone bool, conditions [][]Token, above, all set) {
	all[name] = true
	for column := range above {
		if !slices.Contains(owned, column) {
			all[name+"."+column] = true
		}
	}
	of := ""
	if alone {
		of = alias
	}
	for _, c := range conditions {
		left, right, ok := comparison(c, "=")
		if !ok || len(right) != 1 {
			continue
		}
		if relation, is, ok := column(left, of); ok && relation == alias {
			switch {
			case is == "t" && right[0].Text == ":t":
				all[name+".call"] = true
			case is == "program" && right[0].Text == ":program":
				all[name+".program"] = true
			}
		}
	}
}
