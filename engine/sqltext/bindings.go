package sqltext

import (
	"maps"
	"slices"
	"strings"
)

// bindings returns which columns session and root are those of the call, by equations, and which columns are above 0.
func bindings(list []Token, from []source, conditions [][]Token, in scope) set {
	bound := set{}
	maps.Copy(bound, in.bound)
	for _, s := range from {
		maps.DeleteFunc(bound, func(name string, _ bool) bool { return strings.HasPrefix(name, s.alias+".") })
	}
	for _, s := range from {
		for column := range in.columns {
			if exposes(list, from, s.alias, column) {
				bound[s.alias+"."+column] = true
			}
		}
	}
	for _, c := range conditions {
		left, right, _ := comparison(c, ">")
		if relation, name, ok := column(left, only(from)); ok && len(right) == 1 && right[0].Text == "0" && !slices.Contains(owned, name) {
			bound[relation+"."+name] = true
		}
	}
	var equations [][2][]Token // both ways
	for _, c := range conditions {
		if left, right, ok := comparison(c, "="); ok {
			equations = append(equations, [2][]Token{left, right}, [2][]Token{right, left})
		}
	}
	for range len(from) + 1 {
		for _, sides := range equations {
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
	return bound
}

// exposes reports whether the first column of a SELECT with a name is the column of a relation that has that name.
func exposes(list []Token, from []source, alias, name string) bool {
	for len(list) > 0 && isWord(list[0], "select", "distinct", "all") {
		list = list[1:]
	}
	for _, c := range split(list, ",") {
		relation, is, ok := column(c, only(from))
		last := len(c) - 1
		switch {
		case len(c) == 1 && c[0].Text == "*":
			return only(from) == alias
		case len(c) == 3 && c[2].Text == "*":
			return c[0].Is(alias)
		case ok && is == name:
			return relation == alias && c[0].Text != "+" // +session is an expression, whose name is not session
		case last > 0 && isWord(c[last-1], "as"):
			if c[last].Is(name) {
				return false
			}
		case slices.ContainsFunc(c, func(t Token) bool { return t.Is(name) }):
			return false // it may be its name
		}
	}
	return false
}
