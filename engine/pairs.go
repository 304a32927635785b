package engine

import "strings"

// pairs are the pairs of neighbouring bytes that a text has. A literal is in the text only
// if all of its pairs are: for a long output most readers are ruled out without a search.
type pairs struct {
	text string
	has  [1 << 16 / 64]uint64
}

func pairsOf(text string) *pairs {
	p := &pairs{text: text}
	for i := 1; i < len(text); i++ {
		n := uint(text[i-1])<<8 | uint(text[i])
		p.has[n/64] |= 1 << (n % 64)
	}
	return p
}

// contain tells whether a literal is in the text.
func (p *pairs) contain(literal string) bool {
	for i := 1; i < len(literal); i++ {
		if n := uint(literal[i-1])<<8 | uint(literal[i]); p.has[n/64]&(1<<(n%64)) == 0 {
			return false
		}
	}
	return strings.Contains(p.text, literal)
}
