package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// text is the source from the start of one node to the end of another, on one line.
func (sc scope) text(from, to syntax.Node) string {
	a, b := int(from.Pos().Offset()), int(to.End().Offset())
	if r, ok := to.(*syntax.Redirect); ok && r.Word != nil {
		b = int(r.Word.End().Offset())
	}
	if a < 0 || b > len(sc.src) || a >= b {
		return ""
	}
	return oneLine(sc.src[a:b])
}

// maxText is how many bytes of a command are shown.
const maxText = 240

func oneLine(s string) string {
	more := len(s) > 4*maxText
	if more {
		s = s[:4*maxText]
	}
	s = strings.ReplaceAll(s, "\\\n", " ")
	s = strings.ToValidUTF8(strings.Join(strings.Fields(s), " "), "")
	if len(s) > maxText || more {
		s = strings.ToValidUTF8(s[:min(maxText, len(s))], "") + " …"
	}
	return s
}

// common keeps the words that are the same in both.
func commonArgs(a, b []string) []string {
	for i := range a {
		if i >= len(b) || a[i] != b[i] {
			a[i] = unknownArg
		}
	}
	for i := len(a); i < len(b); i++ {
		a = append(a, unknownArg)
	}
	return a
}

// unknownArg is how Command.Args shows a word that cannot be known.
const unknownArg = "$?"
