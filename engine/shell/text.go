package shell

import "strings"

// maxText is the maximum number of bytes of Command.Text.
const maxText = 240

// oneLine returns s on a single line, cut to maxText bytes of valid UTF-8.
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
