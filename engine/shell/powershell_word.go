package shell

import "strings"

// psWord is a word or a separator of PowerShell.
type psWord struct {
	// text is the word, in which unknown parts are represented by unknownMark.
	text string
	// separator is set if the text separates commands: a semicolon, an operator or a bracket. A blank stands before the bracket that
	// a method's name has not directly before it.
	separator bool
	// code has what runs in the subexpressions $(…) of the word, whose values are unknown.
	code []string
	// quoted is set if the word starts with a quote.
	quoted bool
}

// powershellWords splits a line of PowerShell into words and separators.
func powershellWords(line string) []psWord {
	l := psLexer{line: line}
	for l.pos < len(l.line) {
		l.next()
	}
	l.endWord()
	return l.words
}

// psLexer splits a line of PowerShell into words.
type psLexer struct {
	line  string
	pos   int // the index of the next byte
	words []psWord
	// cur is the text of the current word. started is set if the word exists even if it is empty,
	// and quoted is that of the word.
	cur             strings.Builder
	started, quoted bool
	code            []string
	open            bool // a subexpression has no end: the rest is read as it stands
}

// endWord ends the current word, if there is one.
func (l *psLexer) endWord() {
	if l.started || l.cur.Len() > 0 {
		l.words = append(l.words, psWord{text: l.cur.String(), quoted: l.quoted, code: l.code})
	}
	l.cur.Reset()
	l.started, l.quoted, l.code = false, false, nil
}

// subexpression reads $(…) at i, whose value is unknown, and returns the index of its last byte; that of its bracket if it has no end.
func (l *psLexer) subexpression(i int) int {
	l.cur.WriteString(unknownMark)
	end := -1
	if !l.open {
		end = closingBracket(l.line, i+2)
	}
	if l.open = end < 0; l.open {
		return i
	}
	l.code = append(l.code, l.line[i+2:end])
	return end
}

// closingBracket returns the index of the bracket that ends what begins at i, -1 if there is none. Those in quotes are text.
func closingBracket(line string, i int) int {
	var quotes []byte // of the strings that i is in: a subexpression in a string may have strings of its own
	depths := []int{0}
	for ; i < len(line); i++ {
		n := len(quotes)
		inString := n > 0 && quotes[n-1] != 0
		switch c := line[i]; {
		case c == '`':
			i++
		case inString && c == quotes[n-1]:
			quotes = quotes[:n-1]
		case inString && (quotes[n-1] == '\'' || !strings.HasPrefix(line[i:], "$(")):
		case inString:
			i++
			quotes, depths = append(quotes, 0), append(depths, 0)
		case c == '"' || c == '\'':
			quotes = append(quotes, c)
		case c == '(':
			depths[len(depths)-1]++
		case c == ')' && depths[len(depths)-1] > 0:
			depths[len(depths)-1]--
		case c == ')' && n == 0:
			return i
		case c == ')':
			quotes, depths = quotes[:n-1], depths[:len(depths)-1]
		}
	}
	return -1
}

// separator ends the current word and adds the n bytes at the current position as a separator.
func (l *psLexer) separator(n int) {
	l.endWord()
	text := l.line[l.pos : l.pos+n]
	if text == "(" && l.pos > 0 && strings.IndexByte(" \t", l.line[l.pos-1]) >= 0 {
		text = " ("
	}
	l.words = append(l.words, psWord{text: text, separator: true})
	l.pos += n
}

