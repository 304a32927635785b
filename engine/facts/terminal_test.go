package facts

import (
	"strings"
	"testing"
)

// FuzzPlainOutput checks that no character that a terminal interprets is left, and that plainOutput
// does not change a plain output.
func FuzzPlainOutput(f *testing.F) {
	f.Add("\x1b[31mFAIL\x1b[0m\r\n10%\r50%\r100%\n")
	f.Add("\x1b]8;;http://x\x1b\\link\x1b]8;;\a")
	f.Fuzz(func(t *testing.T, s string) {
		plain := plainOutput(s)
		if strings.ContainsAny(plain, "\x1b\r\b") {
			t.Fatalf("plainOutput(%q) = %q", s, plain)
		}
		if plainOutput(plain) != plain {
			t.Fatalf("plainOutput is not stable on %q", s)
		}
	})
}
