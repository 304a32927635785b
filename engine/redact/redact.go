// Package redact finds secrets in text and replaces them.
//
// A secret is a password, token or key, recognised by the forms in which command lines
// and their output usually hold one: an assignment to a name such as DB_PASSWORD (assign.go), a URL with a
// password (url.go), a private key block (pem.go), and the table of all other forms (forms.go): tokens with
// a published prefix, headers, options of programs, here-strings, SQL. Start at Finder.Find.
//
// A search looks for the literals of the table in one pass (index.go). A regular expression is
// compiled when the first text contains a literal that it needs.
package redact

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// Placeholder is the text that replaces a secret.
const Placeholder = "[secret]"

// A Finder finds secrets. The zero value recognises the built-in forms.
type Finder struct {
	// Patterns are further regular expressions (RE2). The match of the group named
	// "secret" is the secret; without such a group, the whole match is.
	Patterns []*regexp.Regexp
}

// A Span is the position of a secret in a text: the half-open byte range [Start, End).
type Span struct{ Start, End int }

// Find returns the positions of the secrets in text, in order and without overlaps.
func (f Finder) Find(text string) []Span {
	var found []Span
	add := func(start, end int) {
		if start < end && text[start:end] != Placeholder {
			found = append(found, Span{start, end})
		}
	}
	findAssignments(text, add)
	findURLPasswords(text, add)
	findPrivateKeys(text, add)
	findLiterals(text, add)
	findPrefixed(text, add)
	for _, re := range f.Patterns {
		group := max(re.SubexpIndex("secret"), 0)
		for _, loc := range re.FindAllStringSubmatchIndex(text, -1) {
			if loc[2*group] >= 0 {
				add(loc[2*group], loc[2*group+1])
			}
		}
	}
	return merge(found)
}

// Redact returns text with each secret replaced by Placeholder.
func (f Finder) Redact(text string) string {
	if text == "" {
		return "" // avoids building the index of literals
	}
	return Replace(text, f.Find(text))
}

// Replace returns text with each span replaced by Placeholder. The spans must be in order and
// must not overlap.
func Replace(text string, spans []Span) string {
	if len(spans) == 0 {
		return text
	}
	var b strings.Builder
	at := 0
	for _, s := range spans {
		b.WriteString(text[at:s.Start])
		b.WriteString(Placeholder)
		at = s.End
	}
	b.WriteString(text[at:])
	return b.String()
}

// Words replaces secrets in the words of a command, and returns the words. A short secret may be part of a word by
// chance, so it is replaced only at the end of a word.
func Words(words, secrets []string) []string {
	for _, s := range secrets {
		for _, form := range []string{s, strings.ReplaceAll(s, `\`, "")} {
			for i, word := range words {
				switch {
				case form == "" || word == Placeholder:
				case len(form) >= 4:
					words[i] = strings.ReplaceAll(word, form, Placeholder)
				case strings.HasSuffix(word, form):
					words[i] = strings.TrimSuffix(word, form) + Placeholder
				}
			}
		}
	}
	return words
}

// merge sorts spans and joins those that overlap.
func merge(found []Span) []Span {
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
