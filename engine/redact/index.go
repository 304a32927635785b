package redact

import (
	"strings"
	"sync"
)

// An index finds the literals of forms that a text contains, in one
// pass and ignoring case. A bitmap of three-byte sequences rejects most positions.
type index struct {
	trigram [trigramBits / 64]uint64
	all     []literal
	byPair  [pairCount]uint16 // by the first two bytes of a literal, the position in all after the last one with these
}

// trigramBits is the size of the bitmap in bits: five for each of three bytes, by which letters differ whatever
// their case.
const trigramBits = 1 << 15

// pairCount is how many pairs of bytes are told apart: as in the bitmap, by five bits of each.
const pairCount = 1 << 10

// maxLiterals is the room for literals that is made at once.
const maxLiterals = 384

// A literal is one of a form.
type literal struct {
	text string
	form uint16 // position in forms
	next uint16 // as in byPair: of another literal with the same pair, 0 if there is none
}

// literals returns the index. It is built on first use.
var literals = sync.OnceValue(func() *index {
	x := &index{all: make([]literal, 0, maxLiterals)}
	for i := range forms {
		for _, text := range forms[i].literals {
			x.put(text, uint16(i))
		}
	}
	return x
})

// put adds a literal of at least two bytes of a form.
func (x *index) put(text string, form uint16) {
	first, second := lower(text[0]), lower(text[1])
	p := pair(first, second)
	x.all = append(x.all, literal{text, form, x.byPair[p]})
	x.byPair[p] = uint16(len(x.all))
	from, to := 0, 255
	if len(text) > 2 {
		from, to = int(lower(text[2])), int(lower(text[2]))
	}
	for third := from; third <= to; third++ {
		n := next(next(next(0, first), second), byte(third))
		x.trigram[n/64] |= 1 << (n % 64)
	}
}

func pair(a, b byte) uint16 { return uint16(a&31)<<5 | uint16(b&31) }

// next returns the position of three bytes in the bitmap from that of the three before, and the last byte.
func next(before uint32, c byte) uint32 { return before<<5%trigramBits | uint32(c&31) }

// lower returns the lower case of an ASCII letter, and any other byte unchanged.
func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// findLiterals finds the tokens that begin with a known prefix, and applies the patterns of
// which the text contains a literal.
func findLiterals(text string, add func(start, end int)) {
	x := literals()
	var found [len(forms)]bool
	n := uint32(0)
	for end := range len(text) + 1 {
		c := byte(0)
		if end < len(text) {
			c = text[end]
		}
		if n = next(n, c); x.trigram[n/64]>>(n%64)&1 == 0 || end < 2 {
			continue
		}
		i := end - 2
		for at := x.byPair[pair(text[i], text[i+1])]; at > 0; at = x.all[at-1].next {
			l := x.all[at-1]
			f := &forms[l.form]
			switch {
			case len(text)-i < len(l.text):
			case f.pattern != "":
				got := text[i : i+len(l.text)]
				found[l.form] = found[l.form] || got == l.text || f.folds() && strings.EqualFold(got, l.text)
			case text[i:i+len(l.text)] == l.text:
				addToken(text, i, len(l.text), f, add)
			}
		}
	}
	folded := ""
	for i := range forms {
		if found[i] {
			if folded == "" {
				folded = fold(text)
			}
			findForm(&forms[i], text, folded, add)
		}
	}
}

// fold returns text with its ASCII letters in lower case.
func fold(text string) string {
	letters := []byte(text)
	for i, c := range letters {
		letters[i] = lower(c)
	}
	return string(letters)
}

// findForm applies a form's pattern to each line that contains one of its literals. folded is the text
// in lower case.
func findForm(f *form, text, folded string, add func(start, end int)) {
	for _, l := range f.literals {
		l = fold(l)
		for i := 0; ; {
			n := strings.Index(folded[i:], l)
			if n < 0 {
				break
			}
			start := 1 + strings.LastIndexByte(text[:i+n], '\n')
			i += n + len(l)
			end := len(text)
			if n := strings.IndexByte(text[i:], '\n'); n >= 0 {
				end = i + n
			}
			i = end
			for _, loc := range f.re().FindAllStringSubmatchIndex(text[start:end], -1) {
				for g := len(loc) - 2; g >= 2; g -= 2 {
					if loc[g] >= 0 {
						f.addMatch(text, start+loc[g], start+loc[g+1], add)
						break
					}
				}
			}
		}
	}
}

// addMatch adds the match of a form's group, without its quotes, unless it cannot be a secret.
func (f *form) addMatch(text string, from, to int, add func(start, end int)) {
	if f.each {
		for _, loc := range nameValue().FindAllStringSubmatchIndex(text[from:to], -1) {
			addWord(text, from+loc[2], from+loc[3], add)
		}
		return
	}
	if f.random && areWords(text[from:to]) {
		return
	}
	addWord(text, from, to, add)
}

// addWord adds a word of a command line without its quotes, unless it is a variable or an option.
func addWord(text string, from, to int, add func(start, end int)) {
	if q := text[from]; to-from > 1 && (q == '"' || q == '\'') && text[to-1] == q {
		from, to = from+1, to-1
	} else if q == '-' {
		return
	}
	if word := text[from:to]; strings.ContainsFunc(word, isWordRune) && !isVariable(word) && !isPath(word) {
		add(from, to)
	}
}

// isWordRune reports whether r is no punctuation.
func isWordRune(r rune) bool { return r >= 0x80 || isAlphanumeric(byte(r)) }

// isVariable reports whether a word is the name of something else in a shell or a template: $NAME, `command`,
// {name}, {{name}}, %(name)s, or id=name, as docker build --secret has it.
func isVariable(word string) bool {
	switch word[0] {
	case '$', '%', '`':
		return true
	case '{':
		return len(word) > 1 && (word[1] == '{' || isLetter(word[1]))
	}
	return strings.HasPrefix(word, "id=")
}
