package store

import (
	"strings"
	"testing"
)

// TestMatches checks what matches returns: the place of each match and the named groups that took part in it.
func TestMatches(t *testing.T) {
	for _, c := range []struct{ text, pattern, want string }{
		{"y\nabx", `(?m)^a(?P<end>b)?(?P<no>z)?`, `[{"at":2,"end":"b","line":2}]`},
		{"a\n\nb", `(?P<x>.)`, `[{"at":0,"line":1,"x":"a"},{"at":3,"line":3,"x":"b"}]`},
		{"AB", `(?i)a(?P<end>b)`, `[{"at":0,"end":"B","line":1}]`},
		{"", `x`, `[]`},
		{"x", `(?m)^(?:a|b`, "missing closing ): `(?m)^(?:a|b`"},
		{"x", strings.Repeat("x", maxPattern+1), "a pattern has at most 8192 bytes"},
	} {
		got, err := matches(c.text, c.pattern)
		if err != nil {
			got = strings.TrimPrefix(err.Error(), "error parsing regexp: ")
		}
		if got != c.want {
			t.Errorf("%q, %.40s: %s, want %s", c.text, c.pattern, got, c.want)
		}
	}
}
