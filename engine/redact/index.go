package redact

import (
	"strings"
	"sync"
)

// An index finds the token prefixes and the hints of forms that a text contains, in one
// pass and ignoring case. A bitmap of hashed three-byte sequences rejects most positions.
type index struct {
	lower   [256]byte // lower case of each byte
	trigram [trigramBits / 64]uint64
	byPair  map[uint16][]literal // by their first two bytes
}

// trigramBits is the size of the bitmap in bits: large enough that few sequences of an
// ordinary text collide with one of a literal.
const trigramBits = 1 << 13

// A literal is a token prefix or a hint of a form.
type literal struct {
	text         string
	prefix, form int // position in tokenPrefixes or in forms; the other one is -1
}

// literals returns the index. It is built on first use.
var literals = sync.OnceValue(func() *index {
	x := &index{byPair: map[uint16][]literal{}}
	for i := range x.lower {
		x.lower[i] = lower(byte(i))
	}
	put := func(l literal) {
		first, second := lower(l.text[0]), lower(l.text[1])
		x.byPair[pair(first, second)] = append(x.byPair[pair(first, second)], l)
		for third := range 256 {
			if len(l.text) == 2 || byte(third) == lower(l.text[2]) {
				n := trigram(first, second, byte(third))
				x.trigram[n/64] |= 1 << (n % 64)
			}
		}
	}
	for i, p := range tokenPrefixes {
		put(literal{p.text, i, -1})
	}
	for i := range forms {
		for _, hint := range forms[i].hints {
			put(literal{hint, -1, i})
		}
	}
	return x
})

func pair(a, b byte) uint16 { return uint16(a)<<8 | uint16(b) }

// trigram returns the position of three bytes in the bitmap.
func trigram(a, b, c byte) uint32 {
	return (uint32(a)<<8 ^ uint32(b)<<4 ^ uint32(c)) % trigramBits
}

// lower returns the lower case of an ASCII letter, and any other byte unchanged.
func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// findLiterals finds the tokens that begin with a known prefix, and applies the forms of
// which the text contains a hint.
func findLiterals(text string, add func(start, end int)) {
	x := literals()
	var hinted [32]bool // by position in forms
	var a, b, c byte
	for end := range len(text) + 1 {
		a, b, c = b, c, 0
		if end < len(text) {
			c = x.lower[text[end]]
		}
		if n := trigram(a, b, c); x.trigram[n/64]>>(n%64)&1 == 0 || end < 2 {
			continue
		}
		i := end - 2
		for _, l := range x.byPair[pair(a, b)] {
			switch {
			case len(text)-i < len(l.text):
			case l.prefix >= 0 && text[i:i+len(l.text)] == l.text:
				addToken(text, i, len(l.text), tokenPrefixes[l.prefix].min, add)
			case l.form >= 0 && !hinted[l.form]:
				got := text[i : i+len(l.text)]
				hinted[l.form] = got == l.text || !forms[l.form].exact() && strings.EqualFold(got, l.text)
			}
		}
	}
	for i := range forms {
		if hinted[i] {
			findForm(&forms[i], text, add)
		}
	}
}

// findForm applies a form to each line that contains one of its hints.
func findForm(f *form, text string, add func(start, end int)) {
	folded := text
	if !f.exact() {
		letters := []byte(text)
		for i, c := range letters {
			letters[i] = lower(c)
		}
		folded = string(letters)
	}
	for _, hint := range f.hints {
		for i := 0; ; {
			n := strings.Index(folded[i:], hint)
			if n < 0 {
				break
			}
			start := 1 + strings.LastIndexByte(text[:i+n], '\n')
			i += n + len(hint)
			end := len(text)
			if n := strings.IndexByte(text[i:], '\n'); n >= 0 {
				end = i + n
			}
			i = end
			for _, loc := range f.re().FindAllStringSubmatchIndex(text[start:end], -1) {
				from, to := start+loc[4], start+loc[5]
				if q := text[from]; to-from > 1 && (q == '"' || q == '\'') && text[to-1] == q {
					from, to = from+1, to-1
				}
				if !strings.HasPrefix(text[from:], "$") {
					add(from, to)
				}
			}
		}
	}
}
