package bundle

import "strings"

// packOf returns the pack of a rule's file without decoding its header, so that a rule whose pack is off costs
// a hook only the search for one line. It returns "" if there is no such line, or none in the usual form: then
// the rule is loaded, and its header decides.
func packOf(text string) string {
	const key = "\n--- pack"
	i := strings.Index(text, key)
	if i < 0 {
		return ""
	}
	value, _, _ := strings.Cut(text[i+len(key):], "\n")
	value, ok := strings.CutPrefix(strings.TrimLeft(value, " \t"), "=")
	if !ok {
		return ""
	}
	name, _, ok := plainString(strings.TrimLeft(value, " \t"))
	if !ok || CheckName(name) != nil {
		return ""
	}
	for line := range strings.Lines(text[:i]) {
		rest, inHeader := strings.CutPrefix(line, "---")
		switch {
		case inHeader && (strings.HasPrefix(strings.TrimLeft(rest, " \t"), "[") || strings.Contains(rest, `"""`) || strings.Contains(rest, "'''")):
			return "" // the key may be that of another table, or be in a string
		case !strings.HasPrefix(line, "--") && strings.TrimSpace(line) != "":
			return "" // the line is a comment in the statement
		}
	}
	return name
}
