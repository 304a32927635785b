package shell

import "strings"

// sedFiles reports the files that a script of sed names: "w f" and "s/a/b/w f" write one,
// "r f" reads one.
func (w *walker) sedFiles(script string, at place) {
	for script != "" {
		script = strings.TrimLeft(script, " \t\n;{}!,~+0123456789$")
		if script == "" {
			return
		}
		name, rest, _ := strings.Cut(script[1:], "\n")
		switch c := script[0]; c {
		case '/':
			script = behind(script[1:], '/', 1)
		case '\\':
			if len(script) < 2 {
				return
			}
			script = behind(script[2:], script[1], 1)
		case 's', 'y':
			if len(script) < 2 {
				return
			}
			script = strings.TrimLeft(behind(script[2:], script[1], 2), "gpimIMeE0123456789")
			if script == "" || script[0] != 'w' {
				continue
			}
			name, rest, _ = strings.Cut(script[1:], "\n")
			w.touch(field{text: strings.TrimSpace(name)}, kindWrite, at)
			script = rest
		case 'w', 'W':
			w.touch(field{text: strings.TrimSpace(name)}, kindWrite, at)
			script = rest
		case 'r', 'R':
			w.touch(field{text: strings.TrimSpace(name)}, kindRead, at)
			script = rest
		case 'a', 'i', 'c':
			for strings.HasSuffix(name, "\\") {
				name, rest, _ = strings.Cut(rest, "\n")
			}
			script = rest
		default:
			script = script[1:]
		}
	}
}

// behind is what follows the n-th delimiter in s that no backslash stands before.
func behind(s string, delimiter byte, n int) string {
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
