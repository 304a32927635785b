package imports

import "strings"

// A rustModule is one `mod name;` or `mod name { … }` of a file.
type rustModule struct {
	name     string
	path     string   // its name after those of the inline modules around it: "a::b"
	dirs     []string // the directories of the inline modules around it
	anchored bool     // the outermost of dirs is from a #[path]
	inline   bool
	paths    []string // of its #[path], or of each #[cfg_attr(…, path)]
}

// A rustPath is a path in a file: "crate::a::b".
type rustPath struct {
	name      string
	enclosing []string // the inline modules around it
	use       bool     // it is in a use or extern crate, not in other code
}

// A rustUnit holds what a Rust file declares and names.
type rustUnit struct {
	modules  []rustModule
	paths    []rustPath
	included []string // the files of include!("…")
}

// A rustScanner finds the modules and paths in a Rust file. It expands no macros.
type rustScanner struct {
	lexer
	rustUnit
	enclosing []rustModule // the inline modules around the next token
	names     []string     // the names of enclosing
	braces    []bool       // for each open brace, whether it opens an inline module
	files     []string     // the paths of #[path] since the last item
}

// scanRust reads a Rust file.
func scanRust(src string) rustUnit {
	s := rustScanner{lexer: lexer{src: src}}
	var last token
	for t := s.next(); t.kind != end; t = s.next() {
		switch {
		case t.kind == '#':
			s.attribute()
		case t.kind == '{':
			s.braces = append(s.braces, false)
		case t.kind == '}':
			s.close()
		case t.kind == ';':
			s.files = nil
		case t.is("mod") && last.kind != '.':
			s.module()
		case t.is("use"):
			s.useTree("", 0)
		case t.is("extern"):
			s.extern()
		case t.is("include"):
			s.include()
		case t.kind == word && last.kind != ':' && last.kind != '.' && (last.kind != '$' || t.is("crate")):
			s.path(t.text)
		}
		last = t
	}
	return s.rustUnit
}

// attribute reads an attribute after its #, and keeps the value of path = "…", also within
// a cfg_attr.
func (s *rustScanner) attribute() {
	if s.peek().kind != '[' {
		return
	}
	s.next()
	var last [2]token
	for depth := 1; depth > 0; {
		t := s.next()
		switch t.kind {
		case '[':
			depth++
		case ']':
			depth--
		case str:
			if last[0].is("path") && last[1].kind == '=' {
				s.files = append(s.files, t.text)
			}
		case end:
			return
		}
		last = [2]token{last[1], t}
	}
}

// module reads a module declaration after mod, without the body.
func (s *rustScanner) module() {
	before := s.lexer
	name, after := s.next(), s.next()
	if name.kind != word || after.kind != ';' && after.kind != '{' || len(s.enclosing) > maxNesting {
		s.lexer = before
		return
	}
	names := append(s.names[:len(s.names):len(s.names)], rustName(name.text))
	m := rustModule{name: rustName(name.text), path: strings.Join(names, "::"), inline: after.kind == '{', paths: s.files}
	for i, outer := range s.enclosing {
		m.anchored = m.anchored || i == 0 && outer.paths != nil
		m.dirs = append(m.dirs, append(outer.paths, outer.name)[0])
	}
	s.files = nil
	s.modules = append(s.modules, m)
	if m.inline {
		s.braces = append(s.braces, true)
		s.enclosing = append(s.enclosing, m)
		s.names = names
	}
}

// close leaves the block, or the inline module, that a } closes.
func (s *rustScanner) close() {
	n := len(s.braces)
	if n == 0 {
		return
	}
	if s.braces[n-1] {
		s.enclosing = s.enclosing[:len(s.enclosing)-1]
		s.names = s.names[:len(s.names)-1]
	}
	s.braces = s.braces[:n-1]
}

// useTree reads a use tree after prefix, such as "a::{b, c::*} as d", and adds its paths.
func (s *rustScanner) useTree(prefix string, depth int) {
	name := prefix
	for {
		before := s.lexer
		t := s.next()
		switch {
		case t.kind == ':':
			s.next()
			name = appendPath(name, "::")
		case t.kind == word && !t.is("as"):
			name = appendPath(name, rustName(t.text))
		case t.kind == '{' && depth < maxNesting:
			for {
				s.useTree(name, depth+1)
				if after := s.next(); after.kind != ',' {
					return
				}
			}
		default:
			if t.is("as") {
				s.next()
			} else if t.kind != '*' {
				s.lexer = before
			}
			if name != prefix {
				s.add(strings.TrimSuffix(name, "::"), true)
			}
			return
		}
	}
}

// extern reads "crate name" after extern. The position is unchanged if something else
// follows.
func (s *rustScanner) extern() {
	l := s.lexer
	if crate, name := l.next(), l.next(); crate.is("crate") && name.kind == word {
		s.add("::"+name.text, true)
		s.lexer = l
	}
}

// include reads !("…") after include. The position is unchanged if something else follows.
func (s *rustScanner) include() {
	l := s.lexer
	if l.next().kind != '!' || l.next().kind != '(' {
		return
	}
	if file := l.next(); file.kind == str {
		s.included = append(s.included, file.text)
		s.lexer = l
	}
}

// path reads the rest of a path that begins with first, and adds it if it has at least two
// names.
func (s *rustScanner) path(first string) {
	name := rustName(first)
	for l := s.lexer; l.next().kind == ':' && strings.HasPrefix(l.src[l.pos:], ":"); {
		l.pos++
		t := l.next()
		if t.kind != word {
			break
		}
		name = appendPath(name, "::"+rustName(t.text))
		s.lexer = l
	}
	if strings.Contains(name, "::") {
		s.add(name, false)
	}
}

// appendPath returns path + piece, or path if that is already longer than maxPath.
func appendPath(path, piece string) string {
	if len(path) > maxPath {
		return path
	}
	return path + piece
}

// add adds a path, unless it is longer than any path of files can be.
func (s *rustScanner) add(name string, use bool) {
	if len(name) > maxPath {
		return
	}
	s.paths = append(s.paths, rustPath{strings.TrimSuffix(name, "::self"), s.names, use})
}

// rustName returns an identifier without the prefix of a raw identifier.
func rustName(text string) string { return strings.TrimPrefix(text, "r#") }

// isRustLifetime reports whether s, which begins with ', begins with a lifetime rather than
// a character literal.
func isRustLifetime(s string) bool {
	n := wordLen(s[1:])
	return n > 0 && (len(s) == n+1 || s[n+1] != '\'')
}

// rustRawString returns the length and the content of the raw string literal that s begins
// with; the length is 0 if there is none.
func rustRawString(s string) (length int, body string) {
	rest := strings.TrimLeft(s[:min(2, len(s))], "bc")
	rest = s[min(2, len(s))-len(rest):]
	rest, ok := strings.CutPrefix(rest, "r")
	if !ok {
		return 0, ""
	}
	hashes := len(rest) - len(strings.TrimLeft(rest, "#"))
	if !strings.HasPrefix(rest[hashes:], `"`) {
		return 0, ""
	}
	from := len(s) - len(rest) + hashes + 1
	mark := `"` + rest[:hashes]
	length = lenThrough(s, from, mark)
	return length, strings.TrimSuffix(s[from:length], mark)
}
