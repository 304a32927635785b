package engine

import (
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode"
	"unicode/utf8"
)

// branches are the alternatives of a pattern that is matched line by line. Which of them a
// line could match follows from its first byte and from the literals that each needs, so
// that most lines of a long output meet few of them, and what no line could match is never
// compiled.
type branches struct {
	of [257][]*branch // by the first byte of a line; the last for an empty one
}

const emptyLine = 256

// A branch is one alternative.
type branch struct {
	pattern string
	prefix  string // literal with which what it matches begins
	needs   string // literal that what it matches contains

	re *regexp.Regexp // nil until a line may match
	groups
}

// maxBranches bounds the alternatives; a pattern of more is one.
const maxBranches = 100

// branchesOf takes a pattern apart that stands for the beginning of a line. What is tried
// first in the whole stays first.
func branchesOf(pattern string) (*branches, error) {
	list := alternatives(pattern)
	if len(list) > maxBranches || strings.Contains(pattern, `\Q`) || flagged(pattern) {
		list = []string{pattern}
	}
	all := &branches{}
	for _, part := range list {
		re, err := syntax.Parse(part, syntax.Perl)
		if err != nil {
			return nil, err
		}
		// Without (?m): in a line, its end is the end of the text.
		b := &branch{pattern: `\A(?:` + part + ")", prefix: prefixOf(re), needs: literalOf(re)}
		set, empty := firsts(re)
		for c := range all.of {
			if empty || c != emptyLine && set.has(byte(c)) {
				all.of[c] = append(all.of[c], b)
			}
		}
	}
	return all, nil
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

// find finds where the first branch that matches a line matches it, and which that is.
func (all *branches) find(line string, r roles) (*branch, []int, error) {
	first := emptyLine
	if line != "" {
		first = int(line[0])
	}
	for _, b := range all.of[first] {
		if !strings.HasPrefix(line, b.prefix) || !strings.Contains(line, b.needs) {
			continue
		}
		if b.re == nil {
			re, err := regexp.Compile(b.pattern)
			if err != nil {
				return nil, nil, err
			}
			b.re, b.groups = re, groupsOf(re, r)
		}
		if loc := b.re.FindStringSubmatchIndex(line); loc != nil {
			return b, loc, nil
		}
	}
	return nil, nil, nil
}

// alternatives are the expressions of which one that matches is, in order. None of them
// has an | outside of brackets.
func alternatives(pattern string) (list []string) {
	parts, end := sides(pattern)
	if len(parts) > 1 {
		for _, part := range parts {
			list = append(list, alternatives(part)...)
		}
		return list
	}
	lead := len(pattern) - len(strings.TrimLeft(pattern, " abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"))
	if strings.HasPrefix(pattern[lead:], "(?:") && lead > 0 {
		for _, part := range alternatives(pattern[lead:]) {
			list = append(list, pattern[:lead]+part)
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
		with, list = after, alternatives(after)
	} else if after, optional := strings.CutPrefix(rest, "?"); optional {
		with, without = after, alternatives(after)
	} else if rest != "" && strings.IndexByte("*+{", rest[0]) >= 0 {
		return []string{pattern}
	}
	parts, _ = sides(inner)
	for _, part := range parts {
		list = append(list, alternatives(part+with)...)
	}
	return append(list, without...)
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

// A byteSet is a set of bytes.
type byteSet [4]uint64

func (s *byteSet) add(from, to byte) {
	for c := int(from); c <= int(to); c++ {
		s[c/64] |= 1 << (c % 64)
	}
}

func (s *byteSet) has(c byte) bool { return s[c/64]&(1<<(c%64)) != 0 }

// addRunes adds the first bytes of runes. Of those behind ASCII nothing more is known than
// that: a byte that is no text matches like U+FFFD.
func (s *byteSet) addRunes(from, to rune) {
	if from < utf8.RuneSelf {
		s.add(byte(from), byte(min(to, utf8.RuneSelf-1)))
	}
	if to >= utf8.RuneSelf {
		s.add(utf8.RuneSelf, 0xff)
	}
}

// firsts are the bytes with which a match can begin, and whether it can be empty.
func firsts(re *syntax.Regexp) (set byteSet, empty bool) {
	switch re.Op {
	case syntax.OpNoMatch:
	case syntax.OpLiteral:
		r := re.Rune[0]
		set.addRunes(r, r)
		if re.Flags&syntax.FoldCase != 0 {
			for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
				set.addRunes(f, f)
			}
		}
	case syntax.OpCharClass:
		for i := 0; i < len(re.Rune); i += 2 {
			set.addRunes(re.Rune[i], re.Rune[i+1])
		}
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		set.add(0, 0xff)
	case syntax.OpCapture, syntax.OpPlus:
		return firsts(re.Sub[0])
	case syntax.OpStar, syntax.OpQuest:
		set, _ = firsts(re.Sub[0])
		return set, true
	case syntax.OpRepeat:
		set, empty = firsts(re.Sub[0])
		return set, empty || re.Min == 0
	case syntax.OpConcat, syntax.OpAlternate:
		empty = re.Op == syntax.OpConcat
		for _, sub := range re.Sub {
			own, none := firsts(sub)
			for i := range set {
				set[i] |= own[i]
			}
			if re.Op == syntax.OpAlternate {
				empty = empty || none
			} else if !none {
				return set, false
			}
		}
	default: // what matches between two runes
		empty = true
	}
	return set, empty
}

// literalText is the text of an expression that is nothing else, "" for others.
func literalText(re *syntax.Regexp) string {
	if re.Op != syntax.OpLiteral || re.Flags&syntax.FoldCase != 0 {
		return ""
	}
	text := string(re.Rune)
	if strings.ContainsRune(text, utf8.RuneError) {
		return ""
	}
	return text
}

// prefixOf is a literal with which every match begins.
func prefixOf(re *syntax.Regexp) string {
	switch re.Op {
	case syntax.OpCapture, syntax.OpConcat, syntax.OpPlus:
		return prefixOf(re.Sub[0])
	}
	return literalText(re)
}

// literalOf is the longest literal that every match contains.
func literalOf(re *syntax.Regexp) (longest string) {
	switch {
	case re.Op == syntax.OpCapture || re.Op == syntax.OpConcat || re.Op == syntax.OpPlus || re.Op == syntax.OpRepeat && re.Min > 0:
		for _, sub := range re.Sub {
			if l := literalOf(sub); len(l) > len(longest) {
				longest = l
			}
		}
		return longest
	}
	return literalText(re)
}
