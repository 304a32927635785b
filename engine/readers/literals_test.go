package readers

import (
	"strings"
	"testing"
)

// FuzzBigrams checks that searching with bigrams finds a literal exactly if strings.Contains does.
func FuzzBigrams(f *testing.F) {
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
