package term

import (
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/rivo/uniseg"
	"golang.org/x/term"
)

// Width returns how many columns a text takes on a terminal.
func Width(text string) int {
	for i := range len(text) {
		if text[i] < ' ' || text[i] >= 0x7f {
			return uniseg.StringWidth(text)
		}
	}
	return len(text)
}

// ScreenWidth returns how many columns out has: $COLUMNS, or else the width of the terminal. It is 0 if lines may
// have any length, as in a file or a pipe.
func ScreenWidth(out io.Writer) int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	width, _ := ScreenSize(out)
	return width
}

// ScreenSize returns the columns and lines of the terminal out, or 0 and 0 if out is no terminal or its size is unknown.
func ScreenSize(out io.Writer) (width, height int) {
	f, ok := out.(*os.File)
	if !ok {
		return 0, 0
	}
	width, height, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0, 0
	}
	return width, height
}

// Cut returns text, without its end if it is wider than width; a … stands for what is missing.
func Cut(text string, width int) string {
	if Width(text) <= width {
		return text
	}
	var b strings.Builder
	left := width - 1
	for g := uniseg.NewGraphemes(text); g.Next() && g.Width() <= left; left -= g.Width() {
		b.WriteString(g.Str())
	}
	if width > 0 {
		b.WriteString("…")
	}
	return b.String()
}

// Pad returns text with spaces up to a width.
func Pad(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-Width(text)))
}

// Wrap breaks text into lines of at most width columns, at spaces if possible. All lines but the first are indented
// by indent columns. Line breaks of the text are kept.
func Wrap(text string, width, indent int) (lines []string) {
	if indent*2 > width {
		indent = 0
	}
	for paragraph := range strings.SplitSeq(text, "\n") {
		line, used := "", 0
		begin := func() {
			line, used = "", 0
			if len(lines) > 0 {
				line, used = strings.Repeat(" ", indent), indent
			}
		}
		begin()
		empty := true // the line has no word yet
		for word := range strings.SplitSeq(paragraph, " ") {
			if !empty && used+1+Width(word) > width {
				lines, empty = append(lines, line), true
				begin()
			}
			if !empty {
				line, used = line+" ", used+1
			}
			for used+Width(word) > width { // longer than a line
				head := fitting(word, width-used)
				lines = append(lines, line+head)
				word = word[len(head):]
				begin()
			}
			line, used, empty = line+word, used+Width(word), false
		}
		lines = append(lines, line)
	}
	return lines
}

// fitting returns the beginning of a word that fits into width columns, at least one character. A path is broken
// after a slash if one is in the second half.
func fitting(word string, width int) string {
	end := 0
	for g := uniseg.NewGraphemes(word); g.Next(); {
		if width -= g.Width(); width < 0 && end > 0 {
			break
		}
		end += len(g.Str())
	}
	if slash := strings.LastIndexByte(word[:end], '/') + 1; slash > end/2 {
		end = slash
	}
	return word[:end]
}
