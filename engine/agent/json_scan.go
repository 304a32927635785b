package agent

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// stringMembers returns the named members of a JSON object that are strings. A member of another
// type is "". It stops after the last of them: the members that identify a client are at the
// front of a payload, which may have megabytes.
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

// eachMember calls yield with the name and the raw value of each member of a JSON object until
// yield returns false. It stops at a syntax error between members and does not validate values.
// Decoding into a Go type would cost more than this scan, because encoding/json has to build a
// decoder for the type first.
func eachMember(object []byte, yield func(name string, value []byte) bool) {
	rest, ok := consume(object, '{')
	if !ok {
		return
	}
	for {
		end := valueEnd(rest)
		if end == 0 || rest[0] != '"' {
			return // a syntax error or the end of the object
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

// consume skips the character c and the white space around it, and returns the rest.
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

// valueEnd returns the length of the JSON value at the start of src, 0 if there is none.
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

// stringEnd returns the length of the JSON string at the start of src, 0 if it does not end.
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

// stringValue returns the value of a JSON string, "" for a value of another type.
func stringValue(value []byte) (s string) {
	if len(value) < 2 || value[0] != '"' {
		return ""
	}
	if inner := value[1 : len(value)-1]; bytes.IndexByte(inner, '\\') < 0 && utf8.Valid(inner) {
		return string(inner)
	}
	_ = json.Unmarshal(value, &s) // a value of another type leaves s empty
	return s
}
