package store

import "testing"

// TestIndentOf: only a group of all the blanks with which a line begins is one.
func TestIndentOf(t *testing.T) {
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
		if got := indentOf(pattern); got != want {
			t.Errorf("%s: %q, want %q", pattern, got, want)
		}
	}
}