// next reads the next part of the line.
func (l *psLexer) next() {
	rest := l.line[l.pos:]
	c := rest[0]
	empty := l.cur.Len() == 0
	switch {
	case c == '\'' || c == '"':
		l.quotedString(c)
	case c == '`' && len(rest) > 1:
		if rest[1] != '\n' {
			l.cur.WriteByte(rest[1])
			l.started = true
		}
		l.pos += 2
	case c == '#' && empty && !l.started:
		if end := strings.IndexByte(rest, '\n'); end >= 0 {
			l.pos += end
		} else {
			l.pos = len(l.line)
		}
	case c == ' ' || c == '\t':
		l.endWord()
		l.pos++
	case c == ',':
		l.comma()
	case strings.HasPrefix(rest, "&&") || strings.HasPrefix(rest, "||"):
		l.separator(2)
	case c == '&' && empty && !l.started:
		l.words = append(l.words, psWord{text: "&"})
		l.pos++
	case strings.HasPrefix(rest, "$("):
		l.pos = l.subexpression(l.pos) + 1
	case strings.HasPrefix(rest, "$?"):
		l.cur.WriteString("$?")
		l.pos += 2
	case strings.IndexByte(";|\n{}()", c) >= 0:
		l.separator(1)
	case c == '=' && l.assigns():
		l.endWord()
		l.words = append(l.words, psWord{text: "="})
		l.pos++
	case c == '>' && strings.Trim(l.cur.String(), "123456*") == "":
		l.redirection(rest)
	default:
		l.cur.WriteByte(c)
		l.pos++
	}
}

// assigns reports whether an equals sign follows the name of a variable at the beginning of a statement, as in $path='a.txt'.
func (l *psLexer) assigns() bool {
	name := l.cur.String()
	first := len(l.words) == 0 || l.words[len(l.words)-1].separator
	return first && !l.quoted && len(name) > 1 && name[0] == '$' && strings.Trim(name[len(name)-1:], "+-*/%?!=") != ""
}

// quotedString reads a string with the given quote, which is doubled within the string. One that begins an argument ends it, so that
// "rd /s \" with a path directly behind it is two: what was meant as an escaped quote is none.
func (l *psLexer) quotedString(quote byte) {
	begins := l.cur.Len() == 0 && !l.started
	l.started, l.quoted = true, l.cur.Len() == 0 || l.cur.String() == "@" // a here-string
	line, i := l.line, l.pos+1
	for ; i < len(line); i++ {
		if line[i] == quote {
			if i+1 == len(line) || line[i+1] != quote {
				break
			}
			i++
		} else if line[i] == '`' && quote == '"' && i+1 < len(line) {
			i++
		}
		switch {
		case line[i] == '$' && quote == '"' && i+1 < len(line) && line[i+1] == '(':
			i = l.subexpression(i)
		case line[i] == '$' && quote == '\'':
			// This is not a variable, but expanding the word later would treat it as one. A
			// dollar sign in the name of a file is rare enough to give the name up.
			l.cur.WriteString(unknownMark)
		default:
			l.cur.WriteByte(line[i])
		}
	}
	l.pos = i + 1
	if begins && l.pos < len(line) && strings.IndexByte(`\/$`, line[l.pos]) >= 0 {
		l.endWord()
	}
}

// comma reads a comma. Blanks around a comma do not end the word, which is a list: "a, b".
func (l *psLexer) comma() {
	if n := len(l.words); l.cur.Len() == 0 && n > 0 && !l.words[n-1].separator && len(l.words[n-1].text) < 4096 {
		l.cur.WriteString(l.words[n-1].text)
		l.code = append(l.words[n-1].code, l.code...)
		l.words = l.words[:n-1]
		l.started = true
	}
	l.cur.WriteByte(',')
	l.pos++
	for l.pos < len(l.line) && l.line[l.pos] == ' ' {
		l.pos++
	}
}

// redirection reads the operator of a redirection, which may follow the number of a stream in the
// current word. The operator is a word of its own, and 2>&1 is a single word.
func (l *psLexer) redirection(rest string) {
	op := ">"
	if strings.HasPrefix(rest, ">>") {
		op = ">>"
	}
	l.cur.WriteString(op)
	l.pos += len(op)
	if strings.HasPrefix(rest[len(op):], "&") {
		l.cur.WriteString("&")
		l.pos++
		return
	}
	l.endWord()
}
