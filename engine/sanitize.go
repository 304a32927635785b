package engine

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// maxMessage bounds a message to the agent, in bytes.
const maxMessage = 1000

// speakable makes a text harmless for a terminal and for an agent that takes a line of
// its own for somebody else's voice: one line, no control characters, no tags, bounded.
func speakable(s string) string {
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
	return cut(untagged(s), maxMessage)
}

// voices are how the tags begin with which clients mark what the model is to take for their
// own words, for its user's or for a tool's.
var voices = []string{"system", "user", "assistant", "human", "tool", "function", "antml", "task", "command", "local-command", "instruction", "context", "environment", "important", "developer", "policy", "permission", "prompt", "message", "hook", "claude", "|"}

// untagged makes tags that speak in somebody else's voice unreadable as such: their brackets
// become others that look alike. Taking them out could put the next together.
func untagged(s string) string {
	if !strings.Contains(s, "<") {
		return s
	}
	var b strings.Builder
	for i := range len(s) {
		if s[i] == '<' {
			name := strings.ToLower(strings.TrimLeft(s[i+1:min(len(s), i+40)], " /<"))
			if slices.ContainsFunc(voices, func(v string) bool { return strings.HasPrefix(name, v) }) {
				b.WriteString("‹")
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// cut shortens a text to at most n bytes, at a rune, and says so with an ellipsis.
func cut(s string, n int) string {
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
