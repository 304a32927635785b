package shell

import "strings"

// command walks a single command with its redirections. piped is set if its output goes to another
// command.
func (s *psSession) command(words []psWord, piped bool) {
	called := words[0].text == "&" || words[0].text == "."
	if called {
		words = words[1:]
	}
	if len(words) > 0 && !called && !words[0].quoted && (isFlag(words[0].text) || strings.HasPrefix(words[0].text, "$")) {
		// It is an expression, or an operator such as -replace after one.
		return
	}
	if len(words) > 0 && !words[0].quoted && len(words[0].text) > 1 && words[0].text[0] == '.' && isLetter(words[0].text[1]) {
		// It is a method of an expression in parentheses: ("…").Replace.
		return
	}
	if len(words) == 0 || words[0].quoted && len(words) == 1 {
		if len(words) == 1 {
			text := s.field(words[0]).text
			s.input = &stream{text: text}
		}
		return
	}
	var argv []field
	var writes []pendingTouch
	shown := make([]string, 0, len(words))
	filtered := piped
	for i := 0; i < len(words); i++ {
		shown = append(shown, words[i].text)
		op := strings.TrimLeft(words[i].text, "123456*")
		if !words[i].quoted && (op == ">" || op == ">>") {
			if i+1 < len(words) {
				kind := kindWrite
				if op == ">>" {
					kind = kindEdit
				}
				f := s.field(words[i+1])
				if !strings.EqualFold(f.text, "$null") && words[i+1].text != "$null" {
					writes = append(writes, pendingTouch{f, kind})
				}
				filtered = filtered || strings.HasPrefix(words[i].text, ">") || words[i].text[0] == '1' || words[i].text[0] == '*'
				i++
			}
			continue
		}
		if !words[i].quoted && strings.Contains(words[i].text, ">&") {
			continue
		}
		argv = append(argv, s.field(words[i]))
	}
	if len(argv) == 0 {
		return
	}
	text := oneLine(strings.ReplaceAll(strings.Join(shown, " "), unknownMark, ""))
	if code, ok := powershellCode(argv); ok && s.nested < maxNested {
		s.nested++
		s.walk(code)
		s.nested--
		return
	}
	first := s.w.rec.nextIndex()
	sc := scope{filtered: filtered, external: true, input: s.input, nested: s.nested, container: s.container}
	dir := s.e.dir
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
