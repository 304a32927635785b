package term

import (
	"strings"
	"testing"
)

// TestGridFitsWidth checks that no line is wider than the output if each column can have its least width, and that no
// letter is lost.
func TestGridFitsWidth(t *testing.T) {
	g := Grid{
		Heading: []string{"ID", "ACTOR", "PATH", "MESSAGE"},
		Rows: [][]string{
			{"1", "", "internal/some/long/path/to/a/file.go", "One sentence that is long enough to be wrapped, and a second line.\nIt is here."},
			{"22", "", "文件.go", strings.Repeat("x", 90)},
		},
	}
	letters := func(text string) string { return strings.Join(strings.Fields(text), "") }
	for width := 24; width < 200; width++ {
		var b strings.Builder
		if err := g.Write(&b, width, Palette{}); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(b.String()) {
			line = strings.TrimSuffix(line, "\n")
			if Width(line) > width || strings.HasSuffix(line, " ") {
				t.Errorf("width %d: %q has %d columns", width, line, Width(line))
			}
		}
		if got := letters(b.String()); strings.Count(got, "x") != strings.Count(letters("ACTOR"), "x")+90 || strings.Count(got, "文件") != 1 {
			t.Errorf("width %d: not all is there:\n%s", width, b.String())
		}
	}
}

// TestWrap checks where lines are broken.
func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text          string
		width, indent int
		want          string
	}{
		{"", 10, 2, ""},
		{"one two three", 13, 2, "one two three"},
		{"one two three", 12, 2, "one two|  three"},
		{"one  two", 6, 0, "one |two"},
		{"a/folder/file.go", 11, 2, "a/folder/|  file.go"},
		{"abcdefgh", 3, 0, "abc|def|gh"},
		{"文件文件", 5, 0, "文件|文件"},
		{"first\nsecond", 20, 2, "first|  second"},
		{"wide", 1, 2, "w|i|d|e"},
	} {
		if got := strings.Join(Wrap(c.text, c.width, c.indent), "|"); got != c.want {
			t.Errorf("Wrap(%q, %d, %d) = %q, want %q", c.text, c.width, c.indent, got, c.want)
		}
	}
}

// TestCut checks that a cut text is not wider than it may be.
func TestCut(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  string
	}{{"short", 5, "short"}, {"longer", 5, "long…"}, {"文件文件", 5, "文件…"}, {"文件文件", 4, "文…"}, {"x", 0, ""}} {
		if got := Cut(c.text, c.width); got != c.want {
			t.Errorf("Cut(%q, %d) = %q, want %q", c.text, c.width, got, c.want)
		}
	}
}

// TestRibbon checks the strips of a track, and that calls which share a cell show the most telling of them.
func TestRibbon(t *testing.T) {
	color := Palette{on: true}
	for _, c := range []struct {
		track string
		width int
		paint Palette
		want  string
	}{
		{"", 10, Palette{}, ""},
		{".eP.F.", 10, Palette{}, "▁▄█▁▒▁"},
		{".e!P?d", 10, Palette{}, "▁▲△×"},
		{"!.", 10, Palette{}, "▲▁"},
		{"..e..FPe", 4, Palette{}, "▁▄▒█"},
		{"..d..e!?", 2, Palette{}, "×▲"},
		{".P.F.", 10, color, "\x1b[2m▁\x1b[0m\x1b[32m█▁\x1b[0m\x1b[31m▒▁\x1b[0m"},
	} {
		if got := NewRibbon(c.track).Strip(c.width, c.paint); got != c.want {
			t.Errorf("%q in %d: %q, want %q", c.track, c.width, got, c.want)
		}
	}
}

// TestGridAligns checks that columns are aligned by what a terminal shows, to the left or the right.
func TestGridAligns(t *testing.T) {
	g := Grid{Heading: []string{"NAME", "N", "END"}, Rows: [][]string{{"文件", "7", "a"}, {"longer", "12", "b"}, {"x"}}, Right: []bool{1: true}}
	want := "NAME    N  END\n文件    7  a\nlonger 12  b\nx\n"
	var b strings.Builder
	if err := g.Write(&b, 0, Palette{}); err != nil || b.String() != want {
		t.Errorf("%v, got\n%swant\n%s", err, b.String(), want)
	}
	if got := g.Width(); got != 14 {
		t.Errorf("the width is %d, want 14", got)
	}
}
