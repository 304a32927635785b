package shell

// stream is what is known of a text that a command reads or prints, or that is in a file.
type stream struct {
	text  string  // with unknownMark for each part that cannot be known
	file  string  // the absolute path of the file whose contents the text is, if it is unknown
	names []field // the files that an unknown text names, one on each line
}

// unknownInput is a standard input that is not the terminal's and cannot be known.
var unknownInput = &stream{text: unknownMark}

// maxContents bounds how many files' contents are remembered of one line.
const maxContents = 100
