// Package sqltext knows what is a word, a parameter, a string or a comment in the text of a SQL statement, and what a statement must find
// to return a row.
package sqltext

import (
	"fmt"
	"iter"
	"slices"
	"strings"
)

// A Token is a part of a statement that is neither blank nor a comment.
type Token struct {
	Kind TokenKind
	Text string // as it stands in the statement
	At   int    // its offset
}

// A TokenKind is what a token is.
type TokenKind int

const (
	// Word is a keyword or a name without quotes, or a number.
	Word TokenKind = iota
	// Quoted is a name in quotes or brackets.
	Quoted
	// Literal is a string.
	Literal
	// Parameter is a parameter with its prefix, such as :file.
	Parameter
	// Sign is one character of punctuation.
	Sign

	comment // is passed over by Tokens
	blank
)

// Name returns the keyword or name that the token is, without its quotes, "" if it is neither.
func (t Token) Name() string {
	switch {
	case t.Kind == Word:
		return t.Text
	case t.Kind == Quoted && len(t.Text) > 2:
		return t.Text[1 : len(t.Text)-1]
	}
	return ""
}

// Is reports whether the token is a keyword or a name, in any case.
func (t Token) Is(name string) bool { return strings.EqualFold(t.Name(), name) }

// Tokens yields the tokens of a statement in order.
func Tokens(text string) iter.Seq[Token] {
	return func(yield func(Token) bool) {
		for at := 0; at < len(text); {
			kind, end, _ := token(text, at)
			if kind < comment && !yield(Token{kind, text[at:end], at}) {
				return
			}
			at = end
		}
	}
}

// token returns the kind and the end of the token, comment or blank at an offset, and the text that closes it if that
// is missing.
func token(text string, at int) (kind TokenKind, end int, unclosed string) {
	enclosed := func(kind TokenKind, open, closing string) (TokenKind, int, string) {
		from := at + len(open)
		if n := strings.Index(text[from:], closing); n >= 0 {
			return kind, from + n + len(closing), ""
		}
		return kind, len(text), closing
	}
	switch c := text[at]; {
	case c == '-' && strings.HasPrefix(text[at:], "--"):
		if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
			return comment, at + n, ""
		}
		return comment, len(text), ""
	case c == '/' && strings.HasPrefix(text[at:], "/*"):
		return enclosed(comment, "/*", "*/")
	case c == '\'':
		return enclosed(Literal, "'", "'")
	case c == '"' || c == '`':
		return enclosed(Quoted, string(c), string(c))
	case c == '[':
		return enclosed(Quoted, "[", "]")
	case c == ' ' || c == '\t' || c == '\n' || c == '\r':
		return blank, at + 1, ""
	case c == ':' || c == '@' || c == '$' || c == '?':
		if end := nameEnd(text, at+1); end > at+1 || c == '?' {
			return Parameter, end, ""
		}
		return Sign, at + 1, ""
	}
	if end := nameEnd(text, at); end > at {
		return Word, end, ""
	}
	return Sign, at + 1, ""
}

// nameEnd returns the end of the letters, digits and underscores at an offset.
func nameEnd(text string, at int) int {
	for at < len(text) && isName(text[at]) {
		at++
	}
	return at
}

// isName reports whether a byte can be in a name.
func isName(b byte) bool {
	return b|0x20 >= 'a' && b|0x20 <= 'z' || b == '_' || b >= '0' && b <= '9' || b >= 0x80
}

// Mask replaces the comments and the contents of string literals of a statement by spaces, so
// that a word found in the result is a word of the statement. Offsets and lines stay the same.
func Mask(text string) string {
	masked, _, _ := Scan(text)
	return masked
}

// Scan does what Mask does, and also finds a bracket, string or comment that is opened and never
// closed, or closed and never opened. It returns its offset and a message, "" if there is none.
func Scan(text string) (masked string, offset int, message string) {
	out := []byte(text)
	erase := func(from, to int) {
		for i := from; i < to; i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
		}
	}
	var open []int
	for at := 0; at < len(text); {
		kind, end, unclosed := token(text, at)
		switch {
		case unclosed == "*/":
			message = "a comment that begins with /* is not closed"
		case unclosed != "":
			message = fmt.Sprintf("a string that begins with %s is not closed", text[at:at+1])
		case kind == Sign && text[at] == '(':
			open = append(open, at)
		case kind == Sign && text[at] == ')' && len(open) == 0:
			message = "a ) without a ("
		case kind == Sign && text[at] == ')':
			open = open[:len(open)-1]
		case kind == comment:
			erase(at, end)
		case kind == Literal:
			erase(at+1, end-1)
		}
		if unclosed != "" {
			erase(at, end)
		}
		if message != "" {
			return string(out), at, message
		}
		at = end
	}
	if len(open) > 0 {
		return string(out), open[len(open)-1], "a ( is not closed"
	}
	return string(out), 0, ""
}

// LineAt returns the line of an offset, from 1.
func LineAt(text string, offset int) int { return 1 + strings.Count(text[:offset], "\n") }

// WordLine returns the line of a text on which a word of the statement is, from 1; the line of
// the statement if the word is not in it.
func WordLine(text, word string) int {
	masked := Mask(text)
	if i := WordIndex(masked, word, 0); i >= 0 && word != "" {
		return LineAt(masked, i)
	}
	return LineAt(masked, len(masked)-len(strings.TrimLeft(masked, " \t\r\n")))
}

// WordIndex returns the offset of a whole word in a masked text at or after from, in any case,
// or -1. A parameter (:file) or a qualified column (t.file) is not the word file.
func WordIndex(text, word string, from int) int {
	for i := from; word != "" && i+len(word) <= len(text); i++ {
		end := i + len(word)
		if !strings.EqualFold(text[i:end], word) {
			continue
		}
		before := i == 0 || !isName(word[0]) || !isName(text[i-1]) && text[i-1] != ':' && text[i-1] != '.'
		after := end == len(text) || !isName(text[end]) || !isName(word[len(word)-1])
		if before && after {
			return i
		}
	}
	return -1
}

// ReplaceWord replaces every occurrence of a whole word of the statement.
func ReplaceWord(text, word, replacement string) string {
	masked := Mask(text)
	var b strings.Builder
	from := 0
	for {
		i := WordIndex(masked, word, from)
		if i < 0 {
			b.WriteString(text[from:])
			return b.String()
		}
		b.WriteString(text[from:i])
		b.WriteString(replacement)
		from = i + len(word)
	}
}

// Parameters returns the parameters of a statement with their prefix, such as :file, each once, in
// order.
func Parameters(sql string) []string {
	var names []string
	for token := range Tokens(sql) {
		if token.Kind == Parameter && !slices.Contains(names, token.Text) {
			names = append(names, token.Text)
		}
	}
	return names
}

// ReplaceParameters replaces each parameter of a statement.
func ReplaceParameters(sql string, replacement func(name string) string) string {
	var b strings.Builder
	from := 0
	for token := range Tokens(sql) {
		if token.Kind == Parameter {
			b.WriteString(sql[from:token.At] + replacement(token.Text))
			from = token.At + len(token.Text)
		}
	}
	return b.String() + sql[from:]
}
