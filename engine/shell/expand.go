package shell

import "mvdan.cc/sh/v3/syntax"

// maxFields is the maximum number of fields that brace expansion may produce.
const maxFields = 1000

// expander performs the expansions of shell words. It needs the walker to walk command
// substitutions, and it limits how much text the expansions of one line produce.
type expander struct {
	w *walker
	// size is the number of bytes produced so far. Assignments such as a=$a$a double their value
	// each time.
	size int
	// taken are the commands whose output the words have that are being expanded.
	taken []int
}

// takes returns the commands whose output the words have that are expanded in the call of expand.
func (x *expander) takes(expand func()) []int {
	outer := x.taken
	x.taken = nil
	expand()
	list := x.taken
	x.taken = outer
	return list
}

// fields expands words into fields and walks the substitutions in them.
func (x *expander) fields(words []*syntax.Word, e *env, sc scope, st state) []field {
	fs, procs := x.words(words, e, sc, st)
	walkAll(procs)
	return fs
}

// words is like fields but leaves it to the caller to walk the process substitutions.
func (x *expander) words(words []*syntax.Word, e *env, sc scope, st state) (fs []field, procs []func()) {
	b := &expansion{x: x, e: e, sc: sc, st: st, out: make([]field, 0, len(words))}
	for _, word := range words {
		if word == nil {
			continue
		}
		// SplitBraces changes the word it is given, and a brace expression without text has no position,
		// which makes the original useless for quoting the source.
		split := &syntax.Word{Parts: word.Parts}
		if !syntax.SplitBraces(split) && !hasBraces(split) {
			b.word(split.Parts)
			continue
		}
		for _, parts := range alternatives(split.Parts, 0) {
			b.word(parts)
			if n := len(b.out); n > maxFields || n > 0 && !x.grow(len(b.out[n-1].text)+len(b.out)) {
				break
			}
		}
	}
	return b.out, b.procs
}

// word expands a word in a place where the shell performs no field splitting: an assignment, a
// redirection or a here-string. It also returns the outcome of the last command substitution, nil
// if there is none.
func (x *expander) word(word *syntax.Word, e *env, sc scope, st state) (field, *outcome) {
	if word == nil {
		return field{}, nil
	}
	b := &expansion{x: x, e: e, sc: sc, st: st}
	b.quoted(word.Parts, true)
	walkAll(b.procs)
	return b.field(), b.lastSubst
}

// grow reports whether the expansions of the line may produce n more bytes, and counts them.
func (x *expander) grow(n int) bool {
	if x.size+n > maxExpanded {
		return false
	}
	x.size += n
	return true
}
