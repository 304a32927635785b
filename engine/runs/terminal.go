package runs

import "strings"

// Plain returns an output as a terminal shows it at the end: without escape sequences, with \n
// as the only line end, and with the last state of each line that was rewritten (a progress bar).
func Plain(s string) string {
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

// unescape removes ECMA-48 escape sequences from one line: CSI … letter, OSC … BEL or ST, and
// the two-character ones. A sequence that erases the line removes the text before it.
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
