package facts

import (
	"strings"
	"testing"
)

// FuzzPairs: pairs never rule out a literal that is there, nor find one that is not.
func FuzzPairs(f *testing.F) {
	f.Add("--- FAIL: TestX (0.00s)\nFAIL\n", "--- FAIL: ")
	f.Add("ok  \tpkg\t0.1s", "FAIL\t")
	f.Add("", "x")
	f.Add("größe", "öß")
	f.Fuzz(func(t *testing.T, text, literal string) {
		if got, want := bigramsOf(text).contain(literal), strings.Contains(text, literal); got != want {
			t.Errorf("%q in %q: %v", literal, text, got)
		}
	})
}
