package store

import (
	"regexp/syntax"
	"slices"
	"strings"

	"witness/engine/lines"
)

// alternatives splits a pattern into expressions that, tried in order, match what the pattern
// matches. None of them has a | outside of parentheses. left is how many more expressions may be
// split: a dozen optional groups expand to thousands of alternatives.
func alternatives(pattern string, left *int) (list []string) {
	parts, end := splitBars(pattern)
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
	if lead := indentGroup(pattern); lead != "" && strings.HasPrefix(pattern[len(lead):], "(?:") {
		list = alternatives(pattern[len(lead):], left)
		if slices.ContainsFunc(list, mayBeginWithSpace) {
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
	with, without := rest, []string(nil) // what follows the group; the alternatives without the group, if it is optional
	if after, lazy := strings.CutPrefix(rest, "??"); lazy {
		with, list = after, alternatives(after, left)
	} else if after, optional := strings.CutPrefix(rest, "?"); optional {
		with, without = after, alternatives(after, left)
	} else if rest != "" && strings.IndexByte("*+{", rest[0]) >= 0 {
		return []string{pattern}
	}
	parts, _ = splitBars(inner)
	for _, part := range parts {
		list = append(list, alternatives(part+with, left)...)
	}
	return append(list, without...)
}

// indentGroup returns the named group that matches all spaces at the beginning of a line, such as
// (?P<indent>(?:  )*), if a pattern begins with one, and otherwise "". The length of its match does not
// depend on what follows, as long as that cannot begin with a space.
func indentGroup(pattern string) string {
	rest, named := strings.CutPrefix(pattern, "(?P<")
	name, rest, closed := strings.Cut(rest, ">")
	rest, grouped := strings.CutPrefix(rest, "(?:")
	spaces := strings.TrimLeft(rest, " ")
	if !named || !closed || !grouped || strings.ContainsAny(name, "()") || spaces == rest || !strings.HasPrefix(spaces, ")*") && !strings.HasPrefix(spaces, ")+") {
		return ""
	}
	rest, closed = strings.CutPrefix(strings.TrimPrefix(spaces[len(")*"):], " ?"), ")")
	if !closed {
		return ""
	}
	return pattern[:len(pattern)-len(rest)]
}

// mayBeginWithSpace reports whether a match may begin with a space or be empty. It is true for an invalid
// pattern.
func mayBeginWithSpace(pattern string) bool {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return true
	}
	set, empty := lines.FirstBytes(re)
	return empty || set.Has(' ')
}

// splitBars splits a pattern at each | outside of parentheses. closing is the offset at which the
// parenthesis that the pattern begins with is closed, -1 if it begins with none.
func splitBars(pattern string) (parts []string, closing int) {
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

// classEnd returns the offset of the ] that closes the character class that begins at start.
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

// hasOpenFlags reports whether a pattern has a group such as (?i), whose flags apply to everything that
// follows it, including other alternatives.
func hasOpenFlags(pattern string) bool {
	for rest, ok := "", true; ok; pattern = rest {
		if _, rest, ok = strings.Cut(pattern, "(?"); ok && strings.HasPrefix(strings.TrimLeft(rest, "imsU-"), ")") {
			return true
		}
	}
	return false
}

// hasNewline reports whether a pattern has a newline outside of a negated class.
func hasNewline(pattern string) bool {
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
