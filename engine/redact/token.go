package redact

import "strings"

// addToken adds the token at start, whose prefix is prefixLen bytes long. It adds nothing
// if too few bytes follow the prefix, if they are words or stand for a token, or if start is within a longer word.
func addToken(text string, start, prefixLen int, f *form, add func(start, end int)) {
	i := start + prefixLen
	for i < len(text) && isTokenByte(text[i]) {
		i++
	}
	if tail := text[start+prefixLen : i]; len(tail) >= f.least && startsWord(text, start) && (!areWords(tail) || f.coined && !standsFor(tail)) {
		add(start, i)
	}
}

// standsFor reports whether a text only stands where a token is to be put: your-token-here, xxxx, 0000.
func standsFor(tail string) bool {
	folded := fold(tail)
	for _, word := range []string{"your", "example", "token", "secret", "here", "placeholder", "redacted", "dummy", "fake", "sample", "test", "xxx", "..."} {
		if strings.Contains(folded, word) {
			return true
		}
	}
	return strings.Trim(folded, folded[:1]) == ""
}

// startsWord reports whether a word begins at i: after no letter or digit, or after \n in the text of a string.
func startsWord(text string, i int) bool {
	return i == 0 || !isAlphanumeric(text[i-1]) || text[i] == '.' || i > 1 && text[i-2] == '\\' && strings.IndexByte("nrt", text[i-1]) >= 0
}

func isTokenByte(c byte) bool { return c == '_' || c == '-' || c == '.' || isAlphanumeric(c) }

func isAlphanumeric(c byte) bool { return isLetter(c) || c >= '0' && c <= '9' }

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// areWords reports whether text consists of words, such as a name or a path does, and not of random
// characters. A word has letters, in camel case or not, and up to four digits at its end.
func areWords(text string) bool {
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r < 0x80 && !isAlphanumeric(byte(r)) }) {
		letters := 0
		for letters < len(word) && !(word[letters] >= '0' && word[letters] <= '9') {
			letters++
		}
		humps := 0
		for i := 1; i < letters; i++ {
			if lower(word[i]) != word[i] && lower(word[i-1]) == word[i-1] {
				humps++
			}
		}
		if digits := word[letters:]; len(digits) > 4 || strings.ContainsFunc(digits, func(r rune) bool { return r < '0' || r > '9' }) || humps > letters/4 || letters > 24 {
			return false
		}
	}
	return true
}

// isPath reports whether a word is the path of a file: the argument of an option such as --private-key may be one.
func isPath(word string) bool { return strings.Contains(word, "/") && areWords(word) }

// findPrefixed finds tokens behind a prefix that nobody has published and that is nobody's word, as it has no vowel: zzqk_ and 20 random
// characters or more, with a digit before their end: that of a name in camel case stands there.
func findPrefixed(text string, add func(start, end int)) {
	for at := 0; ; {
		i := strings.IndexByte(text[at:], '_')
		if i < 0 {
			return
		}
		i += at
		start, end := i, i+1
		for start > 0 && text[start-1] >= 'a' && text[start-1] <= 'z' {
			start--
		}
		for end < len(text) && isAlphanumeric(text[end]) {
			end++
		}
		prefix := text[start:i]
		whole := startsWord(text, start) && (start == 0 || text[start-1] != '_') && (end == len(text) || !isTokenByte(text[end]))
		if at = max(end, i+1); len(prefix) > 1 && len(prefix) < 9 && !strings.ContainsAny(prefix, "aeiouy") && end-i > 20 && whole &&
			strings.ContainsAny(strings.TrimRight(text[i+1:end], "0123456789"), "0123456789") && isSecret(text[i+1:end]) {
			add(start, end)
		}
	}
}
