package hook

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// MaxMessage is the largest size of a message to the agent, in bytes.
const MaxMessage = 1000

// Sanitize makes a text safe for a terminal and for a model: one line of at most MaxMessage bytes
// without control characters and without the tags by which clients mark who is speaking. A model
// could mistake a line or a tag of the text for words of its user.
func Sanitize(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t' || r == '\r' || r == '\u2028' || r == '\u2029':
			return ' '
		case r < ' ' || r >= 0x7f && r < 0xa0 || r == utf8.RuneError ||
			r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r >= 0x200b && r <= 0x200f || r == 0xfeff:
			return -1
		}
		return r
	}, s)
	return Truncate(untagged(s), MaxMessage)
}

// tagPrefixes are the prefixes of the tags by which clients mark text as their own, the user's or a
// tool's.
var tagPrefixes = []string{"system", "user", "assistant", "human", "tool", "function", "antml", "task", "command", "local-command", "instruction", "context", "environment", "important", "developer", "policy", "permission", "prompt", "message", "hook", "claude", "|"}

// untagged replaces the opening bracket of these tags by a similar character. If the tags were
// removed, the text around them could form another tag.
func untagged(s string) string {
	if !strings.Contains(s, "<") {
		return s
	}
	var b strings.Builder
	for i := range len(s) {
		if s[i] == '<' {
			name := strings.ToLower(strings.TrimLeft(s[i+1:min(len(s), i+40)], " /<"))
			if slices.ContainsFunc(tagPrefixes, func(v string) bool { return strings.HasPrefix(name, v) }) {
				b.WriteString("‹")
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// Truncate shortens a text to at most n bytes, at the boundary of a rune, and ends a shortened text
// with an ellipsis.
func Truncate(s string, n int) string {
	if len(s) <= n {
		return s
	}
	s = s[:n-len("…")]
	for len(s) > 0 && !utf8.RuneStart(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	if r, size := utf8.DecodeLastRuneInString(s); r == utf8.RuneError && size == 1 {
		s = s[:len(s)-1]
	}
	return s + "…"
}

// Printable returns a text that is safe for a terminal: the text itself if it has no control
// characters, otherwise its sanitized form.
func Printable(s string) string {
	if !slices.ContainsFunc([]rune(s), func(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 }) {
		return s
	}
	return Sanitize(s)
}
