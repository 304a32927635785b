package store

import "testing"

// TestIndentGroupMatchesAllSpaces checks that only a named group of all spaces at the beginning of a line is
// returned.
func TestIndentGroupMatchesAllSpaces(t *testing.T) {
	for pattern, want := range map[string]string{
		`(?P<indent>(?:  )*)(?:a|b)`: `(?P<indent>(?:  )*)`,
		`(?P<i>(?:    )+ ?)(?:a)`:    `(?P<i>(?:    )+ ?)`,
		`(?P<i>(?:  )*x)`:            "",
		`(?P<i>(?:x )*)`:             "",
		`(?P<i>(?:  )?)`:             "",
		`(?P<i>(?:  )* ??)`:          "",
		`(?P<i>(?:)*)`:               "",
		`(?P<i>a)(?P<b>(?:  )*)x`:    "",
		`(?P<i>x>(?:  )*)y`:          "",
		`(?:  )*`:                    "",
		`(?P<i>`:                     "",
		``:                           "",
	} {
		if got := indentGroup(pattern); got != want {
			t.Errorf("%s: %q, want %q", pattern, got, want)
		}
	}
}
