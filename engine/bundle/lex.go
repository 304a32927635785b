package bundle

import (
	"fmt"
	"slices"
	"strings"
)

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
	blank := func(from, to int) {
		for i := from; i < to; i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
		}
	}
	var open []int
	for i := 0; i < len(text); i++ {
		closing := ""
		switch c := text[i]; {
		case strings.HasPrefix(text[i:], "--"):
			end := i + strings.IndexByte(text[i:]+"\n", '\n')
			blank(i, end)
			i = end - 1
			continue
		case strings.HasPrefix(text[i:], "/*"):
			closing = "*/"
		case c == '\'' || c == '"' || c == '`':
			closing = string(c)
		case c == '(':
			open = append(open, i)
			continue
		case c == ')' && len(open) == 0:
			return string(out), i, "a ) without a ("
		case c == ')':
			open = open[:len(open)-1]
			continue
		default:
			continue
		}
		from := i + len(closing)
		end := strings.Index(text[from:], closing)
		switch {
		case end < 0 && closing == "*/":
			blank(i, len(text))
			return string(out), i, "a comment that begins with /* is not closed"
		case end < 0:
			blank(i, len(text))
			return string(out), i, fmt.Sprintf("a string that begins with %s is not closed", closing)
		case closing == "*/":
			blank(i, from+end+2)
		case closing == "'":
			blank(from, from+end)
		}
		i = from + end + len(closing) - 1
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
	isName := func(b byte) bool {
		return b == '_' || b >= '0' && b <= '9' || b|0x20 >= 'a' && b|0x20 <= 'z'
	}
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
	sql = Mask(sql)
	for i := 0; i < len(sql); i++ {
		switch c := sql[i]; c {
		case '"', '`':
			i += 1 + strings.IndexByte(sql[i+1:]+string(c), c)
		case ':', '@', '$', '?':
			j := i + 1
			for j < len(sql) && (sql[j] == '_' || sql[j] >= '0' && sql[j] <= '9' || sql[j]|0x20 >= 'a' && sql[j]|0x20 <= 'z') {
				j++
			}
			if name := sql[i:j]; (j > i+1 || c == '?') && !slices.Contains(names, name) {
				names = append(names, name)
			}
			i = j - 1
		}
	}
	return names
}
