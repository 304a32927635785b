package agent

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// members are the named members of a JSON object, if they are strings. Nothing behind the
// last of them is read: who calls stands at the front of a payload, and behind it there may
// be megabytes.
func stringMembers(object []byte, names ...string) map[string]string {
	found := map[string]string{}
	missing := len(names)
	eachMember(object, func(name string, value []byte) bool {
		for _, n := range names {
			if n == name {
				found[n] = stringValue(value)
				missing--
			}
		}
		return missing > 0
	})
	return found
}

// eachMember hands the members of a JSON object to yield, with their values as they are
// written, until it has enough. It stops at what is no JSON, and takes what is in a value on
// trust. To have encoding/json learn a type takes longer than to read a payload before a call.
func eachMember(object []byte, yield func(name string, value []byte) bool) {
	rest, ok := consume(object, '{')
	if !ok {
		return
	}
	for {
		end := valueEnd(rest)
		if end == 0 || rest[0] != '"' {
			return // the object's end, too
		}
		name := stringValue(rest[:end])
		if rest, ok = consume(rest[end:], ':'); !ok {
			return
		}
		if end = valueEnd(rest); end == 0 || !yield(name, rest[:end]) {
			return
		}
		if rest, ok = consume(rest[end:], ','); !ok {
			return
		}
	}
}

// after is what follows a character and the blanks around it, if it is the next.
func consume(src []byte, c byte) (rest []byte, ok bool) {
	src = skipSpace(src)
	if len(src) == 0 || src[0] != c {
		return nil, false
	}
	return skipSpace(src[1:]), true
}

func skipSpace(src []byte) []byte {
	for len(src) > 0 && (src[0] == ' ' || src[0] == '\n' || src[0] == '\t' || src[0] == '\r') {
		src = src[1:]
	}
	return src
}

// valueEnd is where the JSON value at the beginning ends, 0 if none does.
func valueEnd(src []byte) int {
	depth := 0
	for i := 0; i < len(src); {
		switch src[i] {
		case '"':
			n := stringEnd(src[i:])
			if n == 0 {
				return 0
			}
			i += n
		case '{', '[':
			depth++
			i++
			continue
		case '}', ']':
			if depth--; depth < 0 {
				return i
			}
			i++
		case ',', ' ', '\n', '\t', '\r', ':':
			if depth == 0 {
				return i
			}
			i++
			continue
		default:
			for i < len(src) && strings.IndexByte(",:\"{}[] \n\t\r", src[i]) < 0 {
				i++
			}
		}
		if depth == 0 {
			return i
		}
	}
	return 0
}

// stringEnd is where the JSON string at the beginning ends, 0 if it does not.
func stringEnd(src []byte) int {
	for i := 1; i < len(src); {
		n := bytes.IndexByte(src[i:], '"')
		if n < 0 {
			return 0
		}
		i += n + 1
		escapes := 0
		for src[i-2-escapes] == '\\' {
			escapes++
		}
		if escapes%2 == 0 {
			return i
		}
	}
	return 0
}

// text is a JSON value, if it is a string; else it is empty.
func stringValue(value []byte) (s string) {
	if len(value) < 2 || value[0] != '"' {
		return ""
	}
	if inner := value[1 : len(value)-1]; bytes.IndexByte(inner, '\\') < 0 && utf8.Valid(inner) {
		return string(inner)
	}
	_ = json.Unmarshal(value, &s) // what is no string stays empty
	return s
}
