package shell

import (
	"strconv"
	"strings"
)

// builtin walks a builtin that changes the state of the shell: its directory, options, variables or
// control flow. It returns false for any other command, and for builtins such as read, of which it
// only applies the effect on variables and leaves it to the caller to report the command.
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
	case "shopt", "setopt", "unsetopt":
		switchOptions(name, rest, e)
	case "exit", "return", "break", "continue":
		if name == "return" && sc.ret == nil {
			// A return outside of a function fails, and the list goes on.
			return outcome{}, false
		}
		o := w.reportCommand(argv, e, sc, st, text)
		sc.leave(name, rest, st)
		return neverReturns(o.last), true
	case "exec":
		return w.exec(argv, e, sc, st, text)
	case "eval":
		return w.eval(argv, e, sc, st)
	case "source":
		return w.sourced(argv, e, sc, st, text)
	case "trap":
		return w.trap(argv, e, sc, st, text)
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
	case "shift":
		e.shift(rest, sc.looped)
	case "alias":
		for _, f := range rest {
			if f.known() && strings.Contains(f.text, "=") {
				w.aliases.shell = append(w.aliases.shell, f.text)
			}
		}
	default:
		e.forgetChanged(name, rest)
		if has("read mapfile readarray", name) {
			for _, f := range rest {
				e.setFrom(f.text, sc.piped)
			}
		}
	}
	return outcome{}, false
}

// exec walks the command that exec replaces the shell with. Without a command, exec only applies
// its redirections.
func (w *walker) exec(argv []field, e *env, sc scope, st state, text string) (outcome, bool) {
	rest := argv[1:]
	if len(rest) == 0 {
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
}

// leave records in the exits of the scope that exit, return or break with the operands in rest is
// run in state st.
func (sc scope) leave(name string, rest []field, st state) {
	f := sc.exit
	switch name {
	case "return":
		f = sc.ret
	case "break":
		f = sc.loop
	case "continue":
		f = nil
	}
	if f == nil {
		return
	}
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

// forgetChanged makes the variables unknown that unset, read and similar builtins change.
func (e *env) forgetChanged(name string, rest []field) {
	switch name {
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
	}
}

// shift removes the first of the positional parameters, or as many as its operand says. In a loop they are not known.
func (e *env) shift(rest []field, looped bool) {
	all, ok := e.get("@")
	n, err := 1, error(nil)
	if len(rest) > 0 {
		n, err = strconv.Atoi(rest[0].text)
	}
	for _, name := range positionalNames {
		e.setUnknown(name)
	}
	if ok && all.array && !looped && err == nil && n >= 0 && n <= len(all.words) {
		positional(e, literalFields(all.words[n:]))
	}
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
			case 'a':
				e.allexport = on
			case 'o':
				if i+1 < len(words) {
					i++
					setOption(words[i].text, on, e)
				}
			}
		}
	}
}

// setOption switches the named long option on or off, in the spelling of bash or of zsh. Options other than these do
// not affect the analysis.
func setOption(name string, on bool, e *env) {
	switch strings.ReplaceAll(strings.ToLower(name), "_", "") {
	case "errexit":
		e.errexit = on
	case "pipefail":
		e.pipefail = on
	case "dotglob", "globdots":
		e.dotglob = on
	case "allexport":
		e.allexport = on
	}
}

// switchOptions applies the words of shopt of bash, or of setopt and unsetopt of zsh.
func switchOptions(name string, words []field, e *env) {
	if name == "shopt" && !hasFlag(words, "-s -u") {
		return
	}
	on := name != "unsetopt" && !hasFlag(words, "-u")
	for _, f := range words {
		if !isFlag(f.text) {
			setOption(f.text, on, e)
		}
	}
}
