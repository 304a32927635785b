package words

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// maxChoice is the length of the longest prompt that only chooses, in bytes.
const maxChoice = 60

// What begins an option of a message, and what names one in a short answer.
var (
	optionBegin = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^[^\pL\pN]*(?:(?i:option|choice|approach|method|variante?|方案|方法|选项|選択肢|案|방법|방안|옵션) ?)?([1-9]|[A-Da-d])[*_]*(?:[.)](?:[ *_]|$)|[:：(（、]| \(| [-–—] |번|$)`)
	})
	optionNamed = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(.*?)[(#]?\b([1-9]|[A-Da-d])\b[).:]?(.*)$`) })
)

// below follows the lines of a message, and knows the option that each stands below.
type below struct {
	name  string
	blank bool // the line before was empty
}

// option returns the number or letter of the option that a sentence stands below, "" if it is none. A block or a list may follow an
// empty line; other text there is about all of them.
func (b *below) option(s *sentence) string {
	switch {
	case s.line == "":
		b.blank = true
		return b.name
	case s.pasted:
	case s.first:
		if m := optionBegin().FindStringSubmatch(s.line); m != nil {
			b.name = strings.ToUpper(m[1])
		} else if b.blank && !s.item {
			b.name = ""
		}
	}
	b.blank = false
	return b.name
}

// chosen returns the number or letter of the option that a prompt chooses and says nothing else, "" if it is none: "2", "option B
// please", "1번으로 진행해줘".
func chosen(prompt string) string {
	prompt = strings.TrimSpace(prompt)
	if len(prompt) > maxChoice || strings.ContainsAny(prompt, "\n?？") {
		return ""
	}
	m := optionNamed().FindStringSubmatch(prompt)
	if m == nil {
		return ""
	}
	before, after := strings.ToLower(strings.Trim(m[1], choiceSigns)), strings.ToLower(strings.Trim(m[3], choiceSigns))
	for _, l := range languages() {
		if l.only(before, l.choose, l.polite) && l.only(after, l.polite, l.agree) {
			return strings.ToUpper(m[2])
		}
	}
	for _, l := range verbFinals() {
		for _, count := range append(slices.Clone(l.Counters), "") {
			rest, counted := strings.CutPrefix(after, count)
			rest = strings.TrimLeft(rest, choiceSigns)
			if (before == "" || slices.Contains(l.Choose, before)) && counted && (rest != "" || count != "" || before != "") && (rest == "" || slices.Contains(l.Agree, rest)) {
				return strings.ToUpper(m[2])
			}
		}
	}
	return ""
}

// choiceSigns may stand around the words of a choice.
const choiceSigns = " .,!:;*\"'()，。、！：-"

// only reports whether a text is nothing but phrases of the tables.
func (l *language) only(text string, tables ...phrases) bool {
	var tokens []token
	for _, w := range strings.Fields(text) {
		tokens = append(tokens, classify(strings.Trim(w, choiceSigns)))
	}
	for len(tokens) > 0 {
		longest := 0
		for _, table := range tables {
			_, n := l.match(table, tokens)
			longest = max(longest, n)
		}
		if longest == 0 {
			return false
		}
		tokens = tokens[longest:]
	}
	return true
}
