package shell

import "strings"

// PowerShell is like Parse for a line of PowerShell. There is no full parser behind it: it
// recognizes lists and pipelines of commands, variables, the cmdlets that read and change files
// with their aliases, and programs. Blocks are walked as if they ran once.
func PowerShell(line, dir, home string) (result Line) {
	w := newWalker(line, "", toSlash(home))
	defer func() {
		if recover() != nil {
			result = w.rec.result()
			result.Partial = true
		}
	}()
	if len(line) > maxLine {
		w.rec.line.Partial = true
		line = headAndTail(line)
	}
	line = strings.ReplaceAll(strings.ReplaceAll(line, unknownMark, ""), "\r\n", "\n")
	e := &env{dir: toSlash(dir)}
	s := psSession{w: w, e: e}
	s.walk(line)
	w.rec.markLast(s.last)
	w.rec.markHidden(nil)
	return w.rec.result()
}

// powershell walks code that a command gives to PowerShell.
func (w *walker) powershell(code string, e *env, sc scope, st state) outcome {
	s := psSession{w: w, e: e.clone(), before: st, start: st, nested: sc.nested + 1, container: sc.container}
	s.walk(code)
	return outcome{ok: st, fail: st, exempt: unreachable, last: s.last}
}

// powershellCode returns the code of pwsh -Command, and false for any other command or if the code
// is not known.
func powershellCode(argv []field) (string, bool) {
	if name := strings.ToLower(programName(argv[0])); name != "powershell" && name != "pwsh" {
		return "", false
	}
	for i := 1; i+1 < len(argv); i++ {
		if has("-command -c", strings.ToLower(argv[i].text)) {
			code := joinWords(argv[i+1:])
			return code, !strings.Contains(code, unknownMark)
		}
	}
	return "", false
}

// psSession is the state of PowerShell between two statements.
type psSession struct {
	w            *walker
	e            *env
	before       state  // what is certain when the next command starts
	succeeded    state  // what is certain if the previous command succeeded
	statusTested bool   // the condition "if ($?)" was read, and its block follows
	staticMethod string // the static method whose arguments follow, in lower case: "io.file]::readalltext"
	// input is what the previous command of the pipeline prints.
	input *stream
	// listing are the files that the pipeline is about, as Get-ChildItem has listed them.
	listing []field
	// last are the commands whose exit status is that of the code.
	last []int
	// nested is the number of enclosing shells.
	nested    int
	start     state // what is certain when the first command starts
	container bool  // the session runs in a container
}

// walk walks the statements of code.
func (s *psSession) walk(code string) {
	words := powershellWords(code)
	for len(words) > 0 && !s.w.exhausted() {
		s.w.steps++
		n := 0
		for n < len(words) && !words[n].separator {
			n++
		}
		sign := ""
		if n < len(words) {
			sign = words[n].text
		}
		s.statement(words[:n], sign)
		words = words[min(n+1, len(words)):]
	}
}

// statement walks the words before a separator.
func (s *psSession) statement(words []psWord, sign string) {
	piped := sign == "|"
	for _, word := range words {
		for _, code := range word.code {
			s.subexpression(code)
		}
	}
	switch {
	case len(words) == 0:
	case s.staticMethod != "":
		s.staticCall(words[0])
	case words[0].text == "if" || words[0].text == "elseif":
		return
	case len(words) == 1 && words[0].text == "$?" && sign == ")":
		s.statusTested = true
		return
	case s.setsEnvironment(words):
	case len(words) > 1 && strings.HasPrefix(words[0].text, "$") && words[1].text == "=":
		s.assign(words[0].text[1:], words[2:])
	default:
		s.command(words, piped)
	}
	s.staticMethod = ""
	if sign == "(" && len(words) > 0 {
		s.staticMethod, _ = strings.CutPrefix(strings.ToLower(words[len(words)-1].text), "[system.")
		s.staticMethod = strings.TrimPrefix(s.staticMethod, "[")
	}
	switch sign {
	case "&&":
		s.before = s.succeeded
	case "||", ";", "\n", "}":
		s.before = s.start
	case "{":
		if s.statusTested {
			s.before = s.succeeded
		}
		s.statusTested = false
	}
	if !piped {
		s.input = nil
	}
	if has("&& || ;", sign) || sign == "\n" {
		s.listing = nil
	}
}

// subexpression walks what a word runs in $(…), with the variables of the session and a pipeline of its own.
func (s *psSession) subexpression(code string) {
	inner := psSession{w: s.w, e: s.e, before: s.start, start: s.start, nested: s.nested + 1, container: s.container}
	if !s.w.rec.tooNested(scope{nested: inner.nested}) {
		inner.walk(code)
	}
}

// assign assigns the value of words to a variable, or runs them if they are a command.
func (s *psSession) assign(name string, words []psWord) {
	if len(words) == 1 {
		f := s.field(words[0])
		s.e.set(strings.ToLower(name), value{words: []string{f.text}})
		return
	}
	s.e.setUnknown(strings.ToLower(name))
	if len(words) > 0 {
		s.command(words, false)
	}
}

// field returns the value of a word.
func (s *psSession) field(word psWord) field {
	text := word.text
	if strings.Contains(text, "$") && !(word.quoted && strings.HasPrefix(text, unknownMark)) {
		text = s.expand(text)
	}
	return field{text: text, glob: !word.quoted && isGlob(toSlash(text))}
}

// expand replaces the variables in text by their values.
func (s *psSession) expand(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '$' {
			b.WriteByte(text[i])
			continue
		}
		j := i + 1
		for j < len(text) && (isLetter(text[j]) || text[j] == '_' || text[j] == ':' || text[j] >= '0' && text[j] <= '9') {
			j++
		}
		name := strings.ToLower(text[i+1 : j])
		v, ok := s.e.get(name)
		switch {
		case ok && s.w.expander.grow(len(v.words[0])):
			b.WriteString(v.words[0])
		case (name == "home" || name == "env:userprofile" || name == "env:home") && s.w.home != "":
			b.WriteString(s.w.home)
		case name == "pwd" && s.e.dir != "":
			b.WriteString(s.e.dir)
		default:
			b.WriteString(unknownMark)
		}
		i = j - 1
	}
	return b.String()
}

// toSlash replaces the backslashes of Windows paths by slashes.
func toSlash(p string) string { return strings.ReplaceAll(p, "\\", "/") }

// holdsNoFiles reports whether a path is on a drive of PowerShell that has no files: Env:\NAME is a variable of the environment.
func holdsNoFiles(p string) bool {
	drive, _, ok := strings.Cut(strings.ToLower(p), ":")
	return ok && has("env variable function alias", drive)
}
