package agent

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A scriptCall is a call of a tool in a script, with its first argument: a string, float64, bool,
// []any, map[string]any, or nil if it is not a literal.
type scriptCall struct {
	tool     string
	argument any
}

// scriptCalls returns the calls tools.NAME(ARGUMENT) in a text in JavaScript, in their order. It
// does not run the script: an argument is a literal, or the name of a constant that is one.
func scriptCalls(text string) (calls []scriptCall) {
	s := &scriptReader{constants: map[string]any{}}
	for _, t := range scriptToken().FindAllString(text, -1) {
		if !strings.HasPrefix(t, "//") && !strings.HasPrefix(t, "/*") {
			s.tokens = append(s.tokens, t)
		}
	}
	for len(s.tokens) > 0 {
		switch s.next() {
		case "tools":
			tool := ""
			if s.take(".") {
				tool = s.next()
			} else if s.take("[") {
				tool, _ = s.value().(string)
				s.take("]")
			}
			if tool != "" && s.take("(") {
				calls = append(calls, scriptCall{tool, s.value()})
			}
		case "const", "let", "var":
			if name := s.next(); s.take("=") {
				rest := s.tokens
				s.constants[name] = s.value()
				s.tokens = rest // the value may contain calls
			}
		}
	}
	return calls
}

// The expressions are compiled on first use because a hook does not need them.
var (
	// scriptToken matches a comment, a string, a name, a number or another character.
	scriptToken = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile("(?s)//[^\n]*|/\\*.*?\\*/|" + `"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|` + "`(?:\\\\.|\\$\\{[^}]*\\}|[^`\\\\])*`" +
			`|[\pL_$][\pL_$0-9]*|-?[0-9][0-9._]*|\S`)
	})
	scriptName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[\pL_$]`) })
	// scriptEscape matches what stands for something else in a string.
	scriptEscape = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?s)\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|\$\{[^}]*\}`)
	})
)

// A scriptReader reads the tokens of a script.
type scriptReader struct {
	tokens    []string // those that are left
	depth     int      // of the value that is being read
	constants map[string]any
}

// maxScriptDepth is the maximum depth of nested literals.
const maxScriptDepth = 50

// next reads a token, "" at the end.
func (s *scriptReader) next() (token string) {
	if len(s.tokens) > 0 {
		token, s.tokens = s.tokens[0], s.tokens[1:]
	}
	return token
}

// take reads tokens if they come next.
func (s *scriptReader) take(tokens ...string) bool {
	if len(s.tokens) < len(tokens) || !slices.Equal(s.tokens[:len(tokens)], tokens) {
		return false
	}
	s.tokens = s.tokens[len(tokens):]
	return true
}

// sees reports whether one of some characters comes next, or the end.
func (s *scriptReader) sees(characters string) bool {
	return len(s.tokens) == 0 || strings.Contains(characters, s.tokens[0])
}

// value reads an expression up to the comma or the bracket behind it. It returns nil if that is
// not a literal, a constant, a sum of strings, or a list with .join(…).
func (s *scriptReader) value() (v any) {
	s.depth++
	defer func() { s.depth-- }()
	if s.depth > maxScriptDepth || s.sees(",;)]}") {
		return nil
	}
	for v = s.literal(); ; {
		switch {
		case s.sees(",;)]}"):
			return v
		case s.take("+"):
			left, ok := v.(string)
			right, ok2 := s.literal().(string)
			if v = nil; ok && ok2 {
				v = left + right
			}
		case s.take(".", "join", "("):
			by, _ := s.value().(string)
			s.take(")")
			v = joinedStrings(v, by)
		case s.depth == 1 && scriptName().MatchString(s.tokens[0]):
			return v // a statement without a semicolon
		default:
			s.skip()
			return nil
		}
	}
}

// literal reads a string, a number, a list, an object or the name of a constant.
func (s *scriptReader) literal() any {
	switch t := s.next(); {
	case t == "{":
		return s.object()
	case t == "[":
		return s.list()
	case t == "true", t == "false":
		return t == "true"
	case t == "String" && s.take(".", "raw"):
		return strings.Trim(s.next(), "`")
	case len(t) > 1 && strings.Contains("\"'`", t[:1]):
		return s.unquoted(t)
	case len(t) > 0 && strings.Contains("-0123456789", t[:1]):
		if n, err := strconv.ParseFloat(strings.ReplaceAll(t, "_", ""), 64); err == nil {
			return n
		}
		return nil
	default:
		return s.constants[t]
	}
}

// unquoted returns the text of a string. A ${…} stays as it is written, unless it is the name of a
// constant string.
func (s *scriptReader) unquoted(token string) string {
	return scriptEscape().ReplaceAllStringFunc(token[1:len(token)-1], func(m string) string {
		switch {
		case m[0] == '$' && token[0] == '`':
			inner := m[2 : len(m)-1]
			if text, ok := s.constants[strings.TrimSpace(inner)].(string); ok {
				return text
			}
			if strings.ContainsAny(inner, "(.[") {
				return "${computed}" // to a shell an unknown value, and not a mistake in its line
			}
			return m
		case m[0] == '$':
			return m
		case len(m) > 2 && (m[1] == 'x' || m[1] == 'u'):
			n, _ := strconv.ParseUint(m[2:], 16, 32)
			return string(rune(n))
		}
		return strings.NewReplacer("n", "\n", "t", "\t", "r", "\r", "\n", "").Replace(m[1:])
	})
}

// object reads the rest of {…}. Members that are not literals are nil.
func (s *scriptReader) object() map[string]any {
	object := map[string]any{}
	for len(s.tokens) > 0 && !s.take("}") {
		key := s.next()
		if len(key) > 1 && strings.Contains("\"'", key[:1]) {
			key = s.unquoted(key)
		}
		switch {
		case s.take(":"):
			object[key] = s.value()
		case s.sees(",}"):
			object[key] = s.constants[key] // {cmd} is {cmd: cmd}
		default:
			s.skip()
		}
		if s.take(","); s.sees(")];") {
			break
		}
	}
	return object
}

// list reads the rest of […].
func (s *scriptReader) list() (list []any) {
	for len(s.tokens) > 0 && !s.take("]") {
		list = append(list, s.value())
		if !s.take(",") && !s.sees("]") {
			break
		}
	}
	return list
}

// skip skips to the comma, the semicolon or the closing bracket behind an expression.
func (s *scriptReader) skip() {
	for open := 0; len(s.tokens) > 0; s.next() {
		switch s.tokens[0] {
		case "(", "[", "{":
			open++
		case ")", "]", "}":
			if open--; open < 0 {
				return
			}
		case ",", ";":
			if open == 0 {
				return
			}
		}
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
