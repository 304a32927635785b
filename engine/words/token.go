package words

import (
	"strings"
	"unicode"
)

// quotes are the signs in which a text is quoted.
var quotes = map[rune]rune{'`': '`', '"': '"', '“': '”', '«': '»'}

// maxQuoted is the length of the longest text that is taken for a quotation, in bytes.
const maxQuoted = 400

// next returns the first token of a text, the sign that ends a sentence behind it, if there is one, and the rest.
func next(text string) (t token, end rune, rest string) {
	text = strings.TrimLeftFunc(text, unicode.IsSpace)
	first, ok := firstRune(text)
	if !ok {
		return token{}, 0, ""
	}
	size := len(string(first))
	if closing, quoted := quotes[first]; quoted {
		if i := strings.IndexRune(text[size:min(len(text), maxQuoted)], closing); i >= 0 {
			inner := strings.TrimSpace(text[size : size+i])
			rest = text[size+i+len(string(closing)):]
			switch {
			case first == '`':
				return token{span, inner, inner}, 0, rest
			case inner != "" && !strings.ContainsFunc(inner, unicode.IsSpace):
				return token{name, inner, inner}, 0, rest
			}
			return token{kind: word, raw: `"`}, 0, rest // quoted words are not the user's own
		}
		return token{}, 0, text[size:]
	}
	if first == '(' {
		if i := strings.IndexByte(text[:min(len(text), maxQuoted)], ')'); i > 0 {
			return token{kind: word, raw: "("}, 0, text[i+1:] // an aside
		}
	}
	if strings.ContainsRune(",;()[]{}|", first) {
		return token{kind: comma, raw: text[:size]}, 0, text[size:]
	}
	i := strings.IndexFunc(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;()`\"“|", r) })
	if i < 0 {
		i = len(text)
	}
	raw, rest := text[:i], text[i:]
	trimmed := strings.TrimRight(raw, ".!?:*_…")
	if signs := raw[len(trimmed):]; signs != "" {
		switch {
		case strings.Contains(signs, "?"):
			end = '?'
		case strings.ContainsAny(signs, ".!…"):
			end = '.'
		case strings.Contains(signs, ":"):
			rest = ":" + rest
		}
	}
	if raw == ":" {
		return token{kind: colon}, 0, text[i:]
	}
	return classify(strings.TrimLeft(trimmed, "*_'")), end, rest
}

var apostrophes = strings.NewReplacer("'", "", "’", "", "`", "")

// classify returns the token of a word.
func classify(raw string) token {
	switch {
	case raw == "-" || raw == "–" || raw == "—" || raw == "--" || raw == "->" || raw == "→" || raw == "=>":
		return token{kind: comma}
	case isName(raw):
		return token{name, strings.TrimPrefix(strings.TrimRight(raw, "'"), "@"), raw}
	}
	return token{word, apostrophes.Replace(strings.ToLower(raw)), raw}
}

// isName reports whether a word is the name of a file or of something else that has signs in it.
func isName(raw string) bool {
	if len(raw) < 2 || strings.HasPrefix(raw, "-") || strings.Contains(raw, "://") {
		return false
	}
	inner := raw[1 : len(raw)-1]
	digits, letters := strings.ContainsFunc(raw, unicode.IsDigit), strings.ContainsFunc(raw, unicode.IsLetter)
	switch {
	case !letters:
		return false
	case raw[0] == '@', raw[0] == '/', strings.HasPrefix(raw, "~/"), strings.HasPrefix(raw, "./"), strings.HasSuffix(raw, "/"), raw[0] == '.' && !strings.HasPrefix(raw, ".."):
		return true
	case strings.ContainsAny(inner, "/_\\"), strings.ContainsAny(inner, ".") && !strings.HasSuffix(raw, "e.g") && !strings.HasSuffix(raw, "i.e"):
		return true
	}
	return digits && strings.Contains(inner, "-")
}
