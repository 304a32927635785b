package imports

import "strings"

// A rustModule is one `mod name;` or `mod name { … }` of a file.
type rustModule struct {
	name     string
	inside   []string // the inline modules around it
	folders  []string // those of the inline modules around it
	anchored bool     // the outermost of folders is from a #[path]
	inline   bool
	paths    []string // of its #[path], or of each #[cfg_attr(…, path)]
}

// A rustPath is a path that a file names: "crate::a::b".
type rustPath struct {
	name   string
	inside []string // the inline modules around it
	use    bool     // in a use or extern crate; else in the code itself
}

// A rustScanner finds the modules and paths of a Rust file.
type rustScanner struct {
	lexer
	modules []rustModule
	paths   []rustPath
	inside  []rustModule // the inline modules around what is read
	names   []string     // theirs
	braces  []bool       // for each open brace, whether an inline module begins with it
	files   []string     // what #[path] has named since the last item
	pasted  []string     // the files of include!("…")
}

func scanRust(src string) *rustScanner {
	s := &rustScanner{lexer: lexer{syntax: syntax{nested: true, rust: true}, src: src}}
	var last token
	for {
		t := s.next()
		switch {
		case t.kind == end:
			return s
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
			s.tree("", 0)
		case t.is("extern"):
			s.extern()
		case t.is("include"):
			s.include()
		case t.kind == word && last.kind != ':' && last.kind != '.' && (last.kind != '$' || t.is("crate")):
			s.path(t.text)
		}
		last = t
	}
}

// attribute reads what follows a #, and remembers [path = "…"], also in a cfg_attr.
func (s *rustScanner) attribute() {
	before := s.lexer
	if s.next().kind != '[' {
		s.lexer = before
		return
	}
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

func (s *rustScanner) module() {
	before := s.lexer
	name, after := s.next(), s.next()
	if name.kind != word || after.kind != ';' && after.kind != '{' || len(s.inside) > maxNesting {
		s.lexer = before
		return
	}
	m := rustModule{name: rustName(name.text), inside: s.names, inline: after.kind == '{', paths: s.files}
	for i, outer := range s.inside {
		m.anchored = m.anchored || i == 0 && outer.paths != nil
		m.folders = append(m.folders, append(outer.paths, outer.name)[0])
	}
	s.files = nil
	s.modules = append(s.modules, m)
	if m.inline {
		s.braces = append(s.braces, true)
		s.inside = append(s.inside, m)
		s.names = append(s.names[:len(s.names):len(s.names)], m.name)
	}
}

func (s *rustScanner) close() {
	n := len(s.braces)
	if n == 0 {
		return
	}
	if s.braces[n-1] {
		s.inside = s.inside[:len(s.inside)-1]
		s.names = s.names[:len(s.names)-1]
	}
	s.braces = s.braces[:n-1]
}

// tree reads a use tree behind prefix: "a::{b, c::*} as d".
func (s *rustScanner) tree(prefix string, depth int) {
	name := prefix
	for {
		before := s.lexer
		t := s.next()
		switch {
		case t.kind == ':':
			s.next()
			name = longer(name, "::")
		case t.kind == word && !t.is("as"):
			name = longer(name, rustName(t.text))
		case t.kind == '{' && depth < maxNesting:
			for {
				s.tree(name, depth+1)
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

// extern reads what follows extern, if it is "crate name".
func (s *rustScanner) extern() {
	before := s.lexer
	if crate, name := s.next(), s.next(); crate.is("crate") && name.kind == word {
		s.add("::"+name.text, true)
		return
	}
	s.lexer = before
}

// include reads what follows include, if it is !("…").
func (s *rustScanner) include() {
	before := s.lexer
	if s.next().kind == '!' && s.next().kind == '(' {
		if file := s.next(); file.kind == str {
			s.pasted = append(s.pasted, file.text)
			return
		}
	}
	s.lexer = before
}

// path reads a path in the code, of at least two names, that begins with first.
func (s *rustScanner) path(first string) {
	name := rustName(first)
	for {
		before := s.lexer
		if s.next().kind != ':' || !strings.HasPrefix(s.src[s.pos:], ":") {
			s.lexer = before
			break
		}
		s.pos++
		if t := s.next(); t.kind != word {
			s.lexer = before
			break
		} else {
			name = longer(name, "::"+rustName(t.text))
		}
	}
	if strings.Contains(name, "::") {
		s.add(name, false)
	}
}

// longer gives a path with one more piece; one that no file can have grows no more.
func longer(path, piece string) string {
	if len(path) > maxPath {
		return path
	}
	return path + piece
}

func (s *rustScanner) add(name string, use bool) {
	if len(name) > maxPath {
		return
	}
	s.paths = append(s.paths, rustPath{strings.TrimSuffix(name, "::self"), s.names, use})
}

// rustName is an identifier without the mark that keeps it from being a keyword.
func rustName(text string) string { return strings.TrimPrefix(text, "r#") }

// rustLifetime reports whether the ' that s begins with starts a lifetime, not a
// character.
func rustLifetime(s string) bool {
	n := wordLen(s[1:])
	return n > 0 && (len(s) == n+1 || s[n+1] != '\'')
}

// rustRaw gives the length of the raw string that s begins with, and what it holds; 0
// if it begins with none.
func rustRaw(s string) (length int, body string) {
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
	length = throughFrom(s, from, mark)
	return length, strings.TrimSuffix(s[from:length], mark)
}
