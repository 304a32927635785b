package facts

import "strings"

// bigrams are the pairs of adjacent bytes of a text. A literal can be in the text only if all of
// its bigrams are, which rules most readers out without searching a long output.
type bigrams struct {
	text string
	has  [1 << 16 / 64]uint64
}

func bigramsOf(text string) *bigrams {
	p := &bigrams{text: text}
	for i := 1; i < len(text); i++ {
		n := uint(text[i-1])<<8 | uint(text[i])
		p.has[n/64] |= 1 << (n % 64)
	}
	return p
}

// contain reports whether a literal is in the text.
func (p *bigrams) contain(literal string) bool {
	for i := 1; i < len(literal); i++ {
		if n := uint(literal[i-1])<<8 | uint(literal[i]); p.has[n/64]&(1<<(n%64)) == 0 {
			return false
		}
	}
	return strings.Contains(p.text, literal)
}
