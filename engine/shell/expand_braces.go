package shell

import (
	"strconv"

	"mvdan.cc/sh/v3/syntax"
)

// hasBraces reports whether word contains a brace expression.
func hasBraces(word *syntax.Word) bool {
	for _, p := range word.Parts {
		if _, ok := p.(*syntax.BraceExp); ok {
			return true
		}
	}
	return false
}

// alternatives returns the words that result from brace expansion of parts. Expressions that are
// nested too deeply are kept as they are, and so expand to unknown text.
func alternatives(parts []syntax.WordPart, depth int) [][]syntax.WordPart {
	all := [][]syntax.WordPart{nil}
	for _, part := range parts {
		options := [][]syntax.WordPart{{part}}
		if b, ok := part.(*syntax.BraceExp); ok && depth < 8 {
			options = nil
			if b.Sequence {
				options = sequence(b)
			} else {
				for _, elem := range b.Elems {
					options = append(options, alternatives(elem.Parts, depth+1)...)
				}
			}
		}
		if len(options) == 1 {
			for i := range all {
				all[i] = append(all[i], options[0]...)
			}
			continue
		}
		var next [][]syntax.WordPart
		for _, left := range all {
			for _, right := range options {
				if len(next) > maxFields {
					return next
				}
				next = append(next, append(left[:len(left):len(left)], right...))
			}
		}
		all = next
	}
	return all
}

// sequence expands a sequence of integers such as {1..5}. Sequences of letters and with steps are
// not expanded.
func sequence(b *syntax.BraceExp) [][]syntax.WordPart {
	if len(b.Elems) == 2 {
		from, err1 := strconv.Atoi(b.Elems[0].Lit())
		to, err2 := strconv.Atoi(b.Elems[1].Lit())
		if err1 == nil && err2 == nil && from <= to && to-from < maxIterations {
			var out [][]syntax.WordPart
			for i := from; i <= to; i++ {
				out = append(out, []syntax.WordPart{&syntax.Lit{Value: strconv.Itoa(i)}})
			}
			return out
		}
	}
	return [][]syntax.WordPart{{b}}
}
