package bundle

import (
	"strings"
	"testing"
)

// TestCheckGlobBoundsAlternatives checks that a glob for which matching would try millions of
// combinations is refused, and that the usual ones are not.
func TestCheckGlobBoundsAlternatives(t *testing.T) {
	for glob, want := range map[string]int{"a,b": 1, "*.{go,ts}": 2, "{a,b}/{c,d,e}": 6, "{a,{b,c}}": 3, `\{a,b`: 1, "{a,b": 2} {
		glob = strings.TrimPrefix(glob, "a,")
		if n, _ := combinations(glob); n != want {
			t.Errorf("%s has %d combinations, want %d", glob, n, want)
		}
	}
	for glob, good := range map[string]bool{
		"**/*.{go,ts,tsx}": true, "{a,b}{a,b}{a,b}": true, "a,b": true, "[": false,
		strings.Repeat("{*,*a}", 9) + "x": false, "{" + strings.Repeat("a,", 300) + "b}": false, strings.Repeat("{a,", 20) + "b" + strings.Repeat("}", 20): true,
	} {
		if err := CheckGlob(glob); (err == nil) != good {
			t.Errorf("%s: %v", glob, err)
		}
	}
}
