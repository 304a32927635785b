package words

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// FuzzExtract checks that no prompt makes the reader fail, keep a text, or take long.
func FuzzExtract(f *testing.F) {
	f.Add("commit and push, but don't force push `git push --force` to main")
	f.Add("```\n$ rm -rf x\n```\n> quoted\n# a\n# b\n- delete a.txt, b.txt")
	f.Add("\"“«`unclosed ''' ::: --- ... ??? \x00\xff ")
	f.Add("<system-reminder>x</system-reminder><a-b>")
	f.Fuzz(func(t *testing.T, prompt string) {
		began := time.Now()
		for _, s := range Extract(prompt, func(string) string { return "command" }) {
			if s.Object != "" && s.Object != "command" && (len(s.Object) != 16 || strings.Trim(s.Object, "0123456789abcdef") != "") {
				t.Fatalf("%q: %+v keeps a text", prompt, s)
			}
			if !slices.Contains([]string{Order, Standing, Permission, Negation, Forbidden, Plan, Agreement, Choice, Offer, Failure, Passed, Names}, s.Kind) {
				t.Fatalf("%q: %+v is of no kind", prompt, s)
			}
		}
		if took := time.Since(began); took > 5*time.Second {
			t.Fatalf("%d bytes took %v", len(prompt), took)
		}
	})
}

// TestExtractIsLinear checks that a prompt twice as long is read in about twice the time, whatever is in it.
func TestExtractIsLinear(t *testing.T) {
	for _, unit := range []string{"and ", "please ", "\"a ", "`a ", "<a-b>", "delete a.txt, ", "don't ", "(((", "a\n", "if commit ", "the the ", "> x\n", "```\n", "not yet ", "@a/b "} {
		took := func(n int) time.Duration {
			prompt := strings.Repeat(unit, n/len(unit))
			best := time.Hour
			for range 3 {
				began := time.Now()
				Extract(prompt, asWritten)
				best = min(best, time.Since(began))
			}
			return best
		}
		took(1 << 10)
		if short, long := took(8<<10), took(64<<10); long > 40*short+300*time.Millisecond {
			t.Errorf("%q: 8 kB took %v, 64 kB %v", unit, short, long)
		}
	}
}

// sorted returns lines in alphabetical order.
func sorted(lines []string) string {
	lines = slices.Clone(lines)
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
