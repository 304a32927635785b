package shell

import (
	"regexp"
	"strings"
	"sync"
)

// closureHead matches the parameters that the code of a closure begins with, and the sign of a program: {|f| rm x}, ^rm.
var closureHead = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\s*(?:\|[\w, ]*\|)?\s*\^?`) })

// fromNu returns the commands of code of Nushell as a POSIX shell would spell them, on the same lines: those of its blocks and closures,
// one after the other. A statement with an expression is left out, since its signs mean another thing.
func fromNu(code string) string {
	lines := strings.Split(code, "\n")
	for i, line := range lines {
		var kept []string
		line, _, _ = strings.Cut(line, "#")
		for part := range strings.FieldsFuncSeq(line, func(r rune) bool { return strings.ContainsRune("{};", r) }) {
			part = closureHead().ReplaceAllString(part, "")
			word, _, _ := strings.Cut(part, " ")
			if strings.TrimSpace(part) != "" && !strings.ContainsAny(part, "()[]<>") && !has("def let mut const use if else for while match export", word) {
				kept = append(kept, strings.TrimSpace(part))
			}
		}
		lines[i] = strings.Join(kept, "; ")
	}
	return strings.Join(lines, "\n")
}
