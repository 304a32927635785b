package shell

import "strings"

// globOfRegexp returns the pattern that matches the same names as a regular expression that is looked for in them. It
// returns false for one that no pattern is equal to.
func globOfRegexp(expr string) (glob string, ok bool) {
	var b strings.Builder
	rest, anchored := strings.CutPrefix(expr, "^")
	if !anchored {
		b.WriteByte('*')
	}
	end := "*"
	for i := 0; i < len(rest); i++ {
		c := rest[i]
		next := byte(0)
		if i+1 < len(rest) {
			next = rest[i+1]
		}
		switch {
		case c == '$' && next == 0:
			end = ""
		case c == '.' && next == '*':
			b.WriteByte('*')
			i++
		case c == '.' && next == '+':
			b.WriteString("?*")
			i++
		case c == '.':
			b.WriteByte('?')
		case c == '[':
			n := strings.IndexByte(rest[i+1:], ']')
			if n < 1 || strings.ContainsAny(rest[i+1:i+1+n], `\[^`) {
				return "", false
			}
			b.WriteString(rest[i : i+2+n])
			i += n + 1
		case c == '\\' && next != 0 && !isLetter(next) && (next < '0' || next > '9'):
			b.WriteString(escapeGlob(string(next)))
			i++
		case strings.IndexByte(`\^$*+?(){}|`, c) >= 0:
			return "", false
		default:
			b.WriteByte(c)
		}
		if i+1 < len(rest) && strings.IndexByte("*+?{", rest[i+1]) >= 0 {
			return "", false
		}
	}
	glob = b.String()
	if !strings.HasSuffix(glob, "*") || strings.HasSuffix(glob, `\*`) {
		glob += end
	}
	return glob, true
}

// escapeGlob returns a pattern that matches a text and nothing else.
func escapeGlob(text string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(text)
}
