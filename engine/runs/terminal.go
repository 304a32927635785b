package runs

import (
	"regexp"
	"strings"
	"sync"

	"witness/engine/lines"
)

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

// prefixed matches a line that a runner of tasks in several packages or services at once has marked
// with where it comes from: "@shop/web:test: ", "packages/web test: ", "[lint:go] ", "web-1  | ".
var prefixed = sync.OnceValue(func() *regexp.Regexp {
	const pkg, task = `(?:@[\w.-]+/)?[\w./-]+`, `(?:tests?|lint|build|check|typecheck|type-check|types|e2e|unit|integration|format|fmt|verify|coverage|ci)[\w:.-]*`
	return regexp.MustCompile(`^(?:` + pkg + `[:# ]` + task + `: |\[(?:` + pkg + `[:# ])?` + task + `\] |[\w.-]+-\d+ +\| )`)
})

// maxMark limits the length of a mark.
const maxMark = 120

// minPrefixed is the number of lines with the same mark from which it is one.
const minPrefixed = 3

// Separated returns the output of tasks that ran in several packages at once with the lines of each
// package together and without their marks: readers expect the output of one runner. An output
// without such marks is returned as it is. Where the client has cut out a part, it may have cut lines of
// each package.
func Separated(output string) string {
	text := strings.SplitAfter(output, "\n")
	count := map[string]int{}
	marks := make([]string, len(text))
	for i, line := range text {
		head := strings.TrimRight(line[:min(len(line), maxMark)], "\n")
		if !strings.Contains(head, ":") && !strings.HasPrefix(head, "[") && !strings.Contains(head, " | ") {
			continue
		}
		// An empty line is printed with its mark, but without the blank at its end.
		marks[i] = prefixed().FindString(head + " ")
		count[marks[i]]++
	}
	var own strings.Builder
	var order []string
	of := map[string]*strings.Builder{}
	gap := ""
	uncut := map[string]bool{} // packages with a line since the gap
	for i, line := range text {
		mark := marks[i]
		if lines.IsGap(strings.TrimSuffix(line, "\n")) {
			gap = line
			clear(uncut)
		}
		if count[mark] < minPrefixed || mark == "" {
			own.WriteString(line)
			continue
		}
		b, ok := of[mark]
		if !ok {
			b = &strings.Builder{}
			of[mark], order = b, append(order, mark)
		}
		if gap != "" && !uncut[mark] {
			b.WriteString(gap)
			uncut[mark] = true
		}
		b.WriteString(line[min(len(mark), len(line)-1):])
	}
	if len(order) == 0 {
		return output
	}
	var all strings.Builder
	for _, mark := range order {
		all.WriteString(of[mark].String())
		if !strings.HasSuffix(all.String(), "\n") {
			all.WriteByte('\n')
		}
	}
	return all.String() + own.String()
}
