package shell

import (
	"strconv"
	"strings"
)

// isGlob reports whether the shell expands s as a pattern. A lone "[" is the test command.
func isGlob(s string) bool {
	bracket := false
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '*', '?':
			return true
		case '[':
			bracket = true
		case ']':
			if bracket {
				return true
			}
		}
	}
	return false
}

// unescape removes the backslash before each byte of set, or before every byte if set is empty. An
// escaped newline is a line continuation and is removed entirely.
func unescape(s, set string) string {
	if !strings.Contains(s, "\\") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			switch next := s[i+1]; {
			case next == '\n':
				i++
				continue
			case set == "" || strings.IndexByte(set, next) >= 0:
				i++
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// unescapeC interprets the escape sequences of $'…', printf and echo -e.
func unescapeC(s string) string {
	if !strings.Contains(s, "\\") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch s[i] {
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case 'r':
			b.WriteByte('\r')
		case '\\', '\'', '"':
			b.WriteByte(s[i])
		case 'x':
			digits := s[i+1 : min(i+3, len(s))]
			if n, err := strconv.ParseUint(digits, 16, 8); err == nil && len(digits) == 2 {
				b.WriteByte(byte(n))
				i += 2
				continue
			}
			b.WriteString(`\x`)
		case '0', '1':
			if digits := s[i:min(i+3, len(s))]; len(digits) == 3 && strings.Trim(digits, "01234567") == "" {
				n, _ := strconv.ParseUint(digits, 8, 8) // three octal digits from 000 to 177
				b.WriteByte(byte(n))
				i += 2
				continue
			}
			if s[i] == '1' {
				b.WriteString(`\1`)
				continue
			}
			if i+1 == len(s) || s[i+1] < '0' || s[i+1] > '7' {
				b.WriteByte('\n') // the end of a name, for xargs -0
				continue
			}
			b.WriteString(`\0`)
		default:
			b.WriteByte('\\')
			b.WriteByte(s[i])
		}
	}
	return b.String()
}
