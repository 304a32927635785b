package shell

import "testing"

func TestGlobOfRegexp(t *testing.T) {
	for expr, want := range map[string]string{
		"settings":      "*settings*",
		`^\.c`:          ".c*",
		`\.pyc$`:        "*.pyc",
		"^a.b$":         "a?b",
		"^test_.*_x":    "test_*_x*",
		"a.+b":          "*a?*b*",
		"[0-9]x":        "*[0-9]x*",
		`a\*`:           `*a\**`,
		".":             "*?*",
		"":              "*",
		"(a|b)":         "",
		"a|b":           "",
		"ab+":           "",
		`\d`:            "",
		"[^a]":          "",
		"a$b":           "",
		"x{2}":          "",
		"[a-z]*":        "",
		"unfinished[ab": "",
	} {
		if glob, ok := globOfRegexp(expr); glob != want || ok != (want != "") {
			t.Errorf("%s: %q %v, want %q", expr, glob, ok, want)
		}
	}
}
