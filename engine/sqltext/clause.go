package sqltext

import (
	"maps"
	"slices"
	"strings"
)

// isWord reports whether a token is one of some keywords. A name in quotes is none.
func isWord(t Token, words ...string) bool {
	if t.Kind != Word {
		return false
	}
	for _, word := range words {
		if len(word) == len(t.Text) && strings.EqualFold(word, t.Text) {
			return true
		}
	}
	return false
}

// read returns the tokens of a statement, none if its words cannot be told from names with certainty: SQLite takes END and WINDOW for
// names where they can be nothing else, and FROM also stands in IS DISTINCT FROM.
func read(statement string) []Token {
	if len(statement) > maxText {
		return nil
	}
	tokens := slices.Collect(Tokens(statement))
	var open []string // what closes each parenthesis and each CASE
	for i, t := range tokens {
		switch {
		case t.Text == "(":
			open = append(open, ")")
		case isWord(t, "case"):
			open = append(open, "end")
		case t.Text == ")" || isWord(t, "end"):
			last := len(open) - 1
			if last < 0 || open[last] != strings.ToLower(t.Text) {
				return nil
			}
			open = open[:last]
		case isWord(t, "window"), isWord(t, "distinct") && i+1 < len(tokens) && isWord(tokens[i+1], "from"):
			return nil
		}
	}
	if len(open) > 0 {
		return nil
	}
	return tokens
}

// cutWith returns the query behind the common table expressions with which it begins, and these with those that are known around it.
func cutWith(tokens []Token, around map[string]cte) (query []Token, with map[string]cte) {
	with = map[string]cte{}
	maps.Copy(with, around)
	for i := 0; i < len(tokens); i++ {
		if isWord(tokens[i], "select", "values") {
			return tokens[i:], with
		}
		if name := tokens[i].Name(); name != "" && !isWord(tokens[i], "recursive") {
			first := i + 1
			for i < len(tokens) && !isWord(tokens[i], "as") {
				i++
			}
			renamed := i > first
			for i < len(tokens) && tokens[i].Text != "(" {
				i++
			}
			end := closing(tokens, i)
			if end <= i {
				return nil, nil
			}
			with[strings.ToLower(name)] = cte{tokens[i+1 : end], with, renamed}
			i = end
		}
	}
	return nil, nil
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
	depth, from, between := 0, 0, 0
	for i, t := range tokens {
		switch {
		case t.Text == "(" || isWord(t, "case"):
			depth++
		case t.Text == ")" || isWord(t, "end"):
			depth--
		case depth == 0 && isWord(t, "between"):
			between++
		case depth == 0 && between > 0 && isWord(t, "and"):
			between--
		case depth == 0 && (isWord(t, words...) || t.Kind == Sign && slices.Contains(words, t.Text)):
			parts, from = append(parts, tokens[from:i]), i+1
		}
	}
	return append(parts, tokens[from:])
}

// A source is a relation that FROM joins.
type source struct {
	tokens []Token // its name, or a query without its parentheses
	query  bool
	outer  bool // it is behind LEFT JOIN, and need not have a row
	alias  string
}

// joined returns the relations of FROM, and the conditions of the joins without which there is no row. It returns nil for what it does
// not understand.
func joined(tokens []Token) (list []source, conditions [][]Token) {
	outer := false
	for len(tokens) > 0 {
		s := source{outer: outer}
		switch {
		case tokens[0].Text == "(":
			end := closing(tokens, 0)
			if end < 2 || !isWord(tokens[1], "select", "with") {
				return nil, nil
			}
			s.tokens, s.query, tokens = tokens[1:end], true, tokens[end+1:]
		case tokens[0].Name() == "":
			return nil, nil
		case len(tokens) > 1 && tokens[1].Text == "(":
			end := closing(tokens, 1)
			s.tokens, s.alias, tokens = tokens[:end+1], strings.ToLower(tokens[0].Name()), tokens[end+1:]
		default:
			s.tokens, s.alias, tokens = tokens[:1], strings.ToLower(tokens[0].Name()), tokens[1:]
		}
		own := split(tokens, ",", "join")[0]
		tokens = tokens[min(len(own)+1, len(tokens)):]
		outer = false
		for len(own) > 0 && isWord(own[len(own)-1], "left", "right", "full", "outer", "inner", "cross", "natural") {
			if isWord(own[len(own)-1], "right", "full") {
				return nil, nil
			}
			outer = outer || isWord(own[len(own)-1], "left")
			own = own[:len(own)-1]
		}
		on := split(own, "on")
		name := on[0]
		if len(name) > 0 && isWord(name[0], "as") {
			name = name[1:]
		}
		if len(name) > 0 && name[0].Name() != "" && !isWord(name[0], "indexed", "not", "using") {
			s.alias, name = strings.ToLower(name[0].Name()), name[1:]
		}
		if len(name) > 0 && !isWord(name[0], "indexed", "not", "using") || len(on) > 2 {
			return nil, nil
		}
		list = append(list, s)
		if len(on) > 1 && !s.outer {
			conditions = append(conditions, conjuncts(on[1])...)
		}
	}
	return list, conditions
}
