package sqltext

import (
	"slices"
	"strings"
)

// aggregates are the functions that make one row of all. Without rows those in counting return a value, and the others NULL.
var aggregates = append([]string{"sum", "avg", "max", "min", "group_concat", "string_agg", "median", "percentile", "percentile_cont", "percentile_disc"}, counting...)

var counting = []string{"count", "total", "json_group_array", "json_group_object", "jsonb_group_array", "jsonb_group_object"}

// returnsNothing reports whether a SELECT without rows to select from returns none: it has no aggregate, or GROUP BY, or a HAVING that does
// not hold then. behind is what follows its WHERE.
func returnsNothing(list []Token, from []source, behind []Token) bool {
	if len(behind) > 0 && isWord(behind[0], "group") {
		return true
	}
	if len(behind) > 0 && isWord(behind[0], "having") {
		return slices.ContainsFunc(conjuncts(split(behind[1:], "order", "limit")[0]), wantsRows)
	}
	return !aggregated(list, from) && !aggregated(behind, from)
}

// wantsRows reports whether a condition does not hold for no rows: it is about an aggregate that is NULL then, or is 0 and has to be above that.
func wantsRows(c []Token) bool {
	negated := len(c) > 0 && isWord(c[0], "not")
	if negated {
		c = c[1:]
	}
	end := 0
	if len(c) > 2 && c[1].Text == "(" && slices.ContainsFunc(aggregates, c[0].Is) {
		end = closing(c, 1)
	}
	if end == 0 || len(split(c[2:end], ",")) > 1 {
		return false
	}
	sign, limit := "", c[end+1:]
	for len(limit) > 0 && limit[0].Kind == Sign && len(sign) < 2 {
		sign, limit = sign+limit[0].Text, limit[1:]
	}
	if sign != "" && sign != ">" && sign != ">=" || len(limit) != min(len(sign), 1) {
		return false
	}
	if !slices.ContainsFunc(counting, c[0].Is) {
		return true
	}
	isNumber := sign != "" && strings.Trim(limit[0].Text, "0123456789") == ""
	return !negated && c[0].Is("count") && (sign == "" || isNumber && (sign == ">" || strings.Trim(limit[0].Text, "0") != ""))
}

// aggregated reports whether an expression may have an aggregate of its own SELECT. One in a subquery is of that, unless its
// columns are those of the SELECT around it.
func aggregated(tokens []Token, from []source) bool {
	depth, inner := 0, []int{} // the depths at which subqueries begin
	for i, t := range tokens {
		switch {
		case t.Text == "(":
			depth++
			if i+1 < len(tokens) && isWord(tokens[i+1], "select", "with", "values") {
				inner = append(inner, depth)
			}
		case t.Text == ")":
			if len(inner) > 0 && inner[len(inner)-1] == depth {
				inner = inner[:len(inner)-1]
			}
			depth--
		case i+1 < len(tokens) && tokens[i+1].Text == "(" && slices.ContainsFunc(aggregates, t.Is):
			end := closing(tokens, i+1)
			args := tokens[i+2 : max(end, i+2)]
			several := len(split(args, ",")) > 1 && (t.Is("max") || t.Is("min"))
			window := end+1 < len(tokens) && isWord(tokens[end+1], "over")
			if !several && !window && (len(inner) == 0 || ofOuter(args, from)) {
				return true
			}
		}
	}
	return false
}

// ofOuter reports whether the arguments of an aggregate in a subquery may be columns of the relations around it: they name one, or
// a column without its relation.
func ofOuter(args []Token, from []source) bool {
	for i, t := range args {
		qualified := i > 0 && args[i-1].Text == "."
		qualifies := i+1 < len(args) && args[i+1].Text == "."
		isFunction := i+1 < len(args) && args[i+1].Text == "("
		switch {
		case t.Name() == "" || qualified || isFunction || t.Text[0] <= '9':
		case !qualifies && !isWord(t, "distinct"), slices.ContainsFunc(from, func(s source) bool { return t.Is(s.alias) }):
			return true
		}
	}
	return false
}
