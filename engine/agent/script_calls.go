package agent

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A scriptCall is a call of a tool in a script, with its first argument: a string, float64, bool,
// []any, map[string]any, or nil if it is not a literal.
type scriptCall struct {
	tool     string
	argument any
}

// scriptCalls returns the calls tools.NAME(ARGUMENT) in a text in JavaScript, in their order. It
// does not run the script: an argument is a literal, or the name of a constant that is one.
func scriptCalls(text string) (calls []scriptCall) {
	s := &scriptScanner{text: text, constants: map[string]any{}}
	for !s.end() {
		switch {
		case s.skipOther():
		case s.isName():
			switch name := s.name(); name {
			case "tools":
				if tool := s.member(); tool != "" {
					s.space()
					if s.take('(') {
						calls = append(calls, scriptCall{tool, s.value()})
					}
				}
			case "const", "let", "var":
				s.space()
				variable := s.name()
				s.space()
				if !s.take('=') {
					continue
				}
				at := s.at
				s.constants[variable] = s.value()
				s.at = at // the value may contain calls
			}
		default:
			s.at++
		}
	}
	return calls
}

// A scriptScanner reads a text in JavaScript.
type scriptScanner struct {
	text      string
	at        int
	depth     int // of the value that is being read
	constants map[string]any
}

// maxScriptDepth is the maximum depth of nested literals.
const maxScriptDepth = 50

func (s *scriptScanner) end() bool { return s.at >= len(s.text) }

// take skips the byte if it comes next.
func (s *scriptScanner) take(b byte) bool {
	if s.end() || s.text[s.at] != b {
		return false
	}
	s.at++
	return true
}

// space skips white space and comments.
func (s *scriptScanner) space() {
	for !s.end() {
		rest := s.text[s.at:]
		switch {
		case strings.HasPrefix(rest, "//"):
			line, _, _ := strings.Cut(rest, "\n")
			s.at += len(line)
		case strings.HasPrefix(rest, "/*"):
			comment, _, _ := strings.Cut(rest, "*/")
			s.at = min(s.at+len(comment)+2, len(s.text))
		case strings.ContainsRune(" \t\r\n", rune(rest[0])):
			s.at++
		default:
			return
		}
	}
}

// skipOther skips white space, a comment or a string, and reports whether there was one.
func (s *scriptScanner) skipOther() bool {
	at := s.at
	if s.space(); s.at == at && strings.IndexByte("\"'`", s.text[s.at]) >= 0 {
		s.quoted()
	}
	return s.at > at
}

// isName reports whether a name comes next.
func (s *scriptScanner) isName() bool {
	if s.end() {
		return false
	}
	r, _ := utf8.DecodeRuneInString(s.text[s.at:])
	return r == '_' || r == '$' || unicode.IsLetter(r)
}

// name reads a name, "" if there is none.
func (s *scriptScanner) name() string {
	if !s.isName() {
		return ""
	}
	begin := s.at
	for s.isName() || !s.end() && s.text[s.at] >= '0' && s.text[s.at] <= '9' {
		_, size := utf8.DecodeRuneInString(s.text[s.at:])
		s.at += size
	}
	return s.text[begin:s.at]
}

// member reads .NAME or ["NAME"], "" if there is neither.
func (s *scriptScanner) member() string {
	s.space()
	if s.take('.') {
		s.space()
		return s.name()
	}
	if !s.take('[') {
		return ""
	}
	name, _ := s.value().(string)
	s.space()
	s.take(']')
	return name
}

// quoted reads a string in any quotes. A ${…} stays as it is written, unless it is the name of a
// constant string.
func (s *scriptScanner) quoted() string {
	quote := s.text[s.at]
	s.at++
	var b strings.Builder
	for !s.end() {
		c := s.text[s.at]
		s.at++
		switch {
		case c == quote:
			return b.String()
		case c == '\\' && !s.end():
			s.escape(&b)
		case c == '$' && quote == '`' && strings.HasPrefix(s.text[s.at:], "{"):
			inner, _, _ := strings.Cut(s.text[s.at+1:], "}")
			text, ok := s.constants[strings.TrimSpace(inner)].(string)
			if !ok && strings.ContainsAny(inner, "(.[") {
				text, ok = "${computed}", true // to a shell an unknown value, and not a mistake in its line
			}
			if ok {
				b.WriteString(text)
				s.at = min(s.at+len(inner)+2, len(s.text))
			} else {
				b.WriteByte(c)
			}
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// escape reads what follows a backslash.
func (s *scriptScanner) escape(b *strings.Builder) {
	c := s.text[s.at]
	s.at++
	digits := map[byte]int{'x': 2, 'u': 4}[c]
	switch {
	case digits > 0 && s.at+digits <= len(s.text):
		if n, err := strconv.ParseUint(s.text[s.at:s.at+digits], 16, 32); err == nil {
			b.WriteRune(rune(n))
			s.at += digits
		}
	case c == 'n':
		b.WriteByte('\n')
	case c == 't':
		b.WriteByte('\t')
	case c == 'r':
		b.WriteByte('\r')
	case c == '\n': // the line continues
	default:
		b.WriteByte(c)
	}
}
