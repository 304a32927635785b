package imports

import "strings"

// The kinds of token besides punctuation, whose kind is its first byte.
const (
	end  = byte(0)
	word = byte('a') // an identifier, keyword or number
	str  = byte('"') // a string literal
)

// A token is one piece of a program. Comments and blanks are none.
type token struct {
	kind  byte
	text  string // as written; of a string literal, what stands between its quotes
	first bool   // the first token of its line
}

// is reports whether the token is that word.
func (t token) is(text string) bool { return t.kind == word && t.text == text }

// A syntax says in what the languages with C's tokens differ.
type syntax struct {
	nested bool // block comments nest
	triple bool // """ quotes several lines
	hash   bool // # starts a comment, unless it is #[
	rust   bool // r#"…"# is a string, 'a may be a lifetime
	php    bool // '…' is a string, <<<ID starts one
	cpp    bool // R"id(…)id" is a string
}

// A lexer cuts the text of a C-like language into tokens. Copying it saves the
// position.
type lexer struct {
	syntax
	src string
	pos int
}

func (l *lexer) next() token {
	first := l.blank()
	if l.pos >= len(l.src) {
		return token{first: first}
	}
	start, rest := l.pos, l.src[l.pos:]
	c := rest[0]
	switch {
	case l.rust && (c == 'r' || c == 'b' || c == 'c'):
		if n, body := rustRaw(rest); n > 0 {
			l.pos += n
			return token{str, body, first}
		}
	case l.cpp && c == 'R' && strings.HasPrefix(rest, `R"`):
		if id, _, ok := strings.Cut(rest[2:], "("); ok && len(id) <= 16 {
			l.pos += throughFrom(rest, 2+len(id)+1, ")"+id+`"`)
			return token{str, l.src[start:l.pos], first}
		}
	case l.php && strings.HasPrefix(rest, "<<<"):
		if n := phpHeredoc(rest); n > 0 {
			l.pos += n
			return token{str, rest[:n], first}
		}
	}
	switch {
	case l.rust && strings.HasPrefix(rest, "r#") && wordLen(rest[2:]) > 0:
		l.pos += 2 + wordLen(rest[2:])
		return token{word, l.src[start:l.pos], first}
	case isWord(c):
		l.pos += wordLen(rest)
		return token{word, l.src[start:l.pos], first}
	case l.triple && strings.HasPrefix(rest, `"""`):
		l.pos += throughFrom(rest, 3, `"""`)
		return token{str, rest[3:max(3, l.pos-start-3)], first}
	case c == '"' || c == '\'' && !(l.rust && rustLifetime(rest)):
		n := quotedLen(rest)
		if l.php || l.rust && c == '"' {
			n = quotedLines(rest)
		}
		l.pos += n
		return token{str, strings.TrimSuffix(rest[1:n], rest[:1]), first}
	}
	l.pos++
	return token{c, l.src[start:l.pos], first}
}

// blank passes over blanks and comments and reports whether a line begins there.
func (l *lexer) blank() bool {
	first := l.pos == 0
	for l.pos < len(l.src) {
		rest := l.src[l.pos:]
		switch c := rest[0]; {
		case c == '\n':
			first = true
			l.pos++
		case c == ' ' || c == '\t' || c == '\r' || c == '\f':
			l.pos++
		case l.nested && strings.HasPrefix(rest, "/*"):
			l.pos += nestedLen(rest)
		case c == '/' && commentLen(rest) > 0:
			l.pos += commentLen(rest)
		case l.hash && c == '#' && !strings.HasPrefix(rest, "#["):
			l.pos += lineLen(rest)
		default:
			return first
		}
	}
	return first
}

func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c >= 0x80
}

func wordLen(s string) int {
	n := 0
	for n < len(s) && isWord(s[n]) {
		n++
	}
	return n
}

// lineLen is the length of s up to the end of its first line.
func lineLen(s string) int {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return i
	}
	return len(s)
}

// throughFrom is the length of s through the first mark that begins at from or later,
// all of s if there is none.
func throughFrom(s string, from int, mark string) int {
	if i := strings.Index(s[from:], mark); i >= 0 {
		return from + i + len(mark)
	}
	return len(s)
}

// commentLen is the length of the // or /* comment that s begins with, or 0.
func commentLen(s string) int {
	switch {
	case strings.HasPrefix(s, "//"):
		return lineLen(s)
	case strings.HasPrefix(s, "/*"):
		return throughFrom(s, 2, "*/")
	}
	return 0
}

func nestedLen(s string) int {
	depth := 0
	for i := 0; i < len(s); {
		switch {
		case strings.HasPrefix(s[i:], "/*"):
			depth++
			i += 2
		case strings.HasPrefix(s[i:], "*/"):
			depth--
			i += 2
			if depth == 0 {
				return i
			}
		default:
			i++
		}
	}
	return len(s)
}

// quotedLen is the length of the string literal that s begins with, through its
// closing quote. One that is not closed ends with its line.
func quotedLen(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case s[0]:
			return i + 1
		case '\n':
			return i
		case '\\':
			i++
		}
	}
	return len(s)
}

// quotedLines is quotedLen for literals that may hold line ends.
func quotedLines(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case s[0]:
			return i + 1
		case '\\':
			i++
		}
	}
	return len(s)
}
