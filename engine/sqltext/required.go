package sqltext

import (
	"maps"
	"slices"
	"strings"
)

// Required returns what a statement must find to return a row, sorted: a table with rows of the session,
// by its name; TABLE.call with rows of this very call, TABLE.COLUMN with rows in which the column is above 0, TABLE.program with
// rows of the call's program in its project, events.denied with calls that were refused, and words.KIND with words of the user of a kind, such as forbidden; :NAME for a parameter that is true, :NAME=0 for one that is not, :NAME>0 for a number above 0,
// :NAME<>[] for a list with entries, and :NAME=TEXT and :NAME<>TEXT for one that is a text or something else. It follows from
// the relations that FROM joins and that EXISTS asks for, and from the conditions of WHERE, in the statement and in the views that
// it names. view returns the SELECT of a view, "" for the name of anything else.
//
// A rule is not evaluated without what it requires, so what is not understood requires nothing. FuzzRequired in package eval checks that
// against SQLite.
func Required(statement string, view func(name string) string) []string {
	r := requirer{view: view, views: map[string]set{}}
	return slices.Sorted(maps.Keys(r.query(read(statement), nil, scope{})))
}

// A requirer finds what statements require.
type requirer struct {
	view           func(name string) string
	views          map[string]set // what those that were read require, by their names and the columns that are known
	depth, queries int
}

// Bounds on what is read: anybody may have written a statement.
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

// A cte is a common table expression.
type cte struct {
	tokens  []Token
	with    map[string]cte // those that it may name
	renamed bool           // it has a list of columns, which are not named as in its SELECT
}

type set = map[string]bool

// owned are the columns that say whose a row is.
var owned = []string{"session", "root"}

// query returns what a query requires: what each of the SELECTs does that UNION joins.
func (r *requirer) query(tokens []Token, with map[string]cte, in scope) set {
	r.depth++
	defer func() { r.depth-- }()
	if r.queries++; r.queries > maxQueries || r.depth > maxRequired || len(tokens) == 0 {
		return nil
	}
	if isWord(tokens[0], "with") {
		tokens, with = cutWith(tokens[1:], with)
	}
	var all set
	for i, part := range split(tokens, "union", "except", "intersect") {
		if len(part) > 0 && isWord(part[0], "all") {
			part = part[1:]
		}
		if i > 0 {
			in.columns = nil // a column of a second SELECT is what stands at the place of the first one's, whatever its name
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
func (r *requirer) selected(tokens []Token, with map[string]cte, in scope) set {
	before := split(tokens, "group", "having", "order", "limit")[0]
	clauses := split(before, "where")
	parts := split(clauses[0], "from")
	if len(parts) > 2 {
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
	if !returnsNothing(parts[0], from, tokens[len(before):]) {
		return nil
	}
	bound := bindings(parts[0], from, conditions, in)
	for _, s := range from {
		if s.outer {
			continue
		}
		inner := scope{columns: set{}}
		for column := range bound {
			if relation, name, _ := strings.Cut(column, "."); relation == s.alias {
				inner.columns[name] = true
			}
		}
		name := strings.ToLower(s.tokens[0].Name())
		common, isCTE := with[name]
		switch {
		case s.query:
			maps.Copy(all, r.query(s.tokens, with, inner))
		case isCTE:
			if common.renamed {
				inner.columns = nil
			}
			known := maps.Clone(common.with)
			known[name] = cte{with: common.with} // in itself it is its own rows
			maps.Copy(all, r.query(common.tokens, known, inner))
		case len(s.tokens) > 1: // a function
			if name == "json_each" && len(s.tokens) == 4 && s.tokens[2].Kind == Parameter {
				all[s.tokens[2].Text+"<>[]"] = true
			}
		default:
			if required, isView := r.ofView(name, inner); isView {
				maps.Copy(all, required)
			} else if inner.columns["session"] {
				table(name, s.alias, only(from), conditions, inner.columns, all)
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

// ofView returns what a view requires, and whether there is one of the name.
func (r *requirer) ofView(name string, in scope) (required set, isView bool) {
	key := name + " " + strings.Join(slices.Sorted(maps.Keys(in.columns)), " ")
	required, known := r.views[key]
	if known {
		return required, true
	}
	body := r.view(name)
	if body == "" {
		return nil, false
	}
	required = r.query(read(body), nil, in)
	r.views[key] = required
	return required, true
}

// only returns the alias of the one relation of FROM, "" if there are several.
func only(from []source) string {
	if len(from) == 1 {
		return from[0].alias
	}
	return ""
}

// table adds what a table requires of which there must be a row of the session. bound are its columns that are the call's, or above 0.
func table(name, alias, alone string, conditions [][]Token, bound, all set) {
	all[name] = true
	for column := range bound {
		if !slices.Contains(owned, column) {
			all[name+"."+column] = true
		}
	}
	for _, c := range conditions {
		left, right, ok := comparison(c, "=")
		if !ok || len(right) != 1 {
			continue
		}
		if relation, is, ok := column(left, alone); ok && relation == alias {
			switch {
			case is == "t" && right[0].Text == ":t":
				all[name+".call"] = true
			case name == "events" && is == "outcome" && right[0].Text == "'denied'":
				all["events.denied"] = true
			case name == "words" && is == "kind" && strings.HasPrefix(right[0].Text, "'"):
				all["words."+strings.Trim(right[0].Text, "'")] = true
			case is == "program" && right[0].Text == ":program" && bound["root"]:
				all[name+".program"] = true
			}
		}
	}
}
