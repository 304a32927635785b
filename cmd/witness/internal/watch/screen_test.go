package watch

import (
	"os"
	"strings"
	"testing"
)

// TestDrawWritesWhatChanged checks that the screen is cleared when it has another size, and that otherwise only lines
// that have changed are written.
func TestDrawWritesWhatChanged(t *testing.T) {
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	s := &screen{out: out}
	drawn := func(width int, lines ...string) string {
		t.Helper()
		if err := s.draw(lines, width); err != nil {
			t.Fatal(err)
		}
		if _, err := out.WriteString("."); err != nil { // a read of nothing would wait
			t.Fatal(err)
		}
		b := make([]byte, 1000)
		n, err := in.Read(b)
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSuffix(string(b[:n]), ".")
	}
	line := func(at, text string) string { return "\x1b[" + at + ";1H" + clearLine + text }
	for _, c := range []struct {
		width int
		lines []string
		want  string
	}{
		{80, []string{"one", "two", ""}, clearScreen + line("1", "one") + line("2", "two")},
		{80, []string{"one", "two", ""}, ""},
		{80, []string{"one", "", "three"}, line("2", "") + line("3", "three")},
		{81, []string{"one", "", "three"}, clearScreen + line("1", "one") + line("3", "three")},
		{81, []string{"one"}, clearScreen + line("1", "one")},
	} {
		want := c.want
		if want != "" {
			want = beginUpdate + want + endUpdate
		}
		if got := drawn(c.width, c.lines...); got != want {
			t.Errorf("%d %q: %q, want %q", c.width, c.lines, got, want)
		}
	}
}
