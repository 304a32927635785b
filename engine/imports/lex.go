package imports

import "strings"

// The kinds of token. The kind of a punctuation mark is its byte.
const (
	end  = byte(0)   // the end of the text
	word = byte('a') // an identifier, keyword or number
	str  = byte('"') // a string literal
)

// A token is one lexical element of a program. Comments and white space are skipped.
type token struct {
	kind byte
	text string // as written; a string literal is without its quotes
}

// is reports whether the token is the given word.
func (t token) is(text string) bool { return t.kind == word && t.text == text }

// maxNesting bounds the recursion of the scanners, such as that into templates and
// elements. Anything nested deeper is not read.
const maxNesting = 200

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
