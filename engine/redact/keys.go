package redact

import (
	"math"
	"strings"
)

// minKey is the least length of what is taken for a real key, and minEntropy what its letters tell at least, in bits each.
const (
	minKey     = 20
	minEntropy = 3.3
)

// notKeys are parts of values that stand for a key or are known to be none.
var notKeys = []string{"example", "sample", "dummy", "fake", "test", "placeholder", "your", "change", "supersecret", "mysecret", "secretkey", "xxxx", "0000", "1234567890", "0123456789", "abcdefgh", "...", "process.env", "localhost"}

// Keys returns the secrets in a text that look like real keys: tokens of known forms, what is assigned to the name of a key, and passwords in
// addresses. Placeholders and what everybody may know are none.
func (f Finder) Keys(text string) (values []string) {
	for _, span := range f.Find(text) {
		value := text[span.Start:span.End]
		if (IsKey(value) || isURLPassword(text, span.Start, span.End)) && !isPublic(value, text) {
			values = append(values, value)
		}
	}
	return values
}

// IsKey reports whether a value looks like a real key and not like a word, a placeholder or a name.
func IsKey(value string) bool {
	lower := strings.ToLower(value)
	for _, part := range notKeys {
		if strings.Contains(lower, part) {
			return false
		}
	}
	if isTitle(value) {
		return false
	}
	if strings.Contains(value, "-----BEGIN") {
		return len(value) > 200
	}
	if len(value) < minKey || !LooksRandom(value) || strings.ContainsAny(value, "<>{}$ ()") {
		return false
	}
	counts := map[rune]float64{}
	for _, r := range value {
		counts[r]++
	}
	bits := 0.0
	for _, n := range counts {
		p := n / float64(len(value))
		bits -= p * math.Log2(p)
	}
	return bits >= minEntropy
}

// isTitle reports whether a value is a title as addresses have it: key-features-of-the-law-5ee06f79dd1a.
func isTitle(value string) bool {
	words := 0
	for word := range strings.SplitSeq(value, "-") {
		if len(word) > 1 && strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") == "" {
			words++
		}
	}
	return words >= 4
}

// isPublic reports whether a value is the key of a Firebase web application, which every visitor of its pages gets: it names the project, and
// what may be done there is decided by the project's rules (firebase.google.com/docs/projects/api-keys). It stands beside the other
// settings of such an application.
func isPublic(value, text string) bool {
	return strings.HasPrefix(value, "AIza") && strings.Contains(text, "authDomain") && strings.Contains(text, "projectId")
}

// maxAddress is how many bytes of an address are looked at before its password and behind it.
const maxAddress = 300

// isURLPassword reports whether what stands at these bytes of the text is the password in scheme://user:password@host, and one that
// somebody has chosen for a host that others can reach: passwords are shorter than keys and may be made of words, so that it has
// letters and digits, does not repeat the user's name, and the host is a name with a domain or an address.
func isURLPassword(text string, start, end int) bool {
	value := text[start:end]
	text = text[:min(end+maxAddress, len(text))]
	text, start, end = text[max(0, start-maxAddress):], min(start, maxAddress), end-start+min(start, maxAddress)
	scheme := strings.LastIndex(text[:start], "://")
	if scheme < 0 || !strings.HasPrefix(text[end:], "@") || strings.ContainsAny(value, "<>{}$*%") || len(value) < 8 {
		return false
	}
	user := strings.ToLower(strings.TrimSuffix(text[scheme+len("://"):start], ":"))
	host, _, _ := strings.Cut(strings.FieldsFunc(text[end+1:]+" ", func(r rune) bool { return strings.ContainsRune(" \t\r\n\"'`<>/?#|;(),", r) })[0], ":")
	lower := strings.ToLower(value)
	for _, part := range append(notKeys, "password", "passwd", "secret", user) {
		if strings.Contains(lower, part) {
			return false
		}
	}
	return strings.ContainsAny(value, "0123456789") && strings.ContainsAny(lower, "abcdefghijklmnopqrstuvwxyz") &&
		user != "" && strings.Contains(host, ".") && !strings.Contains(host, "example") && !strings.HasPrefix(host, "127.")
}
