package shell

import (
	"strconv"
	"strings"
	"unicode"
)

// translate returns what tr makes of a text: it replaces the characters of one set by those of another, or deletes
// them. A set can have ranges and classes of letters: tr a-z A-Z, tr -d '[:space:]'.
func translate(words []field, text string) (string, bool) {
	deletes := len(words) == 2 && words[0].text == "-d"
	if len(words) != 2 || !deletes && isFlag(words[0].text) {
		return "", false
	}
	from, to := characters(words[0].text), characters(words[1].text)
	if deletes {
		from, to = to, nil
	}
	if len(from) == 0 || !deletes && len(to) == 0 {
		return "", false
	}
	replaced := map[rune]rune{}
	for i, c := range from {
		if replaced[c] = -1; !deletes {
			replaced[c] = to[min(i, len(to)-1)]
		}
	}
	return strings.Map(func(c rune) rune {
		if with, ok := replaced[c]; ok {
			return with
		}
		return c
	}, text), true
}

// characters returns the characters of a set of tr, nil if they are not known or too many.
func characters(set string) (list []rune) {
	for class, ranges := range map[string]string{"[:upper:]": "A-Z", "[:lower:]": "a-z", "[:digit:]": "0-9", "[:space:]": `\t\n\r `, "[:blank:]": `\t `, "[:alpha:]": "A-Za-z"} {
		set = strings.ReplaceAll(set, class, ranges)
	}
	of := []rune(unescapeC(set))
	for i := 0; i < len(of); i++ {
		if i+2 < len(of) && of[i+1] == '-' {
			if of[i] > of[i+2] || of[i+2] > unicode.MaxASCII {
				return nil
			}
			for c := of[i]; c <= of[i+2]; c++ {
				list = append(list, c)
			}
			i += 2
			continue
		}
		list = append(list, of[i])
	}
	return list
}

// substitute returns what sed prints of lines with a script that is one substitution of a fixed text, s/a/b/g, which may be at the
// start or the end of a line, or that prints one line: -n 2p.
func substitute(words []field, lines []string) (string, bool) {
	scripts := operands(words, "-e --expression")
	if f, ok := flagValue(words, "-e --expression"); ok {
		scripts = append(scripts, f)
	}
	if len(scripts) != 1 || sedInPlace(words) || hasFlag(words, "-f --file") {
		return "", false
	}
	script := scripts[0].text
	if number, prints := strings.CutSuffix(script, "p"); prints && hasFlag(words, "-n") {
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || n > len(lines) {
			return "", false
		}
		return lines[n-1] + "\n", true
	}
	if len(script) < 4 || script[0] != 's' || hasFlag(words, "-n") {
		return "", false
	}
	parts := strings.Split(script[2:], script[1:2])
	if len(parts) != 3 || parts[2] != "" && parts[2] != "g" || parts[0] == "" || strings.ContainsAny(parts[1], `\&`) {
		return "", false
	}
	old, atStart := strings.CutPrefix(parts[0], "^")
	old, atEnd := strings.CutSuffix(old, "$")
	old = strings.ReplaceAll(old, `\.`, "\x01")
	if strings.ContainsAny(old, `\.*[]^$+?(){}|`) || atStart && atEnd {
		return "", false
	}
	old = strings.ReplaceAll(old, "\x01", ".")
	n := 1
	if parts[2] == "g" {
		n = -1
	}
	return eachLine(lines, func(line string) (string, bool) {
		switch {
		case atStart && strings.HasPrefix(line, old):
			return parts[1] + line[len(old):], true
		case atEnd && strings.HasSuffix(line, old):
			return line[:len(line)-len(old)] + parts[1], true
		case atStart || atEnd:
			return line, true
		}
		return strings.Replace(line, old, parts[1], n), strings.Count(line, old)*len(parts[1]) <= maxComputed
	})
}
