package engine

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// clean is an output as a terminal would leave it: escape sequences removed, line ends
// made equal, and of a line that a progress bar rewrote the last state.
func clean(s string) string {
	if !strings.ContainsAny(s, "\x1b\r\b") {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for line := range strings.Lines(strings.ReplaceAll(s, "\r\n", "\n")) {
		text, ended := strings.CutSuffix(line, "\n")
		text = strings.TrimRight(text, "\r")
		if i := strings.LastIndexByte(text, '\r'); i >= 0 {
			text = text[i+1:]
		}
		b.WriteString(strings.ReplaceAll(unescape(text), "\b", ""))
		if ended {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// unescape removes ECMA-48 escape sequences from one line: CSI … letter, OSC … BEL or
// ST, and the two-character ones. What stands before the one that erases the line is gone.
func unescape(s string) string {
	i := strings.IndexByte(s, '\x1b')
	if i < 0 {
		return s
	}
	var b strings.Builder
	for ; i >= 0; i = strings.IndexByte(s, '\x1b') {
		b.WriteString(s[:i])
		s = s[i+1:]
		switch {
		case s == "":
		case s[0] == '[':
			end := 1
			for end < len(s) && (s[end] < '@' || s[end] > '~') {
				end++
			}
			if strings.HasPrefix(s, "[2K") {
				b.Reset() // the line is erased
			}
			s = s[min(end+1, len(s)):]
		case s[0] == ']':
			end := strings.IndexAny(s, "\a\x1b")
			switch {
			case end < 0:
				s = ""
			case s[end] == '\a':
				s = s[end+1:]
			default:
				s = strings.TrimPrefix(s[end+1:], `\`)
			}
		case s[0] == '(' || s[0] == ')':
			s = s[min(2, len(s)):]
		default:
			s = s[1:]
		}
	}
	return b.String() + s
}

// maxMessage bounds a message to the agent, in bytes.
const maxMessage = 1000

// fill puts a row's values into a message. {column} is all there is; {{ and }} are braces.
func fill(message string, columns []string, row []driverValue) string {
	var b strings.Builder
	for {
		i := strings.IndexAny(message, "{}")
		if i < 0 || i+1 == len(message) {
			b.WriteString(message)
			return speakable(b.String())
		}
		b.WriteString(message[:i])
		if message[i+1] == message[i] {
			b.WriteByte(message[i])
			message = message[i+2:]
			continue
		}
		name, rest, ok := strings.Cut(message[i+1:], "}")
		if message[i] == '}' || !ok {
			b.WriteByte(message[i])
			message = message[i+1:]
			continue
		}
		for j, column := range columns {
			if column == name {
				b.WriteString(cut(show(row[j]), maxMessage))
			}
		}
		message = rest
	}
}

// placeholders are the columns that a message names.
func placeholders(message string) []string {
	var names []string
	message = strings.NewReplacer("{{", "", "}}", "").Replace(message)
	for {
		_, rest, ok := strings.Cut(message, "{")
		if !ok {
			return names
		}
		name, after, ok := strings.Cut(rest, "}")
		if !ok {
			return names
		}
		names = append(names, name)
		message = after
	}
}

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
