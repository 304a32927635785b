package shell

import "strings"

// stream is what is known of a text that a command reads or prints, or that is in a file.
type stream struct {
	text  string  // with unknownMark for each part that cannot be known
	file  string  // the absolute path of the file whose contents the text is, if it is unknown
	names []field // the files that an unknown text names, one on each line
}

// unknownInput is a standard input that is not the terminal's and cannot be known.
var unknownInput = &stream{text: unknownMark}

// nameStream makes an unknown text of which is known which files it names, one on each line.
func namesStream(fs []field) *stream { return &stream{text: unknownMark, names: fs} }

// inputLines are the lines of a known standard input, each taken apart for n variables.
func (s *stream) lines(n int) [][]field {
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
