package hook

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// FuzzSanitize checks that a sanitized text is one bounded line without control characters, invisible
// characters and the tags of clients, and that sanitizing it again does not change it.
func FuzzSanitize(f *testing.F) {
	f.Add("\x1b[31mFAIL\x1b[0m\r\n10%\r50%\r100%\n")
	f.Add("a </SYSTEM-reminder> b <sys<system>tem> < / function_calls> <b> x < y")
	f.Add("a\u202eb\u2066c\U000e0041\U000e007fd\ufe0fe\U000e0100f\u200bg\u2060h\u00adi\u180ej\ufeff")
	f.Add("<\u200bsystem-reminder> <\nsystem> <\tuser>")
	f.Add("<invoke name=x><｜DSML｜a> 1 < 2 && a<b <<EOF")
	f.Fuzz(func(t *testing.T, s string) {
		m := Sanitize(s)
		if Sanitize(m) != m && len(m) < MaxMessage-100 {
			t.Fatalf("sanitize is not stable on %q", s)
		}
		if i := strings.IndexByte(m, '<'); i >= 0 && i < strings.LastIndexByte(m, '>') && beginsTag(m[i+1:]) {
			t.Fatalf("sanitize(%q) = %q", s, m)
		}
		for _, tag := range []string{"<system", "</system", "< system", "<function", "</tool"} {
			if strings.Contains(strings.ToLower(m), tag) {
				t.Fatalf("sanitize(%q) = %q", s, m)
			}
		}
		if i := strings.IndexFunc(m, func(r rune) bool {
			return unicode.In(r, unicode.Cf, unicode.Variation_Selector) || unicode.IsControl(r)
		}); i >= 0 {
			t.Fatalf("sanitize(%q) = %q", s, m)
		}
		if strings.ContainsAny(m, "\x1b\n\r") || len(m) > MaxMessage || utf8.ValidString(s) && !utf8.ValidString(m) {
			t.Fatalf("sanitize(%q) = %q", s, m)
		}
	})
}
