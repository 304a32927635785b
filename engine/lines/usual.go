package lines

import (
	"fmt"
	"slices"
	"strings"

	"witness/engine/bundle"
)

// Expand replaces each {name} of a pattern by a group of that name with its usual expression: {line} is
// (?<line>\d+), and {failed_build} that of {failed}.
func Expand(text string) (string, error) {
	if !strings.Contains(text, "{") {
		return text, nil
	}
	var b strings.Builder
	for {
		i := strings.IndexAny(text, `\{`)
		if i < 0 {
			b.WriteString(text)
			return b.String(), nil
		}
		b.WriteString(text[:i])
		text = text[i:]
		if text[0] == '\\' { // an escaped brace, or the one of \p{Greek} and \x{2713}
			n := 2
			if end := strings.IndexByte(text, '}'); len(text) > 2 && text[2] == '{' && strings.IndexByte("pPx", text[1]) >= 0 && end > 0 {
				n = end + 1
			}
			n = min(n, len(text))
			b.WriteString(text[:n])
			text = text[n:]
			continue
		}
		name, rest, closed := strings.Cut(text[1:], "}")
		if !closed || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz_0") != "" || name == "" {
			b.WriteByte('{') // of a repetition, or itself
			text = text[1:]
			continue
		}
		expr, err := usualOf(name)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "(?P<%s>%s)", name, expr)
		text = rest
	}
}

// usualOf returns the usual expression of a group.
func usualOf(name string) (string, error) {
	switch of, _, _ := strings.Cut(name, "_"); of {
	case "line", "col", "col0", "passed", "failed", "skipped", "total", "suites", "plan", "attempt":
		return `\d+`, nil
	case "test":
		return `\S.*?`, nil
	case "suite", "class":
		return `\S+`, nil
	case "file":
		return `[^\s:]+`, nil
	case "message":
		return `.*?`, nil
	case "level":
		return `error|warning`, nil
	case "counts":
		return `\d+ .*?`, nil
	case "indent":
		return ` *`, nil
	}
	if slices.Contains(Columns, name) {
		return "", fmt.Errorf(`{%s} has no usual expression; write it, (?<%s>…)`, name, name)
	}
	return "", fmt.Errorf(`the text {%s} is written \{%s}, and there is no group of this name%s`, name, name, bundle.DidYouMean(name, Columns))
}
