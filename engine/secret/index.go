package secret

import (
	"strings"
	"sync"
)

// index finds in one pass over a text which literals it has: by their first two letters,
// whatever their case.
type index struct {
	pairs  [1 << 16 / 64]uint64
	starts map[uint16][]literal
}

// A literal is a prefix of tokens, or a hint of a form.
type literal struct {
	text         string
	prefix, form int // in prefixes or in forms, -1 for the other
}

var literals = sync.OnceValue(func() *index {
	x := &index{starts: map[uint16][]literal{}}
	put := func(l literal) {
		p := pair(l.text[0], l.text[1])
		x.pairs[p/64] |= 1 << (p % 64)
		x.starts[p] = append(x.starts[p], l)
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

// pair is two bytes as one number, letters as small ones.
func pair(a, b byte) uint16 { return uint16(small(a))<<8 | uint16(small(b)) }

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
	for i := 0; i+1 < len(text); i++ {
		p := pair(text[i], text[i+1])
		if x.pairs[p/64]&(1<<(p%64)) == 0 {
			continue
		}
		for _, l := range x.starts[p] {
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
