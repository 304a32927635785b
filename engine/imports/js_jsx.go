package imports

import "strings"

// template reads a template literal and the code in its substitutions, and reports whether
// it is terminated.
func (s *jsScanner) template() bool {
	s.depth++
	defer func() { s.depth-- }()
	for s.pos++; s.pos < len(s.src); s.pos++ {
		switch s.src[s.pos] {
		case '\\':
			s.pos++
		case '`':
			s.pos++
			return true
		case '$':
			if strings.HasPrefix(s.src[s.pos:], "${") {
				s.pos += 2
				if s.depth > maxNesting || !s.code('}') {
					return false
				}
				s.pos--
			}
		}
	}
	return false
}

// maxBacktracks is the number of times per file that the scanner may go back because a <
// did not begin an element. After that, < is always an operator, which bounds the time.
const maxBacktracks = 8

// tryElement reads a JSX element and reports whether there is one. If there is none, the
// position of the scanner is unchanged.
func (s *jsScanner) tryElement() bool {
	before := *s
	if s.isTypeParameters() {
		return false
	}
	if s.element() {
		return true
	}
	*s = before
	s.backtracks++
	return false
}

// isTypeParameters reports whether the next < cannot begin an element: the type parameters
// of an arrow function follow, or no name.
func (s *jsScanner) isTypeParameters() bool {
	name, next := jsToken(s.src, s.pos+1)
	if name.kind != word {
		return name.kind != '>'
	}
	after, _ := jsToken(s.src, next)
	return after.kind == ',' || after.kind == '=' || name.is("const") || after.is("extends")
}

// element reads one JSX element with its children, and reports whether it is well-formed.
func (s *jsScanner) element() bool {
	s.depth++
	defer func() { s.depth-- }()
	if s.depth > maxNesting {
		return false
	}
	s.pos++
	name := s.tagName()
	s.typeArguments()
	for s.pos < len(s.src) {
		rest := s.src[s.pos:]
		switch c := rest[0]; {
		case strings.HasPrefix(rest, "/>"):
			s.pos += 2
			return true
		case c == '>':
			s.pos++
			return s.children(name)
		case c == '{':
			s.pos++
			if !s.code('}') {
				return false
			}
		case c == '<':
			if !s.element() {
				return false
			}
		case c == '"' || c == '\'':
			s.pos += lenThrough(rest, 1, rest[:1])
		case commentLen(rest) > 0:
			s.pos += commentLen(rest)
		case isWord(c) || strings.IndexByte("=.:-$ \t\r\n", c) >= 0:
			s.pos++
		default:
			return false
		}
	}
	return false
}

// tagName reads the name of a tag, such as "a.b", "x-y" or "svg:g"; "" for a fragment.
func (s *jsScanner) tagName() string {
	rest := s.src[s.pos:]
	n := wordLenWith(rest, ".:-$")
	s.pos += n
	return rest[:n]
}

// typeArguments skips the type arguments of a tag: <Select<Option<string>> … />.
func (s *jsScanner) typeArguments() {
	if !strings.HasPrefix(s.src[s.pos:], "<") {
		return
	}
	for depth := 0; s.pos < len(s.src); s.pos++ {
		switch s.src[s.pos] {
		case '<':
			depth++
		case '>':
			depth--
		}
		if depth == 0 {
			s.pos++
			return
		}
	}
}

// children reads the content of an element and its end tag, and reports whether the end
// tag has the given name.
func (s *jsScanner) children(name string) bool {
	for s.pos < len(s.src) {
		rest := s.src[s.pos:]
		switch {
		case strings.HasPrefix(rest, "</"):
			n := lenThrough(rest, 2, ">")
			s.pos += n
			return strings.TrimSpace(strings.TrimSuffix(rest[2:n], ">")) == name
		case rest[0] == '<':
			if !s.element() {
				return false
			}
		case rest[0] == '{':
			s.pos++
			if !s.code('}') {
				return false
			}
		default:
			s.pos++
		}
	}
	return false
}
