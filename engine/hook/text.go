package hook

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxMessage is the largest size of a message to the agent, in bytes.
const MaxMessage = 1000

// Sanitize makes a text safe for a terminal and for a model: one line of at most MaxMessage bytes, and
// nothing that Clean removes. A model could mistake a line of the text for words of its user.
func Sanitize(s string) string {
	s = strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || r == '\r' || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, s)
	return Truncate(Clean(s), MaxMessage)
}

// Clean returns the printable text of a text, with its lines: what Visible leaves, without tags, by which
// clients mark who is speaking. Every text of a file passes through it before it reaches a terminal or a model.
func Clean(s string) string { return untagged(Visible(s)) }

// Visible returns a text with its lines, without control characters and without the invisible ones that hide or
// reorder what is shown (bidi, zero-width, tag characters, variation selectors).
func Visible(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && !shown(r) {
			return -1
		}
		return r
	}, s)
}

// shown reports whether a terminal shows a character as itself. The characters of the category Cf are
// not shown, and neither are variation selectors and those that join or fill.
func shown(r rune) bool {
	switch {
	case r < ' ' || r >= 0x7f && r < 0xa0 || r == utf8.RuneError || r == '\u2028' || r == '\u2029':
		return false
	case r < 0xa0:
		return true
	}
	return !unicode.In(r, unicode.Cf, unicode.Co, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

// tagPrefixes are the prefixes of the tags by which clients mark text as their own, the user's or a
// tool's.
var tagPrefixes = []string{
	"system", "user", "assistant", "human", "tool", "function", "antml", "task", "command", "local-command", "instruction", "context",
	"environment", "important", "developer", "policy", "permission", "prompt", "message", "hook", "claude", "|",
	"agent_", "bash-", "current_", "end_of_turn", "explicit_", "feedback", "fork-", "ide_", "new-diagnostics", "persisted-output", "post-tool", "pre-tool",
	"reminder", "session-start", "start_of_turn", "subagent", "teammate", "thinking", "total_tokens", "turn_aborted", "untrusted",
}

// untagged replaces the opening bracket of these tags, and of whatever else reads like a tag, by a similar
// character: which tags a client or a model knows is its own affair. If the tags were removed, the text around
// them could form another tag.
func untagged(s string) string {
	if !strings.Contains(s, "<") {
		return s
	}
	var b strings.Builder
	end := strings.LastIndexByte(s, '>')
	for i := range len(s) {
		if s[i] == '<' {
			name := strings.ToLower(strings.TrimLeft(s[i+1:min(len(s), i+40)], " /<\n\t"))
			if i < end && beginsTag(s[i+1:]) || slices.ContainsFunc(tagPrefixes, func(v string) bool { return strings.HasPrefix(name, v) }) {
				b.WriteString("‹")
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// beginsTag reports whether a text goes on as a tag does behind its opening bracket.
func beginsTag(rest string) bool {
	r, _ := utf8.DecodeRuneInString(rest)
	return unicode.IsLetter(r) || strings.ContainsRune("/|｜!?", r)
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

// Printable returns a text that is safe for a terminal: the text itself if all of its characters are
// shown, otherwise its sanitized form.
func Printable(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return !shown(r) }) {
		return s
	}
	return Sanitize(s)
}
