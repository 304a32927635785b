package term

import (
	"io"
	"os"
)

// A Style is how a text looks on a terminal: the parameters of an SGR escape sequence, "" for plain text.
type Style string

// The styles of the output. A color never carries a meaning alone: a word or a sign says the same.
const (
	Plain   Style = ""
	Bold    Style = "1"
	Dim     Style = "2"
	Red     Style = "31"
	Green   Style = "32"
	Yellow  Style = "33"
	Magenta Style = "35"
)

// A Palette paints text. The zero value returns it as it is.
type Palette struct{ on bool }

// Paint returns text in a style.
func (p Palette) Paint(style Style, text string) string {
	if !p.on || style == Plain || text == "" {
		return text
	}
	return "\x1b[" + string(style) + "m" + text + "\x1b[0m"
}

// Palette returns the palette for out, one of the streams. The flag --color decides, then $FORCE_COLOR, $NO_COLOR,
// and whether out is a terminal that knows colors.
func (s Streams) Palette(out io.Writer) Palette {
	force := os.Getenv("FORCE_COLOR")
	switch {
	case s.Color == "always", s.Color == "never":
		return Palette{s.Color == "always"}
	case force != "":
		return Palette{force != "0" && force != "false"}
	case os.Getenv("NO_COLOR") != "":
		return Palette{}
	}
	return Palette{IsTerminal(out) && os.Getenv("TERM") != "dumb"}
}

// StyleOf returns the style of a word that says how grave something is or how it ended: a severity, an outcome or
// the state of a check.
func StyleOf(word string) Style {
	switch word {
	case "block", "BROKEN", "broken", "failed", "fail", "denied":
		return Red
	case "ask":
		return Magenta
	case "warn", "note":
		return Yellow
	case "ok", "pass":
		return Green
	case "off", "snoozed", "observed":
		return Dim
	}
	return Plain
}
