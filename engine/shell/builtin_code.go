package shell

// eval walks the code that eval runs in the current shell. It returns false if the start of the
// code is not known.
func (w *walker) eval(argv []field, e *env, sc scope, st state) (outcome, bool) {
	rest := argv[1:]
	if len(rest) == 0 || rest[0].hasUnknown() || w.rec.tooNested(sc) {
		return outcome{}, false
	}
	sc.nested++
	code, stmts := w.rec.parsed(asSource(joinWords(rest)), false)
	sc.source = sc.source.inline(code)
	return w.list(stmts, e, sc, st), true
}

// sourced walks the code that source runs in the current shell, if the line has written it or hands it over by a stream.
func (w *walker) sourced(argv []field, e *env, sc scope, st state, text string) (outcome, bool) {
	if len(argv) < 2 || w.rec.tooNested(sc) {
		return outcome{}, false
	}
	code := sc.input
	if !isInputName(argv[1].text) {
		code = w.rec.contentsOf(argv[1], e.dir)
	}
	script, ok := w.scripts.textOf(code, sc)
	if !ok {
		return outcome{}, false
	}
	if !w.expander.grow(len(script)) {
		w.rec.line.Partial = true
		return outcome{}, false
	}
	w.reportCommand(argv, e, sc, st, text)
	sc.nested++
	sc.ret, sc.input = newExits(), nil
	script, stmts := w.rec.parsed(script, true)
	sc.source = sc.source.inline(script)
	if code.file != "" {
		sc.opened++
		sc.source.file, sc.source.first = code.file, 1
	}
	return sc.ret.addTo(w.list(stmts, e, sc, st)), true
}

// trap walks the code of an EXIT trap, which runs at the end of the shell, when no command is known
// to have succeeded, and that of a DEBUG trap. Traps for signals rarely run and are ignored.
func (w *walker) trap(argv []field, e *env, sc scope, st state, text string) (outcome, bool) {
	words := argv[skipFlags(argv, 1, ""):]
	if len(words) < 2 || words[0].hasUnknown() || words[0].text == "-" || words[0].text == "" || !has("EXIT 0 DEBUG", words[1].text) || w.rec.tooNested(sc) {
		return outcome{}, false
	}
	o := w.reportCommand(argv, e, sc, st, text)
	sc.nested++
	code, stmts := w.rec.parsed(asSource(words[0].text), false)
	sc.source = sc.source.inline(code)
	w.list(stmts, e.clone(), sc.inSubshell(), state{})
	return o, true
}
