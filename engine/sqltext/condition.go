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

// asked returns the queries that must have a row for a condition to hold: that of EXISTS, and one whose value something equals.
func asked(c []Token) (queries [][]Token) {
	if len(c) > 0 && c[0].Is("exists") {
		c = c[1:]
	} else if _, _, ok := comparison(c, "="); !ok {
		return nil
	}
	for _, side := range split(c, "=") {
		if len(side) > 3 && side[0].Text == "(" && side[1].Is("select") && closing(side, 0) == len(side)-1 {
			queries = append(queries, side[1:len(side)-1])
		}
	}
	return queries
}

// wanted returns what a condition says of a parameter: that it is neither 0 nor an empty list (:flag, :number > 0,
// json_array_length(:list) > 0), that it is one text (:text = 'x') or 0 (NOT :flag),
// or none of some texts (:text <> 'x', :text NOT IN ('x', 'y')).
func wanted(c []Token) (list []string) {
	if len(c) > 4 && c[0].Is("json_array_length") && c[1].Text == "(" {
		c = append([]Token{c[2]}, c[4:]...)
	}
	if len(c) == 2 && c[0].Is("not") && c[1].Kind == Parameter {
		return []string{c[1].Text + "=0"}
	}
	if len(c) == 0 || c[0].Kind != Parameter {
		return nil
	}
	var rest []string
	var texts []string
	for _, t := range c[1:] {
		if t.Kind == Literal {
			texts = append(texts, strings.Trim(t.Text, "'"))
		} else if t.Text != "," {
			rest = append(rest, strings.ToLower(t.Text))
		}
	}
	switch strings.Join(rest, "") {
	case "", ">0":
		return []string{c[0].Text}
	case "=":
		if len(texts) == 1 {
			return []string{c[0].Text + "=" + texts[0]}
		}
	case "<>", "notin()":
		for _, text := range texts {
			list = append(list, c[0].Text+"<>"+text)
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
