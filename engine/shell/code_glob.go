package shell

import "strings"

// patternMark is the first byte of a path that is a glob pattern. A variable with this value is one
// of the files that match.
const patternMark = "\x01"

// globCall returns the patterns of a call of glob at token i, and the index of the token after it:
// glob.glob("*.py"), sorted(Path("d").rglob("*.py")). Patterns that cannot be expressed as one name
// in one folder tree are not returned.
func (r *codeReader) globCall(i int) ([]string, int) {
	if r.lang != pythonCode || i >= len(r.toks) {
		return nil, i
	}
	if (r.isName(i, "sorted") || r.isName(i, "list")) && r.isSign(i+1, "(") {
		if ps, end := r.globCall(i + 2); ps != nil && r.isSign(end, ")") {
			return ps, end + 1
		}
		return nil, i
	}
	dirs, at := []string{""}, i
	switch {
	case (r.isName(i, "glob") || r.isName(i, "iglob")) && r.isSign(i+1, "("):
	case r.isName(i, "glob") && r.isSign(i+1, ".") && (r.isName(i+2, "glob") || r.isName(i+2, "iglob")):
		at = i + 2
	default:
		var end int
		if dirs, end = r.paths(i); dirs == nil || !r.isSign(end, ".") || !r.isName(end+1, "glob") && !r.isName(end+1, "rglob") {
			return nil, i
		}
		at = end + 1
	}
	if !r.isSign(at+1, "(") || at+2 >= len(r.toks) || r.toks[at+2].kind != 's' {
		return nil, i
	}
	pattern, end := r.toks[at+2].text, at+3
	if r.isSign(end, ",") && r.isName(end+1, "recursive") {
		end += 4
	}
	if !r.isSign(end, ")") || pattern == "" || strings.Contains(pattern, unknownMark) {
		return nil, i
	}
	if r.isName(at, "rglob") {
		pattern = "**/" + pattern
	}
	if rest, ok := strings.CutPrefix(pattern, "**/"); ok {
		pattern = "./**/" + rest
	}
	if strings.Count(pattern, "**") > 1 || strings.Contains(pattern, "**") && strings.Contains(pattern[strings.Index(pattern, "**/")+3:], "/") {
		return nil, i
	}
	var ps []string
	for _, dir := range dirs {
		if dir != "" {
			dir += "/"
		}
		ps = append(ps, patternMark+dir+pattern)
	}
	return ps, end + 1
}
