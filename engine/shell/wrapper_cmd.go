package shell

import (
	"slices"
	"strings"
)

// cmdBuiltins are the commands of cmd.exe, by the programs that do the same.
var cmdBuiltins = map[string]string{
	"type": "cat", "dir": "ls", "findstr": "grep", "where": "which", "del": "rm", "erase": "rm", "copy": "cp", "move": "mv", "ren": "mv", "md": "mkdir", "rd": "rmdir", "rmdir": "rmdir",
}

// unwrapCmd returns the command that cmd.exe is given: cmd /c type src\a.ts, or the several that a line joins, as code. It returns
// false if there is none, or for a line with other signs of its own syntax, which is not read.
func unwrapCmd(argv []field) (wrapped, bool) {
	i := 1
	for i < len(argv) && len(argv[i].text) <= 3 && strings.HasPrefix(argv[i].text, "/") && !has("/c /k //c //k", strings.ToLower(argv[i].text)) {
		i++
	}
	if i+1 >= len(argv) || !strings.HasPrefix(argv[i].text, "/") {
		return wrapped{}, false
	}
	words := argv[i+1:]
	if len(words) > 0 && strings.Contains(words[0].text, " ") { // a whole line; what stands behind a quote that ends too early belongs to it
		line := words[0].text
		for _, w := range words[1:] {
			line += " " + w.text
		}
		if code, ok := cmdSource(line); ok {
			return wrapped{code: &code}, true
		}
		words = nil
		for text := range strings.FieldsSeq(line) {
			words = append(words, field{text: strings.Trim(text, `"`)})
		}
	}
	if len(words) == 0 {
		return wrapped{}, false
	}
	program, known := cmdBuiltins[strings.ToLower(words[0].text)]
	if !known {
		program = words[0].text
	}
	inner := []field{{text: program}}
	if program == "rmdir" && slices.ContainsFunc(words, func(w field) bool { return strings.EqualFold(w.text, "/s") }) { // with all that is in it
		inner = []field{{text: "rm"}, {text: "-r"}}
	}
	for _, w := range words[1:] {
		switch {
		case strings.ContainsAny(w.text, "&|<>^"):
			return wrapped{}, false
		case known && len(w.text) <= 3 && strings.HasPrefix(w.text, "/"): // an option
		case known:
			if w.text = strings.ReplaceAll(w.text, `\`, "/"); len(w.text) == 2 && w.text[1] == ':' {
				w.text += "/" // F: is where the shell stands on that drive, which a new one does in its root
			}
			inner = append(inner, w)
		default:
			inner = append(inner, w)
		}
	}
	return wrapped{argv: inner, external: !known}, true
}

// cmdSource returns a line of cmd.exe that joins several commands as one of a POSIX shell: set CI=1&& npm test 2>nul | more. What sets
// a variable is left out. It returns false if the line joins none, or for signs that are not read.
func cmdSource(line string) (string, bool) {
	if !strings.ContainsAny(line, "&|") || strings.ContainsAny(line, "^%()`$'!") {
		return "", false
	}
	var code strings.Builder
	for line != "" {
		words, sign, rest := cutCmd(line)
		line = rest
		switch {
		case len(words) == 0, strings.ContainsAny(words[0].text, "&|<>"): // prog>&2, which would be read as a line again, for ever
			return "", false
		case strings.EqualFold(words[0].text, "set"):
			continue
		case strings.EqualFold(words[0].text, "cd"):
			for i := range words {
				words[i].text = toSlash(words[i].text)
			}
			code.WriteString("cd " + quotedWords(slices.DeleteFunc(words[1:], func(f field) bool { return f.text == "/d" || f.text == "/D" })))
		default:
			inner, ok := unwrapCmd(append([]field{{text: "cmd"}, {text: "/c"}}, words...))
			if !ok {
				return "", false
			}
			code.WriteString(quotedWords(inner.argv))
		}
		if line != "" {
			code.WriteString(" " + sign + " ")
		}
	}
	return code.String(), code.Len() > 0
}

// cutCmd returns the words of the first command of a line of cmd.exe, without what it throws away, the sign behind it as a POSIX
// shell spells it, and the rest of the line.
func cutCmd(line string) (words []field, sign, rest string) {
	word, quoted := "", false
	end := func() {
		if word != "" && !has("2>&1 2>nul >nul 1>nul", strings.ToLower(word)) {
			words = append(words, field{text: word})
		}
		word = ""
	}
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case c == '"':
			quoted = !quoted
		case !quoted && (c == '&' && !strings.HasSuffix(word, ">") || c == '|'):
			end()
			sign, rest = string(c), line[i+1:]
			if strings.HasPrefix(rest, sign) {
				sign, rest = sign+sign, rest[1:]
			}
			if sign == "&" {
				sign = ";"
			}
			return words, sign, strings.TrimSpace(rest)
		case !quoted && c == ' ':
			end()
		default:
			word += string(c)
		}
	}
	end()
	return words, "", ""
}
