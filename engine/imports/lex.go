package imports

import "strings"

// The kinds of token. The kind of a punctuation mark is its byte.
const (
	end  = byte(0)   // the end of the text
	word = byte('a') // an identifier, keyword or number
	str  = byte('"') // a string literal
)

// maxNesting bounds the recursion of the scanners, such as that into templates and
// elements. Anything nested deeper is not read.
const maxNesting = 200

// A token is one lexical element of a program. Comments and white space are skipped.
type token struct {
	kind  byte
	text  string // as written; a string literal is without its quotes
	first bool   // whether it is the first token of its line
}

// is reports whether the token is the given word.
func (t token) is(text string) bool { return t.kind == word && t.text == text }

// A lexer splits Rust into tokens. Its position is saved and restored by copying it.
type lexer struct {
	src string
	pos int
}

// peek returns the next token without a change of the position.
func (l lexer) peek() token { return l.next() }

// next returns the next token, or one of kind end.
func (l *lexer) next() token {
	first := l.skipSpace()
	if l.pos >= len(l.src) {
		return token{first: first}
	}
	rest := l.src[l.pos:]
	c := rest[0]
	switch c {
	case 'r', 'b', 'c':
		if n, body := rustRawString(rest); n > 0 {
			l.pos += n
			return token{str, body, first}
		}
	}
	n, kind := 1, c
	switch {
	case strings.HasPrefix(rest, "r#") && wordLen(rest[2:]) > 0:
		n, kind = 2+wordLen(rest[2:]), word
	case isWord(c):
		n, kind = wordLen(rest), word
	case c == '"' || c == '\'' && !isRustLifetime(rest):
		n = quotedLen(rest, 1, c == '"')
		l.pos += n
		return token{str, strings.TrimSuffix(rest[1:n], rest[:1]), first}
	}
	l.pos += n
	return token{kind, rest[:n], first}
}

// skipSpace skips white space and comments, and reports whether the next token is the
// first of its line.
func (l *lexer) skipSpace() bool {
	first := l.pos == 0
	for l.pos < len(l.src) {
		rest := l.src[l.pos:]
		switch c := rest[0]; {
		case c == '\n':
			first = true
			l.pos++
		case c == ' ' || c == '\t' || c == '\r' || c == '\f':
			l.pos++
		case strings.HasPrefix(rest, "/*"):
			l.pos += nestedCommentLen(rest)
		case strings.HasPrefix(rest, "//"):
			l.pos += lineLen(rest)
		default:
			return first
		}
	}
	return first
}

// isWord reports whether c may occur in an identifier. Bytes of non-ASCII characters may.
func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c >= 0x80
}

// wordLen returns the length of the word that s begins with, or 0.
func wordLen(s string) int { return wordLenWith(s, "") }

// wordLenWith is like wordLen for words that may also contain the bytes in extra.
func wordLenWith(s, extra string) int {
	n := 0
	for n < len(s) && (isWord(s[n]) || strings.IndexByte(extra, s[n]) >= 0) {
		n++
	}
	return n
}

// lineLen returns the length of the first line of s, without its newline.
func lineLen(s string) int {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return i
	}
	return len(s)
}

// lenThrough returns the length of s up to and including the first mark that begins at
// from or later, or len(s) if there is none.
func lenThrough(s string, from int, mark string) int {
	if i := strings.Index(s[from:], mark); i >= 0 {
		return from + i + len(mark)
	}
	return len(s)
}

// commentLen returns the length of the // or /* comment that s begins with, or 0.
func commentLen(s string) int {
	switch {
	case strings.HasPrefix(s, "//"):
		return lineLen(s)
	case strings.HasPrefix(s, "/*"):
		return lenThrough(s, 2, "*/")
	}
	return 0
}

// nestedCommentLen returns the length of the /* comment that s begins with, in which
// comments nest.
func nestedCommentLen(s string) int {
	depth := 0
	for i := 0; i+1 < len(s); i++ {
		switch s[i : i+2] {
		case "/*":
			depth++
			i++
		case "*/":
			depth--
			i++
			if depth == 0 {
				return i + 1
			}
		}
	}
	return len(s)
}

// quotedLen returns the length of the string literal that s begins with, including its
// quotes, each of which has n bytes. An unterminated literal ends at the end of the line,
// or of s if it may contain newlines.
func quotedLen(s string, n int, multiline bool) int {
	for i := n; i < len(s); i++ {
		switch c := s[i]; {
		case c == s[0] && strings.HasPrefix(s[i:], s[:n]):
			return i + n
		case c == '\n' && !multiline:
			return i
		case c == '\\':
			i++
		}
	}
	return len(s)
}
