package store

import (
	"regexp/syntax"
	"slices"
	"strings"
)

// alternatives are the expressions of which one that matches is, in order. None of them
// has an | outside of brackets. left is how often an expression is still taken apart: a
// dozen brackets that may be empty stand for thousands.
func alternatives(pattern string, left *int) (list []string) {
	parts, end := sides(pattern)
	if len(parts) > 1 {
		for _, part := range parts {
			list = append(list, alternatives(part, left)...)
		}
		return list
	}
	if *left--; *left < 0 {
		return []string{pattern}
	}
	lead := len(pattern) - len(strings.TrimLeft(pattern, " abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"))
	if strings.HasPrefix(pattern[lead:], "(?:") && lead > 0 {
		for _, part := range alternatives(pattern[lead:], left) {
			list = append(list, pattern[:lead]+part)
		}
		return list
	}
	if lead := indentOf(pattern); lead != "" && strings.HasPrefix(pattern[len(lead):], "(?:") {
		list = alternatives(pattern[len(lead):], left)
		if slices.ContainsFunc(list, mayBeginBlank) {
			return []string{pattern}
		}
		for i := range list {
			list[i] = lead + list[i]
		}
		return list
	}
	inner, grouped := strings.CutPrefix(pattern[:max(end, 0)], "(?:")
	if !grouped {
		return []string{pattern}
	}
	rest := pattern[end+1:]
	with, without := rest, []string(nil) // what stands behind the bracket, and the same if nothing stands in it
	if after, lazy := strings.CutPrefix(rest, "??"); lazy {
		with, list = after, alternatives(after, left)
	} else if after, optional := strings.CutPrefix(rest, "?"); optional {
		with, without = after, alternatives(after, left)
	} else if rest != "" && strings.IndexByte("*+{", rest[0]) >= 0 {
		return []string{pattern}
	}
	parts, _ = sides(inner)
	for _, part := range parts {
		list = append(list, alternatives(part+with, left)...)
	}
	return append(list, without...)
}

// indentOf is the named group of all the blanks with which a line begins, such as
// (?P<indent>(?:  )*), if an expression begins with one. How far it reaches does not depend on
// what follows, as long as that begins with no blank.
func indentOf(pattern string) string {
	rest, named := strings.CutPrefix(pattern, "(?P<")
	name, rest, closed := strings.Cut(rest, ">")
	rest, grouped := strings.CutPrefix(rest, "(?:")
	blanks := strings.TrimLeft(rest, " ")
	if !named || !closed || !grouped || strings.ContainsAny(name, "()") || blanks == rest || !strings.HasPrefix(blanks, ")*") && !strings.HasPrefix(blanks, ")+") {
		return ""
	}
	rest, closed = strings.CutPrefix(strings.TrimPrefix(blanks[len(")*"):], " ?"), ")")
	if !closed {
		return ""
	}
	return pattern[:len(pattern)-len(rest)]
}

// mayBeginBlank tells whether what an expression matches may begin with a blank, or be nothing.
func mayBeginBlank(pattern string) bool {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return true
	}
	set, empty := firsts(re)
	return empty || set.has(' ')
}

// sides are what stands at the sides of each | outside of brackets, and where the bracket
// is closed that the expression begins with, -1 if it begins with none.
func sides(pattern string) (parts []string, closing int) {
	closing = -1
	from, depth := 0, 0
	for i := 0; i < len(pattern); i++ {
		switch pattern[i] {
		case '\\':
			i++
		case '[':
			i = classEnd(pattern, i)
		case '(':
			depth++
		case ')':
			depth--
			if depth == 0 && closing < 0 && pattern[0] == '(' {
				closing = i
			}
		case '|':
			if depth == 0 {
				parts = append(parts, pattern[from:i])
				from = i + 1
			}
		}
	}
	return append(parts, pattern[from:]), closing
}

// classEnd is where the ] stands that ends the class which begins at start.
func classEnd(pattern string, start int) int {
	i := start + 1
	if i < len(pattern) && pattern[i] == '^' {
		i++
	}
	for first := i; i < len(pattern) && (pattern[i] != ']' || i == first); i++ {
		switch {
		case pattern[i] == '\\':
			i++
		case strings.HasPrefix(pattern[i:], "[:"):
			if n := strings.Index(pattern[i:], ":]"); n >= 0 {
				i += n + 1
			}
		}
	}
	return i
}

// flagged tells whether a pattern has flags for all that follows them, other alternatives
// too.
func flagged(pattern string) bool {
	for rest, ok := "", true; ok; pattern = rest {
		if _, rest, ok = strings.Cut(pattern, "(?"); ok && strings.HasPrefix(strings.TrimLeft(rest, "imsU-"), ")") {
			return true
		}
	}
	return false
}

// namesNewline tells whether a pattern asks for the end of a line with \n.
func namesNewline(pattern string) bool {
	for i := 0; i < len(pattern); i++ {
		switch {
		case strings.HasPrefix(pattern[i:], "[^"):
			i = classEnd(pattern, i)
		case strings.HasPrefix(pattern[i:], `\n`) || pattern[i] == '\n':
			return true
		case pattern[i] == '\\':
			i++
		}
	}
	return false
}
