package shell

import (
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
)

// maxComputed limits the texts of which it is computed what a filter makes of them, in bytes. Names and commands
// are shorter, and a line can have thousands of filters.
const maxComputed = 4 << 10

// filterOutput returns what a filter such as tr or cut prints of a known input, nil if that is not known: a name may be put
// together of constants, as in rm $(echo sgnittes | rev).
func filterOutput(p program, input *stream) *stream {
	if input == nil || len(input.text) > maxComputed || strings.Contains(input.text, unknownMark) || slices.ContainsFunc(p.args, field.hasUnknown) {
		return nil
	}
	text, ok := "", false
	lines := strings.Split(strings.TrimSuffix(input.text, "\n"), "\n")
	switch p.base {
	case "tr":
		text, ok = translate(p.args, input.text)
	case "sed", "gsed":
		text, ok = substitute(p.args, lines)
	case "head", "tail":
		text, ok = endOf(p, input.text, lines)
	case "xxd":
		if ok = hasFlag(p.args, "-r") && hasFlag(p.args, "-p -ps -plain"); ok && len(p.args) < 3 {
			bytes, err := hex.DecodeString(strings.Join(lines, ""))
			text, ok = string(bytes), err == nil
		}
	case "rev":
		text, ok = eachLine(lines, func(line string) (string, bool) {
			runes := []rune(line)
			slices.Reverse(runes)
			return string(runes), len(p.args) == 0
		})
	case "tac":
		slices.Reverse(lines)
		text, ok = strings.Join(lines, "\n"), len(p.args) == 0
	case "cut":
		text, ok = eachLine(lines, func(line string) (string, bool) { return columns(p.args, line) })
	case "awk", "gawk", "mawk":
		text, ok = eachLine(lines, func(line string) (string, bool) { return awkColumns(p.args, line) })
	}
	if !ok || len(text) > maxComputed {
		return nil
	}
	return &stream{text: text}
}

// eachLine returns what a function makes of the lines, false if it does not know of one.
func eachLine(lines []string, of func(line string) (string, bool)) (string, bool) {
	out := make([]string, len(lines))
	for i, line := range lines {
		var ok bool
		if out[i], ok = of(line); !ok {
			return "", false
		}
	}
	return strings.Join(out, "\n") + "\n", true
}

// endOf returns what head or tail prints: -1, -n 1, -c 5.
func endOf(p program, text string, lines []string) (string, bool) {
	if len(operands(p.args, "-n -c --lines --bytes")) > 0 {
		return "", false
	}
	count, unit := "10", "-n"
	if f, ok := flagValue(p.args, "-n --lines"); ok {
		count = f.text
	} else if f, ok := flagValue(p.args, "-c --bytes"); ok {
		count, unit = f.text, "-c"
	} else if len(p.args) == 1 {
		count = p.args[0].text[1:]
	}
	n, err := strconv.Atoi(count)
	switch {
	case err != nil || n < 0 || count[0] == '+':
		return "", false
	case unit == "-c" && p.base == "head":
		return text[:min(n, len(text))], true
	case unit == "-c":
		return text[max(0, len(text)-n):], true
	case p.base == "head":
		lines = lines[:min(n, len(lines))]
	default:
		lines = lines[max(0, len(lines)-n):]
	}
	return strings.Join(lines, "\n") + "\n", true
}

// columns returns what cut takes of a line: one range of characters (-c2-, -c 1-3) or of fields (-d: -f2).
func columns(words []field, line string) (string, bool) {
	f, byFields := flagValue(words, "-f --fields")
	if !byFields {
		f, _ = flagValue(words, "-c -b --characters --bytes")
	}
	separator := ""
	if byFields {
		separator = "\t"
		if d, ok := flagValue(words, "-d --delimiter"); ok {
			separator = d.text
		}
	}
	parts := strings.Split(line, separator)
	if byFields && len(parts) == 1 {
		return line, true
	}
	from, to, isRange := strings.Cut(f.text, "-")
	first, err := strconv.Atoi(from)
	if from == "" && isRange {
		first, err = 1, nil
	}
	last := first
	if isRange && to == "" {
		last = len(parts)
	} else if isRange && err == nil {
		last, err = strconv.Atoi(to)
	}
	if err != nil || first < 1 || len(operands(words, "-f -c -b -d --fields --characters --bytes --delimiter")) > 0 {
		return "", false
	}
	last = min(last, len(parts))
	return strings.Join(parts[min(first-1, last):last], separator), true
}

// awkColumns returns what awk prints of a line with an action that prints columns and fixed texts: {print $2}, {print $1 "/" $NF}.
func awkColumns(words []field, line string) (string, bool) {
	code := operands(words, "-F -v --field-separator --assign")
	if len(code) != 1 {
		return "", false
	}
	columns := strings.Fields(line)
	if f, ok := flagValue(words, "-F --field-separator"); ok {
		if columns = strings.Split(line, f.text); len(f.text) != 1 || f.text == " " {
			return "", false // an expression
		}
	}
	action, ok := strings.CutPrefix(strings.TrimSpace(code[0].text), "{")
	action, closed := strings.CutSuffix(strings.TrimRight(action, "; "), "}")
	action, prints := strings.CutPrefix(strings.TrimSpace(action), "print")
	var out strings.Builder
	for rest := action; ok && closed && prints; {
		rest = strings.TrimLeft(rest, " ;")
		switch {
		case rest == "":
			return out.String(), true
		case rest[0] == ',':
			out.WriteByte(' ')
			rest = rest[1:]
		case rest[0] == '"':
			var text string
			text, rest, ok = strings.Cut(rest[1:], `"`)
			out.WriteString(text)
			ok = ok && !strings.Contains(text, `\`)
		case rest[0] == '$':
			digits := len(rest) - 1 - len(strings.TrimLeft(rest[1:], "0123456789"))
			n, err := strconv.Atoi(rest[1 : 1+digits])
			rest = rest[1+digits:]
			if after, isLast := strings.CutPrefix(rest, "NF"); err != nil && isLast {
				n, err, rest = len(columns), nil, after
			}
			switch {
			case err != nil:
				return "", false
			case n == 0:
				out.WriteString(line)
			case n <= len(columns):
				out.WriteString(columns[n-1])
			}
		default:
			return "", false
		}
	}
	return "", false
}
