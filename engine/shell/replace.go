package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// replacedIn is ${v/old/new} and ${v//old/new}, for literals.
func replacePattern(v value, r *syntax.Replace) (value, bool) {
	if v.array || len(v.words) != 1 || r.Orig == nil || strings.Contains(v.words[0], unknownMark) {
		return value{}, false
	}
	old, with := r.Orig.Lit(), ""
	if r.With != nil {
		with = r.With.Lit()
		if with == "" && len(r.With.Parts) > 0 {
			return value{}, false
		}
	}
	s := v.words[0]
	if old == "" || isGlob(old) || strings.ContainsAny(old[:1], "#%") || len(with) > len(old) && len(s) > maxPath {
		return value{}, false
	}
	n := 1
	if r.All {
		n = -1
	}
	if v.match {
		if strings.Count(s, old) != 1 || isGlob(with) {
			return value{}, false
		}
		return v.derived(strings.Replace(s, old, with, 1)), true
	}
	return value{words: []string{strings.Replace(s, unescape(old, ""), unescape(with, ""), n)}}, true
}
