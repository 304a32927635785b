package runs

import (
	"slices"
	"testing"
)

// TestTestsOf checks that testsOf returns the names of a JSON array, however it is formatted, and
// rejects anything else.
func TestTestsOf(t *testing.T) {
	for array, want := range map[string][]string{
		`["a","b c","é"]`:  {"a", "b c", "é"},
		`["a", "b"]`:       {"a", "b"},
		`["a\"b","\\"]`:    {`a"b`, `\`},
		`["a,b"]`:          {"a,b"},
		`[""]`:             {""},
		`[]`:               {},
		`["a" "b"]`:        nil,
		`["a`:              nil,
		"[\"a\nc\",\"b\"]": nil,
		"[\"\x00\"]":       nil,
		`["a",1]`:          nil,
	} {
		got, err := testsOf(nil, array)
		if (err != nil) != (want == nil) || err == nil && !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v; want %q", array, got, err, want)
		}
	}
}
