package agent

import (
	"strconv"
	"strings"
)

// value reads an expression up to the comma or the bracket behind it. It returns nil if that is
// not a literal, a constant, a sum of strings, or a list with .join(…).
func (s *scriptScanner) value() any {
	s.depth++
	defer func() { s.depth-- }()
	s.space()
	if s.end() || s.depth > maxScriptDepth {
		return nil
	}
	v := s.literal()
	for {
		s.space()
		switch {
		case s.end() || strings.IndexByte(",;)]}", s.text[s.at]) >= 0:
			return v
		case s.take('+'):
			s.space()
			left, ok := v.(string)
			right, ok2 := s.literal().(string)
			if v = nil; ok && ok2 {
				v = left + right
			}
		case strings.HasPrefix(s.text[s.at:], ".join("):
			s.at += len(".join(")
			by, _ := s.value().(string)
			s.take(')')
			v = joinedStrings(v, by)
		default:
			if strings.IndexByte("\n", s.text[s.at-1]) >= 0 && s.depth == 1 {
				return v // a statement without a semicolon
			}
			s.skipExpression()
			return nil
		}
	}
}

// literal reads a string, a number, a list, an object or the name of a constant.
func (s *scriptScanner) literal() any {
	if s.end() {
		return nil
	}
	switch c := s.text[s.at]; {
	case strings.IndexByte("\"'`", c) >= 0:
		return s.quoted()
	case c == '{':
		return s.object()
	case c == '[':
		return s.list()
	case c >= '0' && c <= '9' || c == '-':
		begin := s.at
		for s.at++; !s.end() && strings.IndexByte("0123456789._", s.text[s.at]) >= 0; s.at++ {
		}
		if n, err := strconv.ParseFloat(strings.ReplaceAll(s.text[begin:s.at], "_", ""), 64); err == nil {
			return n
		}
		return nil
	}
	name := s.name()
	if name == "String" && strings.HasPrefix(s.text[s.at:], ".raw`") {
		s.at += len(".raw")
		return s.raw()
	}
	if name == "true" || name == "false" {
		return name == "true"
	}
	return s.constants[name]
}

// raw reads a string in backquotes without escapes.
func (s *scriptScanner) raw() string {
	text, _, _ := strings.Cut(s.text[s.at+1:], "`")
	s.at = min(s.at+len(text)+2, len(s.text))
	return text
}

// object reads {…}. Members that are not literals are nil.
func (s *scriptScanner) object() map[string]any {
	s.at++
	object := map[string]any{}
	for !s.end() {
		s.space()
		if s.end() || s.take('}') {
			break
		}
		key := ""
		if strings.IndexByte("\"'", s.text[s.at]) >= 0 {
			key = s.quoted()
		} else {
			key = s.name()
		}
		s.space()
		switch {
		case s.take(':'):
			object[key] = s.value()
		case key != "" && !s.end() && strings.IndexByte(",}", s.text[s.at]) >= 0:
			object[key] = s.constants[key] // {cmd} is {cmd: cmd}
		default:
			s.skipExpression()
		}
		s.space()
		s.take(',')
		if !s.end() && strings.IndexByte(")];", s.text[s.at]) >= 0 {
			break
		}
	}
	return object
}

// list reads […].
func (s *scriptScanner) list() []any {
	s.at++
	var list []any
	for !s.end() {
		s.space()
		if s.end() || s.take(']') {
			break
		}
		at := s.at
		list = append(list, s.value())
		s.space()
		if !s.take(',') && !s.end() && s.text[s.at] != ']' || s.at == at {
			break
		}
	}
	return list
}

// skipExpression skips to the comma, the semicolon or the closing bracket behind an expression.
func (s *scriptScanner) skipExpression() {
	open := 0
	for !s.end() {
		switch c := s.text[s.at]; {
		case strings.IndexByte("([{", c) >= 0:
			open++
		case strings.IndexByte(")]}", c) >= 0:
			if open--; open < 0 {
				return
			}
		case open == 0 && (c == ',' || c == ';'):
			return
		case s.skipOther():
			continue
		}
		s.at++
	}
}

// joinedStrings returns the strings of a list, joined; nil if it is not a list of strings.
func joinedStrings(v any, by string) any {
	list, ok := v.([]any)
	if !ok {
		return nil
	}
	words := make([]string, len(list))
	for i, word := range list {
		if words[i], ok = word.(string); !ok {
			return nil
		}
	}
	return strings.Join(words, by)
}
