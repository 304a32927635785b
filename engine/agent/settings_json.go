package agent

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tailscale/hujson"
)

// A settings value is a parsed JSON settings file with the offsets of everything in it.
type settings struct {
	text  []byte
	clean []byte // the text with comments replaced by spaces
	root  node
	found bool // false if the file is empty
}

// A node is a JSON value and its offsets in the file.
type node struct {
	key        string // the name, if the value is a member of an object
	from       int    // start of the name, or of the value if it has no key
	start, end int    // start and end of the value
	kind       byte   // '{', '[', or 0 for a scalar
	text       string // the value, if it is a string
	items      []node
}

// hookSwitches are settings of droid that are among its hooks.
var hookSwitches = []string{"showHookOutput", "hooksDisabled"}

// parseSettings parses strict JSON, or JSON with comments, and checks that the hooks have the
// shape {"hooks":{EVENT:[...]}}.
func parseSettings(file []byte, comments bool) (*settings, error) {
	s := &settings{text: file, clean: file}
	if comments {
		s.clean = blankComments(file)
	}
	if len(bytes.TrimSpace(file)) == 0 {
		return s, nil
	}
	if err := json.Unmarshal(s.clean, new(json.RawMessage)); err != nil {
		var syntax *json.SyntaxError
		if !errors.As(err, &syntax) {
			return nil, err
		}
		if v, lax := hujson.Parse(file); lax == nil && !v.IsStandard() {
			not := "comments and trailing commas are"
			if comments {
				not = "a trailing comma is"
			}
			err = fmt.Errorf("%w; %s not allowed here", err, not)
		}
		return nil, s.errorAt(int(syntax.Offset)-1, err)
	}
	v, err := hujson.Parse(s.clean)
	if err != nil {
		return nil, err
	}
	s.root, s.found = newNode(v), true
	if s.root.kind != '{' {
		return nil, s.errorAt(s.root.start, errors.New("the settings must be an object {…}"))
	}
	hooks, ok := s.root.member(hooksKey)
	if !ok {
		return s, nil
	}
	if hooks.kind != '{' {
		return nil, s.errorAt(hooks.start, errors.New(`"hooks" must be an object {…}`))
	}
	for _, event := range hooks.items {
		if event.kind != '[' && !slices.Contains(hookSwitches, event.key) {
			return nil, s.errorAt(event.start, fmt.Errorf("%q must be an array […] of hooks", event.key))
		}
	}
	return s, nil
}

// blankComments replaces comments with spaces, so that all offsets stay the same. An unterminated
// comment is left for the parser to report.
func blankComments(file []byte) []byte {
	clean := bytes.Clone(file)
	for i := 0; i < len(file); i++ {
		end := -1
		switch rest := file[i:]; {
		case rest[0] == '"':
			for i++; i < len(file) && file[i] != '"'; i++ {
				if file[i] == '\\' {
					i++
				}
			}
		case bytes.HasPrefix(rest, []byte("//")):
			if end = bytes.IndexByte(rest, '\n'); end < 0 {
				end = len(rest)
			}
		case bytes.HasPrefix(rest, []byte("/*")):
			if n := bytes.Index(rest[2:], []byte("*/")); n >= 0 {
				end = n + 4
			}
		}
		for ; end > 0; end-- {
			if file[i] != '\n' {
				clean[i] = ' '
			}
			if end > 1 {
				i++
			}
		}
	}
	return clean
}

// errorAt prefixes err with the line and the column of an offset, both counted from 1.
func (s *settings) errorAt(offset int, err error) error {
	before := s.text[:max(0, min(offset, len(s.text)))]
	line := bytes.Count(before, []byte("\n")) + 1
	column := utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1
	return fmt.Errorf("%d:%d: %w", line, column, err)
}

// newNode converts a parsed value.
func newNode(v hujson.Value) node {
	n := node{from: v.StartOffset, start: v.StartOffset, end: v.EndOffset}
	switch value := v.Value.(type) {
	case *hujson.Object:
		n.kind = '{'
		for _, m := range value.Members {
			item := newNode(m.Value)
			item.from = m.Name.StartOffset
			item.key = m.Name.Value.(hujson.Literal).String()
			n.items = append(n.items, item)
		}
	case *hujson.Array:
		n.kind = '['
		for _, e := range value.Elements {
			n.items = append(n.items, newNode(e))
		}
	case hujson.Literal:
		if value.Kind() == '"' {
			n.text = value.String()
		}
	}
	return n
}

// member returns the member of an object with that key, the last if there are several.
func (n node) member(key string) (node, bool) {
	if n.kind == '{' {
		for _, m := range slices.Backward(n.items) {
			if m.key == key {
				return m, true
			}
		}
	}
	return node{}, false
}

// A splice replaces the text between two offsets.
type splice struct {
	from, to int
	text     string
}

// splice applies splices to the text. They must not overlap.
func (s *settings) splice(all []splice) []byte {
	slices.SortFunc(all, func(a, b splice) int { return a.from - b.from })
	var out []byte
	done := 0
	for _, p := range all {
		out = append(append(out, s.text[done:p.from]...), p.text...)
		done = p.to
	}
	return append(out, s.text[done:]...)
}

// A style is the indentation and the line ending of a file.
type style struct {
	indent  string
	newline string // "" if the whole object is on one line
}

// detectStyle returns the style of a file, two spaces and a newline if it does not show one.
func detectStyle(s *settings) style {
	st := style{indent: "  ", newline: "\n"}
	if i := bytes.IndexByte(s.text, '\n'); i > 0 && s.text[i-1] == '\r' {
		st.newline = "\r\n"
	}
	if len(s.root.items) == 0 {
		return st
	}
	if !bytes.Contains(s.text[s.root.start:s.root.end], []byte("\n")) {
		return style{}
	}
	lead := s.text[s.root.start+1 : s.root.items[0].from]
	if i := bytes.LastIndexByte(lead, '\n'); i >= 0 {
		line := lead[i+1:] // a comment may precede the item
		st.indent = string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
	}
	return st
}

// newLine returns a line break and the indentation of a depth.
func (st style) newLine(depth int) string {
	if st.newline == "" {
		return ""
	}
	return st.newline + strings.Repeat(st.indent, depth)
}

// format returns a node with its key in the given style, indented for a depth.
func (s *settings) format(n node, st style, depth int) string {
	value := string(s.text[n.start:n.end])
	colon := ":"
	if st.newline != "" {
		var b bytes.Buffer
		_ = json.Indent(&b, []byte(value), strings.Repeat(st.indent, depth), st.indent) // valid: it was parsed before
		value, colon = strings.ReplaceAll(b.String(), "\n", st.newline), ": "
	}
	if n.from == n.start {
		return value
	}
	return `"` + n.key + `"` + colon + value
}
