package imports

import "strings"

// A jsImport is one import of a JavaScript or TypeScript file.
type jsImport struct {
	name string
	jsKind
}

// A jsKind is what of an import besides its name says where it leads.
type jsKind struct {
	ts      bool // it stands in TypeScript
	require bool // it is by require(), not import
}

// A jsScanner finds the imports of JavaScript or TypeScript. It knows the language as
// far as it takes to tell code from strings, templates, comments, regular expressions
// and the text of JSX.
type jsScanner struct {
	src      string
	pos      int
	jsx      bool // < may begin an element
	depth    int  // of templates and elements in each other
	mistaken int  // how often what seemed to be an element was none
	found    []jsImport

	operand bool   // what was read last is a value: / divides it and < compares it
	dot     bool   // what was read last is a dot: a property's name follows
	parens  []bool // for each open parenthesis, whether a keyword such as if stands before it
	control bool   // what was read last is such a keyword
}

// jsImports gives the imports in src in the order in which they are written.
func jsImports(src string, jsx bool) []jsImport {
	s := jsScanner{src: src, jsx: jsx}
	s.code(0)
	return s.found
}

// maxNesting bounds how deep templates and elements may stand in each other. What is
// deeper is not read.
const maxNesting = 200

// code reads code up to the closing brace that ends it, or to the end of the text. It
// reports whether it found that brace.
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
			s.pos += quotedLen(rest)
			s.operand = true
		case c == '`':
			if !s.template() {
				return false
			}
			s.operand = true
		case c == '/' && !s.operand && regexpLen(rest) > 0:
			s.pos += regexpLen(rest)
			s.operand = true
		case c == '<' && !s.operand && s.jsx && s.mistaken < maxMistaken && s.tryElement():
			s.operand = true
		case c == '(':
			s.parens = append(s.parens, control)
			s.pos++
			s.operand = false
		case c == ')':
			s.operand = true
			if n := len(s.parens); n > 0 {
				s.operand = !s.parens[n-1]
				s.parens = s.parens[:n-1]
			}
			s.pos++
		case c == '{':
			braces++
			s.pos++
			s.operand = false
		case c == '}' && braces == 0 && closing == '}':
			s.pos++
			s.operand = true
			return true
		case c == '}':
			braces--
			s.pos++
			s.operand = false
		default:
			s.pos++
			s.operand = c == ']'
		}
		s.dot = c == '.' && !strings.HasPrefix(rest, "...") && !strings.HasSuffix(s.src[:s.pos], "...")
	}
	return closing == 0
}

// word reads an identifier, keyword or number, and the import that it may begin.
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

// maxClause is how many words an import clause has outside its braces, at most:
// "type a, * as b from" and some to spare.
const maxClause = 8

// clause reads what follows the word import, or export, as far as the name of the
// module, without moving on.
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

// call reads the arguments of import() or require() at pos, if the first is literal.
func (s *jsScanner) call(pos int, require bool) {
	open, pos := jsToken(s.src, pos)
	name, pos := jsToken(s.src, pos)
	if after, _ := jsToken(s.src, pos); open.kind == '(' && name.kind == str && (after.kind == ')' || after.kind == ',') {
		s.add(name.text, require)
	}
}

// reference reads TypeScript's comment `/// <reference path="…" />`.
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

// add remembers an import. A name with an escape in it is not known.
func (s *jsScanner) add(name string, require bool) {
	if !strings.ContainsAny(name, "\\\n\x00") {
		s.found = append(s.found, jsImport{name, jsKind{require: require}})
	}
}
