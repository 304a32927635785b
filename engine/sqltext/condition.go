package sqltext

import (
	"slices"
	"strings"
)

// conjuncts returns the conditions that AND joins, none if OR joins some.
func conjuncts(tokens []Token) [][]Token {
	if len(split(tokens, "or")) > 1 {
		return nil
	}
	return split(tokens, "and")
}

// asked returns the queries that must have a row for a condition to hold: that of EXISTS, and one whose value a column or parameter equals.
func asked(c []Token) (queries [][]Token) {
	if len(c) > 0 && isWord(c[0], "exists") {
		if isQuery(c[1:]) {
			queries = append(queries, c[2:len(c)-1])
		}
		return queries
	}
	left, right, _ := comparison(c, "=")
	for _, sides := range [][2][]Token{{left, right}, {right, left}} {
		if _, _, isColumn := column(sides[1], ""); isQuery(sides[0]) && (isColumn || len(sides[1]) == 1) {
			queries = append(queries, sides[0][1:len(sides[0])-1])
		}
	}
	return queries
}

// isQuery reports whether an operand is a SELECT in parentheses.
func isQuery(tokens []Token) bool {
	return len(tokens) > 3 && tokens[0].Text == "(" && isWord(tokens[1], "select") && closing(tokens, 0) == len(tokens)-1
}

// wanted returns what a condition says of a parameter, as Required does: :flag, NOT :flag, :number > 0, json_array_length(:list) > 0,
// :text = 'x', :text <> 'x' and :text NOT IN ('x', 'y').
func wanted(c []Token) (list []string) {
	if !slices.ContainsFunc(c, func(t Token) bool { return t.Kind == Parameter }) {
		return nil
	}
	shape, at := "", 0
	var texts []string
	for i, t := range c {
		switch {
		case t.Kind == Literal && i > 0 && c[i-1].Kind == Literal: // '' in a text
			return nil
		case t.Kind == Literal:
			texts = append(texts, strings.Trim(t.Text, "'"))
			shape += "'"
		case t.Kind == Parameter:
			at = i
			shape += ":"
		case t.Kind != Quoted:
			shape += strings.ToLower(t.Text)
		default:
			return nil
		}
	}
	name := c[at].Text
	switch shape {
	case ":":
		return []string{name}
	case "not:":
		return []string{name + "=0"}
	case ":>0":
		return []string{name + ">0"}
	case "json_array_length(:)>0":
		return []string{name + "<>[]"}
	case ":='":
		return []string{name + "=" + texts[0]}
	case ":<>'", ":notin(" + strings.TrimSuffix(strings.Repeat("',", len(texts)), ",") + ")":
		for _, text := range texts {
			if text != "[]" { // which says that it is a list with entries
				list = append(list, name+"<>"+text)
			}
		}
	}
	return list
}

// column returns the relation and the name of the column that an operand is; alone is the relation of one without a name.
func column(tokens []Token, alone string) (relation, name string, ok bool) {
	if len(tokens) > 0 && tokens[0].Text == "+" { // it keeps an index from being used
		tokens = tokens[1:]
	}
	switch {
	case len(tokens) == 3 && tokens[1].Text == "." && tokens[0].Name() != "" && tokens[2].Name() != "":
		return strings.ToLower(tokens[0].Name()), strings.ToLower(tokens[2].Name()), true
	case len(tokens) == 1 && tokens[0].Name() != "":
		return alone, strings.ToLower(tokens[0].Name()), alone != ""
	}
	return "", "", false
}

// comparison returns the two sides of a condition with a sign.
func comparison(c []Token, sign string) (left, right []Token, ok bool) {
	sides := split(c, sign)
	if len(sides) != 2 || slices.ContainsFunc(c, func(t Token) bool { return t.Kind == Sign && strings.Contains("<>!|~", t.Text) && t.Text != sign }) {
		return nil, nil, false
	}
	return sides[0], sides[1], true
}
