package shell

import "strings"

// token is a lexical token of a program.
type token struct {
	kind byte // 'n' identifier, 's' string literal, 'l' end of line, 'o' any other character
	// text is the identifier, the character, or the value of the string literal.
	text string
}

// likeC reports whether the comments of a language are those of C, and backquotes hold a string.
func (l language) likeC() bool { return l == javaScriptCode || l >= goCode }

// maxTokens is the maximum number of tokens read from one program.
const maxTokens = 200000

// tokens splits code into tokens. It skips comments, and in Python it drops line ends within
// brackets, where they do not end a statement.
func tokens(code string, lang language) []token {
	var out []token
	depth := 0
	for i := 0; i < len(code) && len(out) < maxTokens; {
		c := code[i]
		switch {
		case c == '\n':
			if depth == 0 {
				out = append(out, token{kind: 'l'})
			}
			i++
		case c == ' ' || c == '\t' || c == '\r':
			i++
		case c == '#' && (!lang.likeC() || lang == otherCode) || c == '/' && lang.likeC() && strings.HasPrefix(code[i:], "//"):
			if end := strings.IndexByte(code[i:], '\n'); end >= 0 {
				i += end
			} else {
				i = len(code)
			}
		case c == '/' && lang.likeC() && strings.HasPrefix(code[i:], "/*"):
			if end := strings.Index(code[i+2:], "*/"); end >= 0 {
				i += end + 4
			} else {
				i = len(code)
			}
		case lang == otherCode && strings.HasPrefix(code[i:], "::"): // a module of Rust's or R's is as that of others
			out, i = append(out, token{'o', "."}), i+2
		case lang == otherCode && c == '\'' && !closesOnLine(code[i+1:]): // a lifetime, a quoted name of Lisp's
			out, i = append(out, token{'o', "'"}), i+1
		case c == '"' || c == '\'' || c == '`' && lang.likeC():
			text, n := quotedText(code[i:], lang, lang == goCode && c == '`')
			if lang == otherCode && strings.ContainsAny(text, "$") || lang == otherCode && strings.Contains(text, "#{") {
				text = unknownMark
			}
			out = appendString(out, text)
			i += n
		case c == '`' && lang == perlLikeCode: // a command whose output the program gets
			text, n := quotedText(code[i:], lang, false)
			if strings.Contains(text, "#{") || strings.Contains(text, "$") {
				text = unknownMark
			}
			out = append(out, token{'n', "exec"}, token{'s', text})
			i += n
		case isLetter(c) || c == '_' || c == '$' || c >= 0x80:
			j := i
			for j < len(code) && (isLetter(code[j]) || code[j] == '_' || code[j] == '$' || code[j] >= 0x80 || code[j] >= '0' && code[j] <= '9') {
				j++
				if lang == otherCode && j+1 < len(code) && code[j] == '-' && isLetter(code[j+1]) {
					j++ // delete-file
				}
			}
			word := code[i:j]
			if lang == otherCode && j+1 < len(code) && code[j] == '!' && code[j+1] != '=' {
				out, i = append(out, token{'n', word}), j+1 // rm_rf!, of Elixir
				continue
			}
			if lang == pythonCode && len(word) <= 2 && j < len(code) && (code[j] == '"' || code[j] == '\'') && strings.Trim(strings.ToLower(word), "rbfu") == "" {
				text, n := quotedText(code[j:], lang, strings.ContainsAny(word, "rR"))
				if strings.ContainsAny(word, "fF") && strings.Contains(text, "{") {
					text = unknownMark
				}
				out = appendString(out, text)
				i = j + n
				continue
			}
			if i = j; lang == perlLikeCode && word == "qw" {
				out, i = appendListed(out, code, j)
				continue
			}
			out = append(out, token{'n', word})
		case lang == perlLikeCode && strings.HasPrefix(code[i:], "%w"):
			out, i = appendListed(out, code, i+2)
		default:
			switch c {
			case '(', '[', '{':
				if lang == pythonCode {
					depth++
				}
			case ')', ']', '}':
				depth = max(depth-1, 0)
			}
			out = append(out, token{'o', code[i : i+1]})
			i++
		}
	}
	return out
}

// closesOnLine reports whether a quote closes on the line on which it opened.
func closesOnLine(rest string) bool {
	line, _, _ := strings.Cut(rest, "\n")
	return strings.Contains(line, "'")
}

// appendString appends the token of a string literal, or puts it behind the one before if they are concatenated: 'a' + 'b', 'a' . 'b'.
func appendString(out []token, text string) []token {
	n := len(out)
	if n > 1 && out[n-2].kind == 's' && (out[n-1].text == "+" || out[n-1].text == ".") && out[n-1].kind == 'o' && !strings.Contains(out[n-2].text+text, unknownMark) && len(out[n-2].text) < maxPath {
		out[n-2].text += text
		return out[:n-1]
	}
	return append(out, token{'s', text})
}

// appendListed appends the words of a list without quotes as string literals with commas between them: qw(git commit), %w[a b]. i is where
// it opens. It returns where it ends.
func appendListed(out []token, code string, i int) ([]token, int) {
	closing := map[string]string{"(": ")", "[": "]", "{": "}", "/": "/", "<": ">"}[code[i:min(i+1, len(code))]]
	end := -1
	if closing != "" {
		end = strings.Index(code[i+1:], closing)
	}
	if end < 0 {
		return append(out, token{'o', "%"}), i
	}
	for n, word := range strings.Fields(code[i+1 : i+1+end]) {
		if n > 0 {
			out = append(out, token{'o', ","})
		}
		out = append(out, token{'s', word})
	}
	return out, i + end + 2
}

// quotedText returns the value of the string literal at the start of code and its length in bytes.
// The value is unknownMark if the literal is interpolated or not terminated. If raw is true,
// backslashes are kept.
func quotedText(code string, lang language, raw bool) (string, int) {
	quote := code[:1]
	if (lang == pythonCode || lang == otherCode) && strings.HasPrefix(code, strings.Repeat(quote, 3)) {
		quote = strings.Repeat(quote, 3)
	}
	var b strings.Builder
	for i := len(quote); i < len(code); i++ {
		switch {
		case strings.HasPrefix(code[i:], quote):
			text := b.String()
			if quote == "`" && strings.Contains(text, "${") {
				text = unknownMark
			}
			return text, i + len(quote)
		case code[i] == '\n' && len(quote) == 1 && quote != "`":
			// Such a string cannot contain a newline: the quote was an apostrophe, or the code is
			// broken.
			return unknownMark, i
		case code[i] == '\\' && i+1 < len(code):
			if raw {
				b.WriteByte('\\')
			}
			i++
			if !raw && (code[i] == 'n' || code[i] == 't') {
				b.WriteString(unescapeC(code[i-1 : i+1]))
				continue
			}
			b.WriteByte(code[i])
		default:
			b.WriteByte(code[i])
		}
	}
	return unknownMark, len(code)
}
