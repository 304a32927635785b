package sqltext

import (
	"slices"
	"strings"
)

// cutWith adds the common table expressions at the beginning of a query to those that are known, and returns the query behind them.
func cutWith(tokens []Token, with map[string][]Token) []Token {
	for i := 0; i < len(tokens); i++ {
		if tokens[i].Is("select") {
			return tokens[i:]
		}
		if name := tokens[i].Name(); name != "" && !tokens[i].Is("recursive") {
			for i < len(tokens) && !tokens[i].Is("as") {
				i++
			}
			for i < len(tokens) && tokens[i].Text != "(" {
				i++
			}
			end := closing(tokens, i)
			if end <= i {
				return nil
			}
			with[strings.ToLower(name)] = tokens[i+1 : end]
			i = end
		}
	}
	return nil
}

// closing returns the place of the parenthesis that closes the one at a place, 0 if there is none.
func closing(tokens []Token, open int) int {
	depth := 0
	for i := open; i < len(tokens); i++ {
		switch tokens[i].Text {
		case "(":
			depth++
		case ")":
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return 0
}

// split splits tokens at words that stand in no parentheses and in no CASE.
func split(tokens []Token, words ...string) (parts [][]Token) {
	depth, from, between := 0, 0, false
	for i, t := range tokens {
		switch {
		case t.Text == "(" || t.Is("case"):
			depth++
		case t.Text == ")" || t.Is("end"):
			depth--
		case depth == 0 && t.Is("between"):
			between = true
		case depth == 0 && between && t.Is("and"):
			between = false
		case depth == 0 && slices.ContainsFunc(words, func(word string) bool { return t.Text == word || t.Kind == Word && t.Is(word) }):
			parts, from = append(parts, tokens[from:i]), i+1
		}
	}
	return append(parts, tokens[from:])
}

// A source is a relation that FROM joins.
type source struct {
	tokens []Token // its name, or a query without its parentheses
	query  bool
	alias  string
}

// joined returns the relations of FROM of which each must have a row, and the conditions of their joins. It returns nil for what it does
// not understand.
func joined(tokens []Token) (list []source, conditions [][]Token) {
	outer := false
	for len(tokens) > 0 {
		var s source
		switch {
		case tokens[0].Text == "(":
			end := closing(tokens, 0)
			if end < 2 || !tokens[1].Is("select") && !tokens[1].Is("with") {
				return nil, nil
			}
			s, tokens = source{tokens: tokens[1:end], query: true}, tokens[end+1:]
		case tokens[0].Name() == "":
			return nil, nil
		case len(tokens) > 1 && tokens[1].Text == "(":
			end := closing(tokens, 1)
			s, tokens = source{tokens: tokens[:end+1], alias: strings.ToLower(tokens[0].Name())}, tokens[end+1:]
		default:
			s, tokens = source{tokens: tokens[:1], alias: strings.ToLower(tokens[0].Name())}, tokens[1:]
		}
		rest := split(tokens, ",", "join")
		own := rest[0]
		if len(rest) > 1 {
			tokens = tokens[len(own)+1:]
		} else {
			tokens = nil
		}
		wasOuter := outer
		outer = false
		for len(own) > 0 && slices.ContainsFunc([]string{"left", "right", "full", "outer", "inner", "cross", "natural"}, own[len(own)-1].Is) {
			if last := own[len(own)-1]; last.Is("right") || last.Is("full") {
				return nil, nil
			} else if last.Is("left") {
				outer = true
			}
			own = own[:len(own)-1]
		}
		on := split(own, "on")
		if a := on[0]; len(a) > 0 && a[0].Is("as") && len(a) > 1 {
			s.alias = strings.ToLower(a[1].Name())
		} else if len(a) > 0 && a[0].Name() != "" && !a[0].Is("indexed") && !a[0].Is("not") && !a[0].Is("using") {
			s.alias = strings.ToLower(a[0].Name())
		}
		if wasOuter {
			continue
		}
		list = append(list, s)
		if len(on) > 1 {
			conditions = append(conditions, conjuncts(on[1])...)
		}
	}
	return list, conditions
}

// aggregates are the functions that make one row of all.
var aggregates = []string{"count", "sum", "total", "avg", "max", "min", "group_concat", "json_group_array", "json_group_object"}

// returnsNothing reports whether a SELECT without rows to select from returns none: it has no aggregate, or GROUP BY, or its HAVING wants
// an aggregate above something. behind is what follows its WHERE.
func returnsNothing(list, behind []Token) bool {
	if len(behind) > 0 && behind[0].Is("group") {
		return true
	}
	if len(behind) > 0 && behind[0].Is("having") {
		having := split(behind[1:], "order", "limit", "window")[0]
		return slices.ContainsFunc(conjuncts(having), func(c []Token) bool {
			end := 0
			if len(c) > 1 && c[1].Text == "(" {
				end = closing(c, 1)
			}
			return end > 0 && end+1 < len(c) && c[end+1].Text == ">" && slices.ContainsFunc(aggregates, c[0].Is)
		})
	}
	for i := 0; i < len(list); i++ {
		if list[i].Text == "(" && i+1 < len(list) && list[i+1].Is("select") {
			end := closing(list, i)
			if end == 0 {
				return false
			}
			i = end
		} else if i+1 < len(list) && list[i+1].Text == "(" && slices.ContainsFunc(aggregates, list[i].Is) {
			end := closing(list, i+1)
			several := len(split(list[i+2:max(end, i+2)], ",")) > 1 && (list[i].Is("max") || list[i].Is("min"))
			window := end+1 < len(list) && list[end+1].Is("over")
			if !several && !window {
				return false
			}
		}
	}
	return true
}
