package shell

import "strings"

// isShell reports whether name is a shell whose -c flag takes code. That of fish is read as fromFish spells it, that of Nushell as fromNu does.
func isShell(name string) bool {
	switch name {
	case "bash", "sh", "zsh", "dash", "ash", "ksh", "fish", "nu":
		return true
	}
	return false
}

// shell walks the code that bash -c, or bash with a known standard input, runs. It returns false if
// the code is not known.
func (w *walker) shell(name string, argv []field, e *env, sc scope, st state, text string) (outcome, bool) {
	inner := e.clone()
	inner.errexit, inner.pipefail, inner.dotglob, inner.allexport, inner.dirs = false, false, false, false, nil
	code, stdin, syntax, i := false, false, false, 1
	for ; i < len(argv); i++ {
		s := argv[i].text
		if len(s) < 2 || s[0] != '-' && s[0] != '+' {
			break
		}
		if s == "--" {
			i++
			break
		}
		if strings.HasPrefix(s, "--") {
			if s == "--rcfile" || s == "--init-file" {
				i++
			}
			continue
		}
		for _, c := range s[1:] {
			switch c {
			case 'c':
				code = true
			case 's':
				stdin = true
			case 'n':
				syntax = s[0] == '-'
			case 'e':
				inner.errexit = s[0] == '-'
			case 'a':
				inner.allexport = s[0] == '-'
			case 'o', 'O':
				if i+1 < len(argv) {
					i++
					setOption(argv[i].text, s[0] == '-', inner)
				}
			}
		}
	}
	rest := argv[min(i, len(argv)):]
	sc.errexitIgnored, sc.external = false, false
	sc.nested++
	switch {
	case sc.nested > maxNested:
		w.rec.line.Partial = true
		return outcome{}, false
	case syntax && (code || stdin || len(rest) == 0): // bash -n only looks whether the code can be parsed
		return outcome{}, false
	case code && len(rest) > 0:
		if strings.HasPrefix(rest[0].text, unknownMark) {
			return outcome{}, false
		}
		if len(rest) > 1 {
			inner.setField("0", rest[1])
			positional(inner, rest[2:])
		}
		source := asSource(rest[0].text)
		if posix, _, ok := fromFish(source); ok && name == "fish" {
			source = posix
		}
		if name == "nu" {
			source = fromNu(source)
		}
		return w.source(source, inner, sc, st), true
	case code:
		return outcome{}, false
	case len(rest) > 0 && rest[0].text != "-" && !stdin:
		// The shell runs a script, which is reported by its name.
		sc.external, sc.interpreter = true, argv
		if syntax {
			sc.nested = maxNested // so that the script is not opened
		}
		return w.reportCommand(rest, e, sc, st, text), true
	case sc.input != nil && !strings.HasPrefix(sc.input.text, unknownMark):
		script := sc.input.text
		sc.input = nil
		return w.source(asSource(script), inner, sc, st), true
	case sc.input != nil && sc.input.file != "":
		// bash -s < clean.sh is both: a command of its own, if the file cannot be read, and what is in the file.
		if script, ok := w.scripts.text(sc.input.file, sc); ok {
			file := sc.input.file
			sc.input = nil
			return walkFile(w, script, file, 1, inner, sc, st), true
		}
	}
	return outcome{}, false
}

// asSource returns code that can be parsed: each unknown part is replaced by a variable that is
// never assigned, so that it expands to an unknown part again.
func asSource(code string) string { return strings.ReplaceAll(code, unknownMark, "${_}") }
