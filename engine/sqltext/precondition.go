package sqltext

import (
	"slices"
	"strings"
)

// Precondition returns the first condition of a statement that asks the store and names no view, as an expression; "" if there is none that
// certainly has to hold. It is one of a SELECT without FROM, or of the view without FROM that is all the statement selects from. A statement whose
// precondition does not hold returns no row, and to compile a condition on one table takes a tenth of the time that views take.
func Precondition(statement string, view func(name string) string) string {
	for range maxRequired {
		tokens := read(statement)
		if len(tokens) == 0 || !isWord(tokens[0], "select") || len(split(tokens, "union", "except", "intersect")) > 1 {
			return ""
		}
		before := split(tokens, "group", "having", "order", "limit")[0]
		clauses := split(before, "where")
		parts := split(clauses[0], "from")
		if len(parts) > 2 || !returnsNothing(parts[0], nil, tokens[len(before):]) {
			return ""
		}
		if len(parts) == 2 {
			from, _ := joined(parts[1])
			if len(from) != 1 || from[0].query || len(from[0].tokens) > 1 {
				return ""
			}
			statement = view(strings.ToLower(from[0].tokens[0].Name()))
			continue
		}
		if len(clauses) == 2 {
			for _, c := range conjuncts(clauses[1]) {
				if asksStore(c, view) {
					return spelled(c)
				}
			}
		}
		return ""
	}
	return ""
}

// asksStore reports whether a condition has a subquery, and names no view.
func asksStore(c []Token, view func(name string) string) bool {
	return slices.ContainsFunc(c, func(t Token) bool { return isWord(t, "select") }) &&
		!slices.ContainsFunc(c, func(t Token) bool {
			return isWord(t, "with") || t.Name() != "" && view(strings.ToLower(t.Name())) != ""
		})
}

// spelled returns the text of tokens, without the comments and line feeds between them.
func spelled(tokens []Token) string {
	var b strings.Builder
	for i, t := range tokens {
		if i > 0 && t.At > tokens[i-1].At+len(tokens[i-1].Text) {
			b.WriteByte(' ')
		}
		b.WriteString(t.Text)
	}
	return b.String()
}
