package term

import (
	"os"

	"github.com/mattn/go-isatty"
)

// IsTerminal reports whether stream is a terminal.
func IsTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && (isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()))
}

// HaveScreen reports whether the streams are a terminal of which lines can be replaced and keys read.
func (s Streams) HaveScreen() bool {
	return IsTerminal(s.In) && IsTerminal(s.Out) && os.Getenv("TERM") != "dumb"
}
