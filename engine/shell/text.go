package shell

import "strings"

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
