package shell

import (
	"strings"
	"testing"
)

// TestWrittenCodeIsBounded checks that a line which runs a long program that it wrote again and again is not analyzed to its
// end, which would take seconds.
func TestWrittenCodeIsBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("takes four seconds of processor time: run it without -short")
	}
	program := strings.Repeat("fs.unlinkSync('a');\n", 3000)
	for _, run := range []string{"python3 s.py;", "bun s.py;", "sed -f s.py;", "source s.py;"} {
		write := "cat > s.py <<'E'\n" + program + "E\n"
		if Parse(write+run, "/w", "").Partial {
			t.Errorf("%s once: partial", run)
		}
		if !Parse(write+strings.Repeat(run, 900), "/w", "").Partial {
			t.Errorf("%s 900 times: not partial", run)
		}
	}
}
