// Package secret finds what must not be kept in command lines and in what they print:
// passwords, tokens and keys, by the forms in which they are known to be written. It knows
// no event and no store.
//
// What it costs is a search for a few dozen literals. A regular expression is compiled when
// the first text has a literal that it needs.
package secret

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// Mark stands where a secret was.
const Mark = "[secret]"

// A Finder finds secrets. The zero value knows the usual forms.
type Finder struct {
	// Patterns are regular expressions (RE2) for more. What the group named "secret"
	// matches is one; without such a group, the whole match is.
	Patterns []*regexp.Regexp
}

// A Span is where a secret stands in a text, in bytes.
type Span struct{ Start, End int }

// Find gives the secrets in a text, in order and without overlaps.
func (f Finder) Find(text string) []Span {
	var found []Span
	add := func(start, end int) {
		if start < end && text[start:end] != Mark {
			found = append(found, Span{start, end})
		}
	}
	assigned(text, add)
	inAddresses(text, add)
	privateKeys(text, add)
	written(text, add)
	for _, re := range f.Patterns {
		group := max(re.SubexpIndex("secret"), 0)
		for _, loc := range re.FindAllStringSubmatchIndex(text, -1) {
			if loc[2*group] >= 0 {
				add(loc[2*group], loc[2*group+1])
			}
		}
	}
	return merged(found)
}

// Hide puts Mark in the place of each secret.
func (f Finder) Hide(text string) string {
	if text == "" {
		return "" // without making the index of what secrets begin with
	}
	return Without(text, f.Find(text))
}

// Without puts Mark in the place of each span, which are in order.
func Without(text string, spans []Span) string {
	if len(spans) == 0 {
		return text
	}
	var b strings.Builder
	at := 0
	for _, s := range spans {
		b.WriteString(text[at:s.Start])
		b.WriteString(Mark)
		at = s.End
	}
	b.WriteString(text[at:])
	return b.String()
}

func merged(found []Span) []Span {
	slices.SortFunc(found, func(a, b Span) int { return cmp.Compare(a.Start, b.Start) })
	var list []Span
	for _, s := range found {
		if n := len(list); n > 0 && s.Start < list[n-1].End {
			list[n-1].End = max(list[n-1].End, s.End)
			continue
		}
		list = append(list, s)
	}
	return list
}

// value is where the word that begins at start ends, and where its content lies: between
// its quotes, if it has any. A word that only names a variable or a command, or a constant
// of a language, is no secret: ok is false.
func value(text string, start int) (from, to int, ok bool) {
	if start >= len(text) {
		return start, start, false
	}
	from = start
	if escaped := strings.HasPrefix(text[start:], `\"`) || strings.HasPrefix(text[start:], `\'`); escaped {
		from, to = start+2, closing(text, start+2, text[start:start+2])
	} else if q := text[start]; q == '"' || q == '\'' {
		from, to = start+1, closing(text, start+1, text[start:start+1])
	} else {
		to = from
		for to < len(text) && !strings.ContainsRune(" \t\r\n\"'`&;|<>()", rune(text[to])) {
			to++
		}
		if to < len(text) && text[to] == '(' {
			return from, to, false // a call
		}
	}
	word := text[from:to]
	switch strings.ToLower(strings.TrimRight(word, ",}])")) {
	case "", "none", "null", "nil", "true", "false", "undefined":
		return from, to, false
	}
	return from, to, word[0] != '$' && word[0] != '`' && !strings.HasPrefix(word, "%(") && !strings.HasPrefix(word, "{{") && !strings.HasPrefix(word, Mark)
}

// closing is where a quoted text ends: before its quote, or with its line.
func closing(text string, from int, quote string) int {
	for i := from; i < len(text); i++ {
		switch {
		case strings.HasPrefix(text[i:], quote):
			return i
		case text[i] == '\\' && quote == `"`:
			i++
		case text[i] == '\n':
			return i
		}
	}
	return len(text)
}
