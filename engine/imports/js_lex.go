package imports

import "strings"

// jsToken gives the token at pos and the position behind it. A template with nothing
// to fill in counts as a string.
func jsToken(src string, pos int) (token, int) {
	for pos < len(src) {
		rest := src[pos:]
		c := rest[0]
		n := commentLen(rest)
		switch {
		case n > 0:
			pos += n
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			pos++
		case c == '"' || c == '\'' || c == '`':
			n := quotedLen(rest)
			body := rest[1:n]
			if !strings.HasSuffix(body, rest[:1]) || c == '`' && strings.Contains(body, "${") {
				return token{kind: c}, pos + n
			}
			return token{kind: str, text: body[:len(body)-1]}, pos + n
		case isWord(c) || c == '$':
			n := jsWordLen(rest)
			return token{kind: word, text: rest[:n]}, pos + n
		default:
			return token{kind: c}, pos + 1
		}
	}
	return token{}, pos
}

func jsWordLen(s string) int {
	n := 1
	for n < len(s) && (isWord(s[n]) || s[n] == '$') {
		n++
	}
	return n
}

// regexpLen is the length of the regular expression that s begins with, or 0 if its
// line ends before it does.
func regexpLen(s string) int {
	class := false
	for i := 1; i < len(s) && s[i] != '\n'; i++ {
		switch s[i] {
		case '\\':
			i++
		case '[':
			class = true
		case ']':
			class = false
		case '/':
			if !class {
				return i + 1
			}
		}
	}
	return 0
}
