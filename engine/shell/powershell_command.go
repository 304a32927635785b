package shell

import "strings"

// command walks a single command with its redirections. piped is set if its output goes to another
// command.
func (s *psSession) command(words []psWord, piped bool) {
	called := words[0].text == "&" || words[0].text == "."
	if called {
		words = words[1:]
	}
	switch {
	case len(words) == 0 || isExpression(words[0], called):
		return
	case len(words) == 1 && words[0].quoted:
		s.input = &stream{text: s.field(words[0]).text}
		return
	}
	argv, writes, filtered := s.redirections(words)
	if len(argv) == 0 {
		return
	}
	if code, ok := powershellCode(argv); ok && !s.w.rec.tooNested(scope{nested: s.nested}) {
		s.nested++
		s.walk(code)
		s.nested--
		return
	}
	if started := startedProcess(argv); len(started) > 0 {
		argv = started
	}
	first, dir, text := s.w.rec.nextIndex(), s.e.dir, sourceText(words)
	sc := scope{filtered: filtered || piped, external: true, input: s.input, nested: s.nested, container: s.container}
	if filtered {
		sc.filter = ">"
	}
	var o outcome
	if name := cmdletName(argv[0].text); name != "" {
		o = s.cmdlet(name, argv[1:], sc, text)
	} else {
		for i := range argv {
			if !strings.Contains(argv[i].text, " ") {
				argv[i].text = toSlash(argv[i].text)
			}
		}
		o = s.w.command(argv, s.e, sc, s.before, text)
	}
	for _, t := range writes {
		t.file.text = toSlash(t.file.text)
		s.w.rec.touch(t.file, t.kind, place{dir: dir, command: first, sure: true, container: s.container})
	}
	s.input = o.prints
	s.succeeded, s.last = o.ok, o.last
}

// isExpression reports whether a statement that starts with word is not a command: it starts with a
// variable, an operator such as -replace after an expression, or a method such as .Replace. called
// is set if the call operator precedes the word, which then may be a variable.
func isExpression(word psWord, called bool) bool {
	if word.quoted {
		return false
	}
	s := word.text
	return !called && (isFlag(s) || strings.HasPrefix(s, "$")) || len(s) > 1 && s[0] == '.' && isLetter(s[1])
}

// setsEnvironment notes the variable of the environment that a statement sets: $env:NAME = "value". It returns false
// if the statement sets none.
func (s *psSession) setsEnvironment(words []psWord) bool {
	const prefix = "$env:"
	if len(words[0].text) < len(prefix) || !strings.EqualFold(words[0].text[:len(prefix)], prefix) {
		return false
	}
	var assignment strings.Builder
	for _, w := range words {
		assignment.WriteString(w.text)
	}
	name, text, ok := strings.Cut(assignment.String()[len(prefix):], "=")
	if ok {
		s.e.set(name, value{words: []string{text}})
		s.e.export(name)
	}
	return ok
}

// redirections separates the words of a command from its redirections. filtered is set if standard
// output is redirected.
func (s *psSession) redirections(words []psWord) (argv []field, writes []pendingTouch, filtered bool) {
	for i := 0; i < len(words); i++ {
		text := words[i].text
		switch op := strings.TrimLeft(text, "123456*"); {
		case words[i].quoted || op != ">" && op != ">>" && !strings.Contains(text, ">&"):
			argv = append(argv, s.field(words[i]))
		case op != ">" && op != ">>":
			// One stream is merged into another: 2>&1.
		case i+1 < len(words):
			kind := kindWrite
			if op == ">>" {
				kind = kindAppend
			}
			f := s.field(words[i+1])
			if !strings.EqualFold(f.text, "$null") && words[i+1].text != "$null" {
				writes = append(writes, pendingTouch{f, kind})
			}
			filtered = filtered || strings.ContainsRune(">1*", rune(text[0]))
			i++
		}
	}
	return argv, writes, filtered
}

// sourceText returns the source of a command for Command.Text, without the targets of its
// redirections.
func sourceText(words []psWord) string {
	shown := make([]string, 0, len(words))
	for i := 0; i < len(words); i++ {
		shown = append(shown, words[i].text)
		if op := strings.TrimLeft(words[i].text, "123456*"); !words[i].quoted && (op == ">" || op == ">>") {
			i++
		}
	}
	return oneLine(strings.ReplaceAll(strings.Join(shown, " "), unknownMark, ""))
}

// startedProcess returns the words of the command that Start-Process starts, nil if it is another cmdlet.
func startedProcess(argv []field) []field {
	if !has("start-process saps start", strings.ToLower(argv[0].text)) {
		return nil
	}
	p := parameters(argv[1:])
	program := p.values("filepath path", 0)
	if len(program) == 0 {
		return nil
	}
	given := p.values("argumentlist args", -1)
	if len(given) == 0 && len(p[""]) > 1 {
		given = p[""][1:]
	}
	words := program[:1:1]
	for _, f := range given {
		words = append(words, literalFields(strings.Fields(f.text))...)
	}
	return words
}
