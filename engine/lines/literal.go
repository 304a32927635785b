package lines

import (
	"regexp/syntax"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A ByteSet is a set of bytes.
type ByteSet [4]uint64

func (s *ByteSet) add(from, to byte) {
	for c := int(from); c <= int(to); c++ {
		s[c/64] |= 1 << (c % 64)
	}
}

// Has reports whether a byte is in the set.
func (s *ByteSet) Has(c byte) bool { return s[c/64]&(1<<(c%64)) != 0 }

// addRunes adds the first bytes of a range of runes. For runes beyond ASCII it adds all bytes beyond
// ASCII, because a byte of invalid UTF-8 matches like U+FFFD.
func (s *ByteSet) addRunes(from, to rune) {
	if from < utf8.RuneSelf {
		s.add(byte(from), byte(min(to, utf8.RuneSelf-1)))
	}
	if to >= utf8.RuneSelf {
		s.add(utf8.RuneSelf, 0xff)
	}
}

// FirstBytes returns the bytes that a match can begin with, and whether it can be empty.
func FirstBytes(re *syntax.Regexp) (set ByteSet, empty bool) {
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
		return FirstBytes(re.Sub[0])
	case syntax.OpStar, syntax.OpQuest:
		set, _ = FirstBytes(re.Sub[0])
		return set, true
	case syntax.OpRepeat:
		set, empty = FirstBytes(re.Sub[0])
		return set, empty || re.Min == 0
	case syntax.OpConcat, syntax.OpAlternate:
		empty = re.Op == syntax.OpConcat
		for _, sub := range re.Sub {
			own, subEmpty := FirstBytes(sub)
			for i := range set {
				set[i] |= own[i]
			}
			if re.Op == syntax.OpAlternate {
				empty = empty || subEmpty
			} else if !subEmpty {
				return set, false
			}
		}
	default: // an assertion such as \b, which matches no rune
		empty = true
	}
	return set, empty
}

// literalText returns the text of an expression that is a literal, "" for others.
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

// LiteralPrefix returns a literal that every match begins with, "" if none is known.
func LiteralPrefix(re *syntax.Regexp) string {
	switch re.Op {
	case syntax.OpCapture, syntax.OpConcat, syntax.OpPlus:
		return LiteralPrefix(re.Sub[0])
	}
	return literalText(re)
}

// RequiredLiterals returns literals that every match contains.
func RequiredLiterals(re *syntax.Regexp) (list []string) {
	switch {
	case re.Op == syntax.OpCapture || re.Op == syntax.OpConcat || re.Op == syntax.OpPlus || re.Op == syntax.OpRepeat && re.Min > 0:
		for _, sub := range re.Sub {
			list = append(list, RequiredLiterals(sub)...)
		}
	default:
		if text := literalText(re); text != "" {
			list = []string{text}
		}
	}
	return list
}

// AnyLiteral returns literals of which every match contains one, in lower case if the expression ignores case
// (folded); nil if none are known.
func AnyLiteral(re *syntax.Regexp) (list []string, folded bool) {
	switch re.Op {
	case syntax.OpLiteral:
		text := string(re.Rune)
		if strings.ContainsRune(text, utf8.RuneError) {
			return nil, false
		}
		if folded = re.Flags&syntax.FoldCase != 0; folded {
			text = strings.ToLower(text)
		}
		return []string{text}, folded
	case syntax.OpCapture, syntax.OpPlus:
		return AnyLiteral(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return AnyLiteral(re.Sub[0])
		}
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			if some, fold := AnyLiteral(sub); shortest(some) > shortest(list) {
				list, folded = some, fold
			}
		}
		return list, folded
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			some, fold := AnyLiteral(sub)
			if some == nil {
				return nil, false
			}
			list, folded = append(list, some...), folded || fold
		}
		if folded {
			for i := range list {
				list[i] = strings.ToLower(list[i])
			}
		}
		return list, folded
	}
	return nil, false
}

// shortest returns the length of the shortest of some literals, 0 if there are none.
func shortest(list []string) int {
	if len(list) == 0 {
		return 0
	}
	n := len(list[0])
	for _, text := range list[1:] {
		n = min(n, len(text))
	}
	return n
}
