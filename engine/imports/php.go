package imports

import (
	"encoding/json"
	"path/filepath"
	"strconv"
	"strings"
)

// A phpScanner finds what a PHP file uses and includes.
type phpScanner struct {
	lexer
	p      *project
	path   string
	add    func(name, to string)
	braces []bool // for each open brace, whether it is that of a namespace
}

func (p *project) php(path, src string, add func(name, to string)) {
	s := phpScanner{lexer: lexer{syntax: syntax{hash: true, php: true}, src: src}, p: p, path: path, add: add}
	s.skipText()
	namespace := false
	var last token
	for {
		t := s.next()
		switch {
		case t.kind == end:
			return
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
		case strings.EqualFold(t.text, "namespace"):
			namespace = true
		case strings.EqualFold(t.text, "use"):
			s.use()
		case isInclude(t.text):
			s.include()
		}
		last = t
	}
}

func isInclude(text string) bool {
	switch strings.ToLower(text) {
	case "require", "require_once", "include", "include_once":
		return true
	}
	return false
}

// skipText passes over what stands outside <?php … ?>.
func (s *phpScanner) skipText() {
	s.pos += throughFrom(s.src[s.pos:], 0, "<?")
	if rest := s.src[s.pos:]; len(rest) >= 3 && strings.EqualFold(rest[:3], "php") {
		s.pos += 3
	}
}

// use reads what follows use, unless that is the use of a closure or of a trait.
func (s *phpScanner) use() {
	for _, namespace := range s.braces {
		if !namespace {
			return
		}
	}
	for {
		prefix := s.name()
		before := s.lexer
		t := s.next()
		if t.kind == '{' {
			for t.kind != '}' && t.kind != end {
				s.class(prefix + s.name())
				t = s.next()
			}
			return
		}
		s.class(prefix)
		if t.kind != ',' {
			s.lexer = before
			return
		}
	}
}

// name reads a qualified name, with the words function and const before it and the
// alias behind it.
func (s *phpScanner) name() string {
	var name strings.Builder
	for {
		before := s.lexer
		t := s.next()
		switch {
		case name.Len() == 0 && (t.is("function") || t.is("const")):
		case t.is("as"):
			s.next()
		case t.kind == word || t.kind == '\\':
			name.WriteString(t.text)
		default:
			s.lexer = before
			return name.String()
		}
	}
}

// class adds a class by its name, as Composer's autoloader finds it.
func (s *phpScanner) class(name string) {
	name = strings.TrimPrefix(name, `\`)
	for dir := range s.p.up(filepath.Dir(s.path)) {
		c := s.p.composer(dir)
		// The namespace with the longest name comes first.
		for prefix := name; c != nil && prefix != ""; prefix = prefix[:strings.LastIndexByte(prefix, '\\')+1] {
			for _, folder := range c.folders[prefix] {
				rest := strings.ReplaceAll(strings.TrimPrefix(name, prefix), `\`, string(filepath.Separator))
				if to := s.p.first(filepath.Join(folder, rest+".php")); to != "" {
					s.add(name, to)
					return
				}
			}
			prefix = strings.TrimSuffix(prefix, `\`)
		}
	}
	s.add(name, "")
}

// A composer is the PSR-4 part of a composer.json: namespaces with a \ at their end, and
// the absolute folders that hold them.
type composer struct {
	folders map[string][]string
}

func (p *project) composer(dir string) *composer {
	return memo(&p.composers, dir, func() *composer {
		text := p.text(filepath.Join(dir, "composer.json"))
		if text == "" {
			return nil
		}
		type autoload struct {
			PSR4 map[string]json.RawMessage `json:"psr-4"`
		}
		var raw struct {
			Autoload autoload
			Dev      autoload `json:"autoload-dev"`
		}
		decode(text, &raw)
		c := &composer{folders: map[string][]string{}}
		for _, a := range []autoload{raw.Autoload, raw.Dev} {
			for prefix, folders := range a.PSR4 {
				for _, folder := range oneOrMore(folders) {
					c.folders[prefix] = append(c.folders[prefix], filepath.Join(dir, folder))
				}
			}
		}
		return c
	})
}

// include reads what follows require or include, if it can be known: a literal, alone
// or behind __DIR__ or dirname().
func (s *phpScanner) include() {
	start := s.lexer
	base, ok := s.folder()
	if ok && s.next().kind != '.' {
		s.lexer = start
		return
	}
	t := s.next()
	for t.kind == '(' && !ok {
		if base, ok = s.folder(); ok && s.next().kind != '.' {
			s.lexer = start
			return
		}
		t = s.next()
	}
	name := strings.Trim(s.src[start.pos:s.pos], " \t\r\n(")
	after := s.next()
	if t.kind == str && !strings.ContainsAny(t.text, "$\\\x00") && (after.kind == ';' || after.kind == ')' || after.kind == '?' || after.kind == end) {
		if ok {
			s.add(name, s.p.first(filepath.Join(base, t.text)))
		} else {
			name = t.text
			s.add(name, s.p.first(filepath.Join(filepath.Dir(s.path), name), filepath.Join(s.p.root, name), filepath.Clean(name)))
		}
	}
	s.lexer = start
}

// folder reads __DIR__, dirname(__FILE__), dirname(__DIR__, 2) and the like.
func (s *phpScanner) folder() (string, bool) {
	before := s.lexer
	t := s.next()
	switch {
	case t.is("__DIR__"):
		return filepath.Dir(s.path), true
	case t.is("__FILE__"):
		return s.path, true
	case t.is("dirname") && s.next().kind == '(':
		if dir, ok := s.folder(); ok {
			levels := 1
			t := s.next()
			if t.kind == ',' {
				levels, _ = strconv.Atoi(s.next().text)
				t = s.next()
			}
			for range min(levels, maxNesting) {
				dir = filepath.Dir(dir)
			}
			if t.kind == ')' {
				return dir, true
			}
		}
	}
	s.lexer = before
	return "", false
}

// phpHeredoc is the length of the heredoc that s begins with, 0 if it is none.
func phpHeredoc(s string) int {
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
