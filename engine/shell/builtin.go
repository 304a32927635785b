package shell

import "strings"

// builtin walks a builtin that changes the state of the shell: its directory, options, variables or
// control flow. It returns false for any other command, including a builtin whose effect on the
// shell is to make variables unknown, which the caller then reports like a program.
func (w *walker) builtin(name string, argv []field, e *env, sc scope, st state, text string) (outcome, bool) {
	rest := argv[1:]
	switch name {
	case "cd", "pushd", "popd":
		o := w.reportCommand(argv, e, sc, st, text)
		e.changeDir(name, rest, w.home)
		return o, true
	case "set":
		o := w.reportCommand(argv, e, sc, st, text)
		o.fail = unreachable
		setOptions(rest, e)
		return o, true
	case "exit", "return", "break", "continue":
		if name == "return" && sc.ret == nil {
			// A return outside of a function fails, and the list goes on.
			break
		}
		o := w.reportCommand(argv, e, sc, st, text)
		f := sc.exit
		switch name {
		case "return":
			if sc.ret != nil {
				f = sc.ret
			}
		case "break":
			f = sc.loop
		case "continue":
			f = nil
		}
		if f != nil {
			status := unknownMark
			if len(rest) > 0 && rest[0].known() {
				status = rest[0].text
			}
			if name == "break" || status == "0" || strings.Contains(status, unknownMark) {
				f.ok = join(f.ok, st)
			}
			if name != "break" && status != "0" {
				f.fail = join(f.fail, st)
			}
		}
		return neverReturns(o.last), true
	case "exec":
		if len(rest) == 0 {
			// exec without a command only applies its redirections.
			return w.reportCommand(argv, e, sc, st, text), true
		}
		i := skipFlags(rest, 0, "-a")
		if i >= len(rest) {
			return outcome{}, false
		}
		o := w.command(rest[i:], e, sc, st, text)
		if sc.exit != nil {
			sc.exit.ok = join(sc.exit.ok, o.ok)
			sc.exit.fail = join(sc.exit.fail, o.fail)
		}
		return neverReturns(o.last), true
	case "eval":
		code := joinWords(rest)
		if sc.nested >= maxNested || len(rest) == 0 || rest[0].hasUnknown() {
			return outcome{}, false
		}
		sc.nested++
		sc.src = sanitize(asSource(code))
		return w.list(parse(sc.src), e, sc, st), true
	case "trap":
		// An EXIT trap runs at the end of the shell, when no command is known to have succeeded.
		// Traps for signals rarely run and are ignored.
		operands := argv[skipFlags(argv, 1, ""):]
		if sc.nested >= maxNested || len(operands) < 2 || operands[0].hasUnknown() || operands[0].text == "-" || operands[0].text == "" || !has("EXIT 0", operands[1].text) {
			return outcome{}, false
		}
		o := w.reportCommand(argv, e, sc, st, text)
		sc.nested++
		sc.src = sanitize(asSource(operands[0].text))
		w.list(parse(sc.src), e.clone(), sc.inSubshell(), state{})
		return o, true
	case "printf":
		if len(rest) > 2 && rest[0].text == "-v" {
			o := w.reportCommand(argv, e, sc, st, text)
			if v, ok := printfOutput(rest[2:]); ok && !strings.Contains(v, unknownMark) {
				e.set(rest[1].text, value{words: []string{v}})
			} else {
				e.setUnknown(rest[1].text)
			}
			o.prints = nil
			return o, true
		}
	case "unset":
		for _, f := range rest {
			e.setUnknown(f.text)
		}
	case "read", "mapfile", "readarray", "getopts":
		for _, f := range rest {
			if !strings.HasPrefix(f.text, "-") {
				e.setUnknown(f.text)
			}
		}
		if name == "read" {
			e.setUnknown("REPLY")
		}
	case "shift":
		for _, n := range positionalNames {
			e.setUnknown(n)
		}
	}
	return outcome{}, false
}

// changeDir updates the directories for cd, pushd and popd with the operands in rest.
func (e *env) changeDir(name string, rest []field, home string) {
	var target []field
	for _, f := range rest {
		if f.text != "--" && (len(f.text) < 2 || f.text[0] != '-') {
			target = append(target, f)
		}
	}
	switch {
	case name == "popd":
		if n := len(e.dirs); n > 0 {
			e.oldDir, e.dir = e.dir, e.dirs[n-1]
			e.dirs = e.dirs[:n-1]
			return
		}
		e.oldDir, e.dir = e.dir, ""
	case len(target) == 0 && name == "cd":
		e.oldDir, e.dir = e.dir, home
	case len(target) == 0:
		e.dir = ""
	case target[0].text == "-":
		e.oldDir, e.dir = e.dir, e.oldDir
	default:
		if name == "pushd" {
			e.dirs = append(e.dirs[:len(e.dirs):len(e.dirs)], e.dir)
		}
		e.chdir(target[0])
	}
}

// setOptions applies the words of the set builtin: the options errexit and pipefail, and the
// positional parameters.
func setOptions(words []field, e *env) {
	for i := 0; i < len(words); i++ {
		s := words[i].text
		if len(s) < 2 || s[0] != '-' && s[0] != '+' || s == "--" {
			if s == "--" {
				i++
			}
			positional(e, words[min(i, len(words)):])
			return
		}
		on := s[0] == '-'
		for _, c := range s[1:] {
			switch c {
			case 'e':
				e.errexit = on
			case 'o':
				if i+1 < len(words) {
					i++
					setOption(words[i].text, on, e)
				}
			}
		}
	}
}

// setOption switches the named long option on or off. Options other than errexit and pipefail do
// not affect the analysis.
func setOption(name string, on bool, e *env) {
	switch name {
	case "errexit":
		e.errexit = on
	case "pipefail":
		e.pipefail = on
	}
}
