package shell

import "strings"

// sedFiles reports the files that a script of sed names: "w f" and "s/a/b/w f" write one,
// "r f" reads one.
func (r *fileReporter) sedScript(script string, at place) {
	for script != "" {
		script = strings.TrimLeft(script, " \t\n;{}!,~+0123456789$")
		if script == "" {
			return
		}
		switch script[0] {
		case '/':
			script = afterDelimiter(script[1:], '/', 1)
		case '\\':
			if len(script) < 2 {
				return
			}
			script = afterDelimiter(script[2:], script[1], 1)
		case 's', 'y':
			if len(script) < 2 {
				return
			}
			script = strings.TrimLeft(afterDelimiter(script[2:], script[1], 2), "gpimIMeE0123456789")
			if script == "" || script[0] != 'w' {
				continue
			}
			script = r.sedFile(script, kindWrite, at)
		case 'w', 'W':
			script = r.sedFile(script, kindWrite, at)
		case 'r', 'R':
			script = r.sedFile(script, kindRead, at)
		case 'a', 'i', 'c':
			for more := true; more; {
				var line string
				line, script, _ = strings.Cut(script, "\n")
				more = strings.HasSuffix(line, "\\")
			}
		default:
			script = script[1:]
		}
	}
}

// sedFile reports the file that the rest of the line behind a letter names, and returns what
// follows the line.
func (r *fileReporter) sedFile(script, kind string, at place) string {
	name, rest, _ := strings.Cut(script[1:], "\n")
	r.rec.touch(field{text: strings.TrimSpace(name)}, kind, at)
	return rest
}

// behind is what follows the n-th delimiter in s that no backslash stands before.
func afterDelimiter(s string, delimiter byte, n int) string {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case delimiter:
			if n--; n == 0 {
				return s[i+1:]
			}
		}
	}
	return ""
}
