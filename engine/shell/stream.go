package shell

import "strings"

// stream is what is known of a text that a command reads or prints, or that is in a file.
type stream struct {
	text  string  // unknown parts are represented by unknownMark
	file  string  // the absolute path of the file that contains the text, if the text is unknown
	names []field // the files whose names the text consists of, one on each line, if the text is unknown
}

// unknownInput is a standard input that is neither known nor the terminal's.
var unknownInput = &stream{text: unknownMark}

// namesStream returns an unknown text that consists of the names of fs.
func namesStream(fs []field) *stream { return &stream{text: unknownMark, names: fs} }

// together returns what two commands print one after the other, nil if that is not known of one of them or too long.
func together(a, b *stream) *stream {
	switch {
	case a == nil || b == nil:
		return nil
	case b.isEmpty():
		return a
	case a.isEmpty():
		return b
	case a.names != nil && b.names != nil && len(a.names) <= maxIterations:
		return namesStream(append(a.names[:len(a.names):len(a.names)], b.names...))
	case strings.Contains(a.text+b.text, unknownMark) || len(a.text)+len(b.text) > maxInput:
		return nil
	}
	return &stream{text: a.text + b.text}
}

// isEmpty reports whether the stream is known to have no text.
func (s *stream) isEmpty() bool { return s.text == "" && s.names == nil }

// lines returns the lines of s, each split into n fields as the read builtin does: at blanks, or at a separator if that
// is not "". It returns nil if they are not known or too many.
func (s *stream) lines(n int, separator string) [][]field {
	if s == nil {
		return nil
	}
	var lines [][]field
	if s.names != nil && n == 1 {
		for _, f := range s.names {
			lines = append(lines, []field{f})
		}
		return lines
	}
	if s.text == "" || strings.Contains(s.text, unknownMark) || strings.Count(s.text, "\n") > maxIterations {
		return nil
	}
	for line := range strings.Lines(s.text) {
		words := strings.Fields(line)
		if separator != "" {
			words = strings.SplitN(strings.TrimSuffix(line, "\n"), separator, n)
		}
		for len(words) < n {
			words = append(words, "")
		}
		if len(words) > n {
			words = append(words[:n-1:n-1], strings.Join(words[n-1:], " "))
		}
		lines = append(lines, literalFields(words))
	}
	return lines
}

// items returns what a program that runs a command for each word, or each line, of s gets from it: one unknown word if
// that is not known.
func (s *stream) items(lines bool) []field {
	switch {
	case s == nil || s.names == nil && strings.Contains(s.text, unknownMark):
		return []field{{text: unknownMark}}
	case s.names != nil:
		return s.names
	case lines && strings.Count(s.text, "\n") <= maxIterations:
		return literalFields(strings.Split(strings.TrimRight(s.text, "\n"), "\n"))
	case lines:
		return []field{{text: unknownMark}}
	}
	return literalFields(strings.Fields(s.text))
}
