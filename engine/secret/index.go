package secret

import (
	"strings"
	"sync"
)

// index finds in one pass over a text which literals it has: by their first three letters,
// whatever their case.
type index struct {
	letters [256]byte // each letter as a small one
	triples [triples / 64]uint64
	starts  map[uint16][]literal // by their first two letters
}

// triples is among how many numbers three letters are dealt out: so many that few of an
// ordinary text share one with a literal.
const triples = 1 << 13

// A literal is a prefix of tokens, or a hint of a form.
type literal struct {
	text         string
	prefix, form int // in prefixes or in forms, -1 for the other
}

var literals = sync.OnceValue(func() *index {
	x := &index{starts: map[uint16][]literal{}}
	for i := range x.letters {
		x.letters[i] = small(byte(i))
	}
	put := func(l literal) {
		first, second := small(l.text[0]), small(l.text[1])
		x.starts[pair(first, second)] = append(x.starts[pair(first, second)], l)
		for third := range 256 {
			if len(l.text) == 2 || byte(third) == small(l.text[2]) {
				n := triple(first, second, byte(third))
				x.triples[n/64] |= 1 << (n % 64)
			}
		}
	}
	for i, p := range prefixes {
		put(literal{p.text, i, -1})
	}
	for i := range forms {
		for _, hint := range forms[i].hints {
			put(literal{hint, -1, i})
		}
	}
	return x
})

// pair is two bytes as one number, triple the number to which three are dealt.
func pair(a, b byte) uint16 { return uint16(a)<<8 | uint16(b) }

func triple(a, b, c byte) uint32 {
	return (uint32(a)<<8 ^ uint32(b)<<4 ^ uint32(c)) % triples
}

func small(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// written finds tokens by their first letters, and the forms in the lines that have one of
// their hints.
func written(text string, add func(start, end int)) {
	x := literals()
	var hinted [32]bool
	var a, b, c byte
	for end := range len(text) + 1 {
		a, b, c = b, c, 0
		if end < len(text) {
			c = x.letters[text[end]]
		}
		if n := triple(a, b, c); x.triples[n/64]>>(n%64)&1 == 0 || end < 2 {
			continue
		}
		i := end - 2
		for _, l := range x.starts[pair(a, b)] {
			switch {
			case len(text)-i < len(l.text):
			case l.prefix >= 0 && text[i:i+len(l.text)] == l.text:
				token(text, i, len(l.text), prefixes[l.prefix].min, add)
			case l.form >= 0 && !hinted[l.form]:
				there := text[i : i+len(l.text)]
				hinted[l.form] = there == l.text || !forms[l.form].exact() && strings.EqualFold(there, l.text)
			}
		}
	}
	for i := range forms {
		if hinted[i] {
			find(i, text, add)
		}
	}
}

// find adds what one form finds.
func find(form int, text string, add func(start, end int)) {
	lower := text
	if !forms[form].exact() {
		letters := []byte(text)
		for i, c := range letters {
			letters[i] = small(c)
		}
		lower = string(letters)
	}
	for _, hint := range forms[form].hints {
		for i := 0; ; {
			n := strings.Index(lower[i:], hint)
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
			for _, loc := range forms[form].re().FindAllStringSubmatchIndex(text[start:end], -1) {
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
