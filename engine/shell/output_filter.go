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
