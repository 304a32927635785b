package imports

import "strings"

// A jsImport is one import of a JavaScript or TypeScript file.
type jsImport struct {
	name string
	jsMode
}

// A jsMode holds the properties of an import that affect its resolution besides its name.
type jsMode struct {
	ts      bool // it is in TypeScript code
	require bool // it is a require(), not an import
}

// A jsScanner finds the imports in JavaScript or TypeScript. It distinguishes code from
// strings, templates, comments, regular expressions and the text of JSX elements, and
// parses nothing else.
type jsScanner struct {
	src        string
	pos        int
	jsx        bool // < may begin an element
	depth      int  // nesting of templates and elements
	backtracks int  // see maxBacktracks
	found      []jsImport

	operand bool   // the last token ends an operand: / and < after it are operators
	dot     bool   // the last token is a dot: a property name follows
	parens  []bool // for each open parenthesis, whether it follows a keyword such as if
	control bool   // the last token is such a keyword
}

// scanJS returns the imports in src, in order. jsx reports whether src may contain JSX.
func scanJS(src string, jsx bool) []jsImport {
	s := jsScanner{src: src, jsx: jsx}
	s.code(0)
	return s.found
}

// code reads code up to and including the unmatched closing brace if closing is '}', or to
// the end of the text if it is 0. It reports whether it found that end.
func (s *jsScanner) code(closing byte) bool {
	braces := 0
	s.operand, s.dot = false, false
	for s.pos < len(s.src) {
		rest := s.src[s.pos:]
		c := rest[0]
		if c == ' ' || c == '\t' || c == '\n' || c == '\r' {
			s.pos++
			continue
		}
		if n := commentLen(rest); n > 0 {
			s.reference(rest[:n])
			s.pos += n
			continue
		}
		control := s.control
		s.control = false
		switch {
		case isWord(c) || c == '$' || c == '#' || c == '@':
			s.word(rest)
			continue
		case c == '"' || c == '\'':
			s.pos += quotedLen(rest, 1, false)
			s.operand = true
		case c == '`':
			if !s.template() {
				return false
			}
			s.operand = true
		case c == '/' && !s.operand && regexpLen(rest) > 0:
			s.pos += regexpLen(rest)
			s.operand = true
		case c == '<' && !s.operand && s.jsx && s.backtracks < maxBacktracks && s.tryElement():
			s.operand = true
		case c == '}' && braces == 0 && closing == '}':
			s.pos++
			s.operand = true
			return true
		default:
			s.pos++
			s.operand = c == ']'
			switch c {
			case '(':
				s.parens = append(s.parens, control)
			case ')':
				s.operand = true
				if n := len(s.parens); n > 0 {
					s.operand = !s.parens[n-1]
					s.parens = s.parens[:n-1]
				}
			case '{':
				braces++
			case '}':
				braces--
			}
		}
		s.dot = c == '.' && !strings.HasPrefix(rest, "...") && !strings.HasSuffix(s.src[:s.pos], "...")
	}
	return closing == 0
}

// word reads the identifier, keyword or number at the start of rest, and the import that
// it begins, if any.
func (s *jsScanner) word(rest string) {
	n := jsWordLen(rest)
	text := rest[:n]
	s.pos += n
	dot := s.dot
	s.dot, s.operand = false, true
	if dot {
		return
	}
	switch text {
	case "import":
		s.clause(s.pos, true)
	case "export":
		s.clause(s.pos, false)
	case "require":
		pos := s.pos
		if t, next := jsToken(s.src, pos); t.kind == '.' {
			if t, after := jsToken(s.src, next); t.is("resolve") {
				pos = after
			}
		}
		s.call(pos, true)
	case "if", "while", "for", "with":
		s.control, s.operand = true, false
	case "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "instanceof",
		"do", "else", "yield", "await", "default", "extends":
		s.operand = false
	}
}

// maxClause bounds the tokens of an import clause outside its braces. "type a, * as b from"
// has seven.
const maxClause = 8

// clause reads the rest of an import or export declaration, from pos to the name of the
// module. The position of the scanner is unchanged.
func (s *jsScanner) clause(pos int, isImport bool) {
	t, next := jsToken(s.src, pos)
	if isImport {
		if t.kind == '(' {
			s.call(pos, false)
			return
		}
		if t.kind == str {
			s.add(t.text, false)
			return
		}
	} else {
		if t.is("type") {
			t, next = jsToken(s.src, next)
		}
		if t.kind != '{' && t.kind != '*' {
			return
		}
	}
	braces := false
	for words := 0; words < maxClause; t, next = jsToken(s.src, next) {
		switch {
		case t.kind == '{' && !braces:
			braces = true
		case t.kind == '}' && braces:
			braces = false
		case braces && (t.kind == word || t.kind == str || t.kind == ','):
		case t.is("from"):
			if name, _ := jsToken(s.src, next); name.kind == str {
				s.add(name.text, false)
				return
			}
			words++
		case t.kind == word || t.kind == ',' || t.kind == '*':
			words++
		default:
			return
		}
	}
}

// call reads the arguments of import() or require() at pos, and adds the first if it is a
// string literal.
func (s *jsScanner) call(pos int, require bool) {
	open, pos := jsToken(s.src, pos)
	name, pos := jsToken(s.src, pos)
	if after, _ := jsToken(s.src, pos); open.kind == '(' && name.kind == str && (after.kind == ')' || after.kind == ',') {
		s.add(name.text, require)
	}
}

// reference adds the path of a TypeScript comment `/// <reference path="…" />`.
func (s *jsScanner) reference(comment string) {
	if !strings.HasPrefix(comment, "///") {
		return
	}
	if _, rest, ok := strings.Cut(comment, "<reference"); ok {
		if _, rest, ok = strings.Cut(rest, "path="); ok && rest != "" && (rest[0] == '"' || rest[0] == '\'') {
			if name, _, ok := strings.Cut(rest[1:], rest[:1]); ok {
				s.add("./"+strings.TrimPrefix(name, "./"), false)
			}
		}
	}
}

// add adds an import. A name with an escape sequence is left out.
func (s *jsScanner) add(name string, require bool) {
	if !strings.ContainsAny(name, "\\\n\x00") {
		s.found = append(s.found, jsImport{name, jsMode{require: require}})
	}
}
