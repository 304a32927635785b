package imports

import "strings"

// template reads a template literal with the code in it, and reports whether it is
// closed.
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

// maxMistaken is how often a file may have what looks like an element and is none. From
// then on < is only an operator, so that no text is read without end.
const maxMistaken = 8

// tryElement reads a JSX element. If what stands there is none, it moves nothing.
func (s *jsScanner) tryElement() bool {
	before := *s
	if s.generic() {
		return false
	}
	if s.element() {
		return true
	}
	*s = before
	s.mistaken++
	return false
}

// generic reports whether the < at hand begins the type parameters of an arrow
// function, or no name at all.
func (s *jsScanner) generic() bool {
	name, next := jsToken(s.src, s.pos+1)
	if name.kind == '>' {
		return false
	}
	if name.kind != word {
		return true
	}
	after, _ := jsToken(s.src, next)
	return after.kind == ',' || after.kind == '=' || name.is("const") || after.is("extends")
}

// element reads one JSX element with what is in it.
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
			s.pos += throughFrom(rest, 1, rest[:1])
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

// tagName reads the name of a tag: "" for a fragment, "a.b", "x-y", "svg:g".
func (s *jsScanner) tagName() string {
	start := s.pos
	for s.pos < len(s.src) && (isWord(s.src[s.pos]) || strings.IndexByte(".:-$", s.src[s.pos]) >= 0) {
		s.pos++
	}
	return s.src[start:s.pos]
}

// typeArguments passes over those of a tag: <Select<Option<string>> … />.
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

// children reads what stands between a start tag and its end tag, and the end tag.
func (s *jsScanner) children(name string) bool {
	for s.pos < len(s.src) {
		rest := s.src[s.pos:]
		switch {
		case strings.HasPrefix(rest, "</"):
			n := throughFrom(rest, 2, ">")
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

// A script is one piece of JavaScript or TypeScript in a file.
type script struct {
	src string
	jsx bool
	ts  bool
}

// scripts gives what a file holds of JavaScript and TypeScript: of a Vue or Svelte
// component what its <script> elements hold, and the files they name by src; else all.
func scripts(ext, src string) (list []script, files []string) {
	if ext != ".vue" && ext != ".svelte" {
		ts := strings.Contains(ext, "ts")
		return []script{{src, !ts || ext == ".tsx", ts}}, nil
	}
	for {
		i := strings.Index(src, "<")
		if i < 0 {
			return list, files
		}
		src = src[i:]
		switch {
		case strings.HasPrefix(src, "<!--"):
			src = src[throughFrom(src, 4, "-->"):]
		case strings.HasPrefix(src, "<script") && len(src) > 7 && strings.IndexByte(" \t\r\n/>", src[7]) >= 0:
			tag := throughFrom(src, 7, ">")
			attributes := src[7:tag]
			body := throughFrom(src, tag, "</script")
			lang := attribute(attributes, "lang")
			list = append(list, script{
				src: strings.TrimSuffix(src[tag:body], "</script"),
				jsx: strings.HasSuffix(lang, "x"),
				ts:  strings.HasPrefix(lang, "ts") || lang == "typescript",
			})
			if file := attribute(attributes, "src"); file != "" {
				files = append(files, file)
			}
			src = src[body:]
		default:
			src = src[1:]
		}
	}
}

// attribute gives the value of an attribute of a tag, or "".
func attribute(tag, name string) string {
	for {
		before, rest, ok := strings.Cut(tag, name+"=")
		if !ok {
			return ""
		}
		if strings.HasSuffix(before, " ") && rest != "" && (rest[0] == '"' || rest[0] == '\'') {
			value, _, _ := strings.Cut(rest[1:], rest[:1])
			return value
		}
		tag = rest
	}
}
