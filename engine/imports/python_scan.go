package imports

import "strings"

// A pythonImport is one module of an import statement.
type pythonImport struct {
	module string   // with its leading dots if it is relative
	names  []string // of `from module import names`
}

// A pythonScanner splits Python code into tokens, so that the beginnings of statements are
// known.
type pythonScanner struct {
	src   string
	pos   int
	depth int // of open brackets
}

// scanPython returns the imports of a Python file, in order, including those in functions.
func scanPython(src string) []pythonImport {
	var found []pythonImport
	s := pythonScanner{src: src}
	begins := true
	for t := s.next(); t.kind != end; t = s.next() {
		switch {
		case t.kind == '\n' || t.kind == ';' || t.kind == ':' && s.depth == 0:
			begins = true
			continue
		case begins && t.is("import"):
			found = s.modules(found)
		case begins && t.is("from"):
			found = s.from(found)
		}
		begins = false
	}
	return found
}

// modules reads the rest of an import statement: "a.b as c, d".
func (s *pythonScanner) modules(found []pythonImport) []pythonImport {
	for module := s.dotted(); module != ""; module = s.dotted() {
		found = append(found, pythonImport{module: module})
		s.alias()
		if !s.accept(',') {
			break
		}
	}
	return found
}

// from reads the rest of a from statement: "..a.b import (c as d, e)".
func (s *pythonScanner) from(found []pythonImport) []pythonImport {
	imp := pythonImport{module: s.dotted()}
	if imp.module == "" || !s.peek().is("import") {
		return found
	}
	s.next()
	s.accept('(')
	for {
		t := s.peek()
		if t.kind == '*' {
			t.text = "*"
		} else if t.kind != word {
			break
		}
		s.next()
		imp.names = append(imp.names, t.text)
		s.alias()
		if !s.accept(',') {
			break
		}
	}
	if imp.names == nil {
		return found
	}
	return append(found, imp)
}

// dotted reads the name of a module, or returns "".
func (s *pythonScanner) dotted() string {
	var name strings.Builder
	for named := false; ; s.next() {
		switch t := s.peek(); {
		case t.kind == '.':
			name.WriteByte('.')
			named = false
		case t.kind == word && !named && t.text != "import":
			name.WriteString(t.text)
			named = true
		default:
			return name.String()
		}
	}
}

// alias skips "as name" if it is next.
func (s *pythonScanner) alias() {
	if s.peek().is("as") {
		s.next()
		s.next()
	}
}

// accept skips a token of that kind if it is next, and reports whether it was.
func (s *pythonScanner) accept(kind byte) bool {
	if s.peek().kind != kind {
		return false
	}
	s.next()
	return true
}

// peek returns the next token without a change of the position.
func (s pythonScanner) peek() token { return s.next() }

// next returns the next token. A newline outside brackets is a token. String tokens have no
// text.
func (s *pythonScanner) next() token {
	for s.pos < len(s.src) {
		rest := s.src[s.pos:]
		c := rest[0]
		switch {
		case c == '#':
			s.pos += lineLen(rest)
		case strings.HasPrefix(rest, "\\\n"):
			s.pos += 2
		case strings.HasPrefix(rest, "\\\r\n"):
			s.pos += 3
		case c == '\n' && s.depth == 0:
			s.pos++
			return token{kind: '\n'}
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\n':
			s.pos++
		case strings.HasPrefix(rest, `"""`) || strings.HasPrefix(rest, "'''"):
			s.pos += quotedLen(rest, 3, true)
			return token{kind: str}
		case c == '"' || c == '\'':
			s.pos += quotedLen(rest, 1, false)
			return token{kind: str}
		case isWord(c):
			n := wordLen(rest)
			s.pos += n
			return token{kind: word, text: rest[:n]}
		default:
			s.pos++
			switch c {
			case '(', '[', '{':
				s.depth++
			case ')', ']', '}':
				s.depth = max(0, s.depth-1)
			}
			return token{kind: c}
		}
	}
	return token{}
}
