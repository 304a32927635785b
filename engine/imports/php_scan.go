package imports

import (
	"strconv"
	"strings"
)

// A phpImport is a name in a use statement, or a file in a require or include.
type phpImport struct {
	name string // as written; of a class, in full

	include bool   // it is a require or include
	file    string // of an include: the string literal
	dir     bool   // of an include: file follows __DIR__, dirname(…) or __FILE__
	up      int    // with dir: how many elements of the file's own path are dropped
}

// A phpScanner finds what a PHP file uses and includes.
type phpScanner struct {
	lexer
	found  []phpImport
	braces []bool // for each open brace, whether it opens a namespace
}

// scanPHP returns the imports of a PHP file, in order.
func scanPHP(src string) []phpImport {
	s := phpScanner{lexer: lexer{syntax: syntax{hash: true, php: true}, src: src}}
	s.skipText()
	namespace := false
	var last token
	for t := s.next(); t.kind != end; t = s.next() {
		switch {
		case t.kind == '?' && strings.HasPrefix(s.src[s.pos:], ">"):
			s.skipText()
		case t.kind == '{':
			s.braces = append(s.braces, namespace)
			namespace = false
		case t.kind == '}' && len(s.braces) > 0:
			s.braces = s.braces[:len(s.braces)-1]
		case t.kind == ';':
			namespace = false
		case t.kind != word || last.kind == '>' || last.kind == ':' || last.kind == '$' || last.is("function"):
			// the name of a member, variable or function
		case strings.EqualFold(t.text, "namespace"):
			namespace = true
		case strings.EqualFold(t.text, "use"):
			s.use()
		case isInclude(t.text):
			s.include()
		}
		last = t
	}
	return s.found
}

func isInclude(text string) bool {
	switch strings.ToLower(text) {
	case "require", "require_once", "include", "include_once":
		return true
	}
	return false
}

// skipText skips the text outside <?php … ?>.
func (s *phpScanner) skipText() {
	s.pos += lenThrough(s.src[s.pos:], 0, "<?")
	if rest := s.src[s.pos:]; len(rest) >= 3 && strings.EqualFold(rest[:3], "php") {
		s.pos += 3
	}
}

// use reads the names of a use statement. Within a class or function, where use has other
// meanings, it reads nothing.
func (s *phpScanner) use() {
	for _, namespace := range s.braces {
		if !namespace {
			return
		}
	}
	for {
		prefix := s.name()
		t := s.peek()
		if t.kind == '{' {
			s.next()
			for t.kind != '}' && t.kind != end {
				s.addClass(prefix + s.name())
				t = s.next()
			}
			return
		}
		s.addClass(prefix)
		if t.kind != ',' {
			return
		}
		s.next()
	}
}

func (s *phpScanner) addClass(name string) {
	s.found = append(s.found, phpImport{name: strings.TrimPrefix(name, `\`)})
}

// name reads a qualified name, and skips the words function and const before it and the
// alias after it.
func (s *phpScanner) name() string {
	var name strings.Builder
	for ; ; s.next() {
		switch t := s.peek(); {
		case name.Len() == 0 && (t.is("function") || t.is("const")):
		case t.is("as"):
			s.next()
		case t.kind == word || t.kind == '\\':
			name.WriteString(t.text)
		default:
			return name.String()
		}
	}
}

// include reads the operand of require or include, and adds it if it is a string literal,
// alone or concatenated to __DIR__ or dirname(…). The position is unchanged.
func (s *phpScanner) include() {
	start := s.lexer
	defer func() { s.lexer = start }()
	up, ok := s.dir()
	t := s.next()
	for t.kind == '(' && !ok {
		up, ok = s.dir()
		t = s.next()
	}
	if ok {
		if t.kind != '.' {
			return
		}
		t = s.next()
	}
	name := strings.Trim(s.src[start.pos:s.pos], " \t\r\n(")
	after := s.next()
	if t.kind == str && !strings.ContainsAny(t.text, "$\\\x00") && (after.kind == ';' || after.kind == ')' || after.kind == '?' || after.kind == end) {
		if !ok {
			name = t.text
		}
		s.found = append(s.found, phpImport{name: name, include: true, file: t.text, dir: ok, up: up})
	}
}

// dir reads __DIR__, dirname(__FILE__), dirname(__DIR__, 2) and the like. up is the number
// of elements that the expression drops from the path of the file. If something else is
// next, ok is false and the position unchanged.
func (s *phpScanner) dir() (up int, ok bool) {
	before := s.lexer
	t := s.next()
	switch {
	case t.is("__DIR__"):
		return 1, true
	case t.is("__FILE__"):
		return 0, true
	case t.is("dirname") && s.next().kind == '(':
		if up, ok := s.dir(); ok {
			levels := 1
			t := s.next()
			if t.kind == ',' {
				levels, _ = strconv.Atoi(s.next().text)
				t = s.next()
			}
			if t.kind == ')' {
				return up + max(0, min(levels, maxNesting)), true
			}
		}
	}
	s.lexer = before
	return 0, false
}

// heredocLen returns the length of the heredoc that s begins with, or 0.
func heredocLen(s string) int {
	n := lineLen(s)
	id := strings.Trim(s[3:n], " \t\r\"'")
	if id == "" || wordLen(id) != len(id) {
		return 0
	}
	for n < len(s) {
		line := s[n+1:]
		line = line[:lineLen(line)]
		rest, ok := strings.CutPrefix(strings.TrimLeft(line, " \t"), id)
		if ok && wordLen(rest) == 0 {
			return n + 1 + len(line) - len(rest)
		}
		n += 1 + len(line)
	}
	return len(s)
}
