package hook

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzSanitize checks that a sanitized text is one bounded line without control characters and
// without the tags of clients, and that sanitizing it again does not change it.
func FuzzSanitize(f *testing.F) {
	f.Add("\x1b[31mFAIL\x1b[0m\r\n10%\r50%\r100%\n")
	f.Add("a </SYSTEM-reminder> b <sys<system>tem> < / function_calls> <b> x < y")
	f.Fuzz(func(t *testing.T, s string) {
		m := Sanitize(s)
		if Sanitize(m) != m && len(m) < MaxMessage-100 {
			t.Fatalf("sanitize is not stable on %q", s)
		}
		for _, tag := range []string{"<system", "</system", "< system", "<function", "</tool"} {
			if strings.Contains(strings.ToLower(m), tag) {
				t.Fatalf("sanitize(%q) = %q", s, m)
			}
		}
		if strings.ContainsAny(m, "\x1b\n\r") || len(m) > MaxMessage || utf8.ValidString(s) && !utf8.ValidString(m) {
			t.Fatalf("sanitize(%q) = %q", s, m)
		}
	})
}
