package imports

import "strings"

// A cInclude is one #include or #import directive.
type cInclude struct {
	name   string
	quoted bool // "name", not <name>
}

// scanC returns the includes of a C, C++ or Objective-C file. Conditional directives are
// not evaluated.
func scanC(src string) []cInclude {
	var includes []cInclude
	l := lexer{syntax: syntax{cpp: true}, src: src}
	for t := l.next(); t.kind != end; t = l.next() {
		if t.kind != '#' || !t.first {
			continue
		}
		if d := l.next(); d.first || !d.is("include") && !d.is("import") && !d.is("include_next") {
			continue
		}
		switch t := l.peek(); {
		case t.kind == str && !t.first:
			l.next()
			includes = append(includes, cInclude{t.text, true})
		case t.kind == '<' && !t.first:
			l.next()
			rest := l.src[l.pos:]
			name, _, ok := strings.Cut(rest[:lineLen(rest)], ">")
			if ok {
				l.pos += len(name) + 1
				includes = append(includes, cInclude{name, false})
			}
		}
	}
	return includes
}
