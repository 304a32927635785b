package shell

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// slice applies ${v:2} and ${v:0:5} with literal numbers to v.
func slice(v value, of *syntax.Slice) (value, bool) {
	if v.array || v.match || len(v.words) != 1 || strings.Contains(v.words[0], unknownMark) {
		return value{}, false
	}
	s := v.words[0]
	number := func(expr syntax.ArithmExpr, otherwise int) (int, bool) {
		word, ok := expr.(*syntax.Word)
		if !ok {
			return otherwise, expr == nil
		}
		n, err := strconv.Atoi(word.Lit())
		return min(n, len(s)), err == nil && n >= 0
	}
	from, ok := number(of.Offset, 0)
	length, known := number(of.Length, len(s))
	if !ok || !known {
		return value{}, false
	}
	return value{words: []string{s[from:min(from+length, len(s))]}}, true
}

// replacePattern applies ${v/old/new} and ${v//old/new} with literal operands to v.
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
