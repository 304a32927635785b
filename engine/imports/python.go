package imports

import (
	"path/filepath"
	"strings"
)

func (p *project) python(path, src string, add func(name, to string)) {
	for _, imp := range pythonImports(src) {
		if len(imp.names) == 0 {
			add(imp.module, p.pythonModule(path, imp.module))
		}
		for _, name := range imp.names {
			sub := joinModule(imp.module, name)
			if to := p.pythonModule(path, sub); to != "" && name != "*" {
				add(sub, to)
			} else {
				add(imp.module, p.pythonModule(path, imp.module))
			}
		}
	}
}

// joinModule puts a name behind a module: "a" and "b" is "a.b", "." and "b" is ".b".
func joinModule(module, name string) string {
	if strings.HasSuffix(module, ".") {
		return module + name
	}
	return module + "." + name
}

// pythonModule gives the file of a module, relative (with leading dots) or absolute.
// An absolute one is looked up where Python, pytest and the build tools would put it
// on the path: beside the outermost package of the file, and in the folders above
// that and their src.
func (p *project) pythonModule(path, module string) string {
	dir := filepath.Dir(path)
	if strings.HasPrefix(module, ".") {
		for module = module[1:]; strings.HasPrefix(module, "."); module = module[1:] {
			dir = filepath.Dir(dir)
		}
		return p.pythonFile(dir, module)
	}
	top, _, _ := strings.Cut(module, ".")
	standard := isPythonStandard(top)
	for dir != p.root && p.isFile(filepath.Join(dir, "__init__.py")) && p.inside(dir) {
		dir = filepath.Dir(dir)
	}
	for d := range p.up(dir) {
		// Inside a namespace package, "import logging" is the standard library even if a
		// logging.py lies beside the file; at the top of a project the own module wins.
		if standard && d != p.root && p.first(filepath.Join(d, "pyproject.toml"), filepath.Join(d, "setup.py")) == "" {
			continue
		}
		for _, base := range []string{d, filepath.Join(d, "src")} {
			if to := p.pythonFile(base, module); to != "" {
				return to
			}
		}
	}
	return ""
}

// pythonFile gives the file of a dotted module below dir; of the package dir itself
// if module is "".
func (p *project) pythonFile(dir, module string) string {
	base := dir
	if module != "" {
		base = filepath.Join(dir, strings.ReplaceAll(module, ".", string(filepath.Separator)))
		if to := p.first(filepath.Join(base, "__init__.py"), base+".py"); to != "" {
			return to
		}
		return p.first(filepath.Join(base, "__init__.pyi"), base+".pyi")
	}
	return p.first(filepath.Join(base, "__init__.py"), filepath.Join(base, "__init__.pyi"))
}

// A pythonImport is one module of an import statement.
type pythonImport struct {
	module string   // with the leading dots of a relative one
	names  []string // what `from module import` takes of it
}

// A pythonScanner reads Python as far as it takes to know where a statement begins.
type pythonScanner struct {
	src   string
	pos   int
	depth int // of open brackets
}

func pythonImports(src string) []pythonImport {
	var found []pythonImport
	s := pythonScanner{src: src}
	begins := true
	for {
		t := s.next()
		switch {
		case t.kind == end:
			return found
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
}

// modules reads what follows import: "a.b as c, d".
func (s *pythonScanner) modules(found []pythonImport) []pythonImport {
	for {
		module := s.dotted()
		if module == "" {
			return found
		}
		found = append(found, pythonImport{module: module})
		s.alias()
		if !s.accept(',') {
			return found
		}
	}
}

// from reads what follows from: "..a.b import (c as d, e)".
func (s *pythonScanner) from(found []pythonImport) []pythonImport {
	imp := pythonImport{module: s.dotted()}
	before := *s
	if imp.module == "" || !s.next().is("import") {
		*s = before
		return found
	}
	s.accept('(')
	for {
		before := *s
		t := s.next()
		if t.kind == '*' {
			t.text = "*"
		} else if t.kind != word {
			*s = before
			break
		}
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

// dotted reads a module's name.
func (s *pythonScanner) dotted() string {
	var name strings.Builder
	for named := false; ; {
		before := *s
		t := s.next()
		switch {
		case t.kind == '.':
			name.WriteByte('.')
			named = false
		case t.kind == word && !named && t.text != "import":
			name.WriteString(t.text)
			named = true
		default:
			*s = before
			return name.String()
		}
	}
}

// alias passes over "as name".
func (s *pythonScanner) alias() {
	before := *s
	if s.next().is("as") {
		s.next()
	} else {
		*s = before
	}
}

// accept passes over that token, if it is next.
func (s *pythonScanner) accept(kind byte) bool {
	before := *s
	if s.next().kind == kind {
		return true
	}
	*s = before
	return false
}

// next gives the next token; a line end counts as one outside brackets. Strings have
// no text here.
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
			s.pos += tripleLen(rest)
			return token{kind: str}
		case c == '"' || c == '\'':
			s.pos += quotedLen(rest)
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

// tripleLen is the length of the triple-quoted string that s begins with.
func tripleLen(s string) int {
	for i := 3; i < len(s); i++ {
		if s[i] == '\\' {
			i++
		} else if strings.HasPrefix(s[i:], s[:3]) {
			return i + 3
		}
	}
	return len(s)
}
