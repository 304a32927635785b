package redact

import "strings"

// findPrivateKeys finds the bodies of PEM and PGP blocks with a private key. A block without an
// end line extends to the end of the text.
func findPrivateKeys(text string, add func(start, end int)) {
	const begin, end = "PRIVATE KEY", "-----END"
	for i := 0; ; {
		n := strings.Index(text[i:], begin)
		if n < 0 {
			return
		}
		i += n + len(begin)
		rest := strings.TrimPrefix(text[i:], " BLOCK")
		if !strings.HasPrefix(rest, "-----") {
			continue
		}
		start := len(text) - len(rest) + len("-----")
		i = len(text)
		if n := strings.Index(text[start:], end); n >= 0 {
			i = start + n
		}
		add(start, i)
	}
}
