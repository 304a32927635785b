package readers

import (
	"slices"
	"strings"

	"witness/engine/bundle"
	"witness/engine/facts"
)

// matches reports whether a reader for a table finds one of its literals in the output, or may read it without one.
func (in *reading) matches(f *bundle.File, into string) bool {
	return f.Into == into && (in.hasLiteral(f) || in.filtered(f))
}

// hasLiteral reports whether one of a reader's literals is in the output.
func (in *reading) hasLiteral(f *bundle.File) bool {
	return slices.ContainsFunc(f.Contains, in.bigrams.contain)
}

// filtered reports whether a filter may have dropped the literals of a reader from the output of its own command:
// `vitest run | grep Tests` leaves nothing but the counts.
func (in *reading) filtered(f *bundle.File) bool {
	return len(f.Contains) > 0 && slices.ContainsFunc(in.c.Commands, func(cmd facts.Command) bool {
		return cmd.Known && cmd.OutputHidden && cmd.Runner == runnerOf(f)
	})
}

// proven reports whether the output may be of a reader's runner.
func (in *reading) proven(f *bundle.File, own bool) bool {
	if slices.ContainsFunc(f.Foreign, in.bigrams.contain) {
		return false
	}
	return own || len(f.Proof) == 0 || slices.ContainsFunc(f.Proof, func(literal string) bool {
		first, line := strings.CutPrefix(literal, "\n") // at the beginning of a line, such as the first
		return in.bigrams.contain(literal) || line && strings.HasPrefix(in.c.Output, first)
	})
}

// namedIn reports whether a shell line has the words of one of a reader's commands in their order.
func (in *reading) namedIn(f *bundle.File, line string) bool {
	return slices.ContainsFunc(f.Commands, func(entry string) bool {
		rest := line
		for _, word := range strings.Fields(entry) {
			i := strings.Index(rest, word)
			if i < 0 {
				return false
			}
			rest = rest[i+len(word):]
		}
		return true
	})
}

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

// echoes reports whether a task printed one of a reader's commands before it ran it: "$ eslint ." (mise, bun, yarn),
// "> eslint ." (npm, pnpm), "+ eslint ." (sh -x), or the line alone (make, just), which must have two words.
func (in *reading) echoes(f *bundle.File) bool {
	return slices.ContainsFunc(f.Commands, func(entry string) bool {
		return in.bigrams.contain("$ "+entry) || in.bigrams.contain("> "+entry) || in.bigrams.contain("+ "+entry) ||
			strings.Contains(entry, " ") && (in.bigrams.contain("\n"+entry) || strings.HasPrefix(in.c.Output, entry))
	})
}
