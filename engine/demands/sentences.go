package demands

import (
	"path"
	"strings"
	"unicode"
)

// sentences returns the sentences of lines of prose.
func sentences(lines []codeLine) (list [][]token) {
	var tokens []token
	end := func() {
		if len(tokens) > 0 {
			list = append(list, tokens)
			tokens = nil
		}
	}
	var text strings.Builder
	var at []int // the line of each byte
	for i, l := range lines {
		s := l.text
		if m := boldLine().FindStringSubmatch(s); m != nil {
			s = m[1] + ":"
		}
		if i > 0 {
			text.WriteByte(' ')
			at = append(at, l.line)
		}
		text.WriteString(s)
		for range len(s) {
			at = append(at, l.line)
		}
	}
	s := text.String()
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c == '`':
			marks := len(s[i:]) - len(strings.TrimLeft(s[i:], "`"))
			to := strings.Index(s[i+marks:], s[i:i+marks])
			if to < 0 {
				i += marks
				continue
			}
			tokens = append(tokens, token{kind: code, text: strings.TrimSpace(s[i+marks : i+marks+to]), line: at[i]})
			i += marks + to + marks
		case c == '*' && strings.HasPrefix(s[i:], "*.") && i+2 < len(s) && unicode.IsLower(rune(s[i+2])): // *.md
			to := i + 2
			for to < len(s) && unicode.IsLower(rune(s[to])) {
				to++
			}
			tokens = append(tokens, token{kind: code, text: s[i:to], line: at[i]})
			i = to
		case c == '*' || c == '_' && (i == 0 || s[i-1] == ' ') || c == '"' || c == ' ' || c == '\t':
			i++
		case strings.ContainsRune(",;:()|/", rune(c)):
			if c == ':' && i+2 < len(s) && s[i+1] == '/' {
				i++
				continue
			}
			tokens = append(tokens, token{kind: sign, text: string(c), line: at[i]})
			i++
		case strings.HasPrefix(s[i:], "—"), strings.HasPrefix(s[i:], "–"), strings.HasPrefix(s[i:], "→"), strings.HasPrefix(s[i:], "- ") && i > 0 && s[i-1] == ' ':
			tokens = append(tokens, token{kind: sign, text: "—", line: at[i]})
			i += len("- ")
			if s[i-1] >= 0x80 {
				i++
			}
		case (c == '.' || c == '!' || c == '?') && (i+1 == len(s) || strings.ContainsRune(" *_)\"", rune(s[i+1]))):
			i++
			if n := len(tokens) - 1; n >= 0 && hasAny(tokens[n:], "e.g", "i.e") {
				continue // the sentence goes on
			}
			if n := len(tokens) - 1; n > 0 && tokens[n-1].kind == code && c == '.' && tokens[n].kind == word && strings.Trim(tokens[n].text, "0123456789") == "" { // "1. `x` 2. `y`"
				tokens[n] = token{kind: sign, text: ",", line: tokens[n].line}
				continue
			}
			end()
		case c == '[': // a link: its text
			i++
		case c == ']':
			i++
			if i < len(s) && s[i] == '(' {
				if to := strings.IndexByte(s[i:], ')'); to > 0 {
					target, _, _ := strings.Cut(s[i+1:i+to], "#")
					switch last := len(tokens) - 1; {
					case last < 0 || !isDoc(target):
					case tokens[last].kind != code:
						tokens = append(tokens, token{kind: code, text: target, line: at[i]})
					case strings.EqualFold(path.Base(target), path.Base(tokens[last].text)): // it says where the file is
						tokens[last].text = strings.TrimPrefix(target, "./")
					}
					i += to + 1
				}
			}
		default:
			to := i
			for to < len(s) && !strings.ContainsRune(" \t`*,;:()|[]\"", rune(s[to])) && !strings.HasPrefix(s[to:], "—") {
				to++
			}
			if to == i {
				i++
				continue
			}
			w := s[i:to]
			if end := strings.TrimRight(w, ".!?"); end != "" && (to == len(s) || s[to] != '`') && (end != w) {
				to = i + len(end)
				w = end
			}
			tokens = append(tokens, wordToken(w, at[i])...)
			i = to
		}
	}
	end()
	return list
}

// wordToken returns a word; a file or folder that is named without marks is code.
func wordToken(w string, line int) (list []token) {
	if isBarePath(w) {
		return []token{{kind: code, text: w, line: line}}
	}
	for i, part := range strings.Split(w, "/") {
		if i > 0 {
			list = append(list, token{kind: sign, text: "/", line: line})
		}
		plain := strings.Map(func(r rune) rune {
			if r == '\'' || r == '’' || r == '✅' || r == '❌' {
				return -1
			}
			return unicode.ToLower(r)
		}, part)
		if plain == "+" || strings.ContainsFunc(plain, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) { // and no symbol
			list = append(list, token{kind: word, text: plain, raw: part, line: line})
		}
	}
	return list
}
