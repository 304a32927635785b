package secret

import (
	"strings"
	"sync"
)

// index finds in one pass over a text which literals it has: by their first two letters,
// whatever their case.
type index struct {
	letters [256]byte      // each letter as a small one
	seconds [256][4]uint64 // for each letter that a literal begins with, which come second
	starts  map[uint16][]literal
}

// A literal is a prefix of tokens, or a hint of a form.
type literal struct {
	text         string
	third        byte // its third letter as a small one, 0 if it has two
	prefix, form int  // in prefixes or in forms, -1 for the other
}

var literals = sync.OnceValue(func() *index {
	x := &index{starts: map[uint16][]literal{}}
	for i := range x.letters {
		x.letters[i] = small(byte(i))
	}
	put := func(l literal) {
		if len(l.text) > 2 {
			l.third = small(l.text[2])
		}
		p := pair(l.text[0], l.text[1])
		second := byte(p)
		x.seconds[p>>8][second/64] |= 1 << (second % 64)
		x.starts[p] = append(x.starts[p], l)
	}
	for i, p := range prefixes {
		put(literal{text: p.text, prefix: i, form: -1})
	}
	for i := range forms {
		for _, hint := range forms[i].hints {
			put(literal{text: hint, prefix: -1, form: i})
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
	first := byte(0)
	for i := range len(text) {
		second := x.letters[text[i]]
		known := x.seconds[first][second/64]>>(second%64)&1 == 1
		p := uint16(first)<<8 | uint16(second)
		if first = second; !known {
			continue
		}
		i := i - 1
		for _, l := range x.starts[p] {
			switch {
			case len(text)-i < len(l.text) || l.third != 0 && l.third != x.letters[text[i+2]]:
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
