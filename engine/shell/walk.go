package shell

import (
	"strconv"

	"mvdan.cc/sh/v3/syntax"
)

// walker walks the syntax tree of a line in the order in which the shell runs it. Its methods take
// the environment e, which assignments and cd change; the scope sc, which the enclosing commands
// determine; and the state st, which says what is certain when the node starts. They return the
// outcome.
type walker struct {
	// home is the home directory, "" if it is not known.
	home  string
	start string // the directory that the line starts in
	// rec records what the line does.
	rec recorder
	// expander expands words.
	expander expander
	// steps is the number of statements and commands walked so far.
	steps int
	// aliases are those that the line has defined so far, and git's.
	aliases aliases
	// disk answers what the line does not tell. It is nil if nothing is known of the files around it.
	disk Disk
	// scripts are the files that the line runs.
	scripts scripts
	// tests are the test programs that the line has compiled so far.
	tests testBinaries
	// depth is the number of enclosing compound commands.
	depth int
}

// newWalker returns a walker for a line that starts in dir.
func newWalker(line, dir, home string) *walker {
	w := &walker{home: home, start: dir, rec: recorder{line: Line{Text: line}, replay: -1}}
	w.expander.w = w
	return w
}

// source parses code and walks it in a separate process.
func (w *walker) source(code string, e *env, sc scope, st state) outcome {
	if sc.nested > maxNested {
		w.rec.line.Partial = true
		return mayFail(st)
	}
	code, stmts := w.rec.parsed(code, false)
	return w.script(code, stmts, e, sc, st)
}

// script walks the statements stmts, parsed from text, in a separate process.
func (w *walker) script(text string, stmts []*syntax.Stmt, e *env, sc scope, st state) outcome {
	sc = sc.inSubshell()
	sc.source = &source{text: text}
	return sc.exit.addTo(w.list(stmts, e, sc, st))
}

// list walks a list of statements in sequence.
func (w *walker) list(stmts []*syntax.Stmt, e *env, sc scope, st state) (o outcome) {
	o = succeeds(st)
	prints := &stream{}
	for i, s := range stmts {
		o = w.stmt(s, e, sc, st)
		prints = together(prints, o.prints)
		o.prints = prints
		if i == len(stmts)-1 {
			break
		}
		before := o.last
		st = join(o.ok, o.fail)
		if e.errexit && !sc.errexitIgnored {
			st = join(o.ok, o.exempt)
			if sc.exit != nil {
				sc.exit.fail = join(sc.exit.fail, o.fail)
			}
		}
		if st.dead || w.exhausted() {
			return o
		}
		if isExitWithStatus(stmts[i+1]) {
			// "a; exit $?" ends with the exit status of a.
			o = w.stmt(stmts[i+1], e, sc, st)
			o.last, o.prints = before, prints
			return o
		}
	}
	return o
}

// isExitWithStatus reports whether s is "exit" or "exit $?", which keep the status of the command
// before.
func isExitWithStatus(s *syntax.Stmt) bool {
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 || len(call.Args) > 2 || call.Args[0].Lit() != "exit" {
		return false
	}
	if len(call.Args) == 1 {
		return true
	}
	p, ok := call.Args[1].Parts[0].(*syntax.ParamExp)
	return ok && p.Param != nil && p.Param.Value == "?"
}

// exhausted reports whether the limits of the line are reached, and notes that the rest of it is not
// walked.
func (w *walker) exhausted() bool {
	over := w.steps > maxSteps || w.depth > maxDepth || len(w.rec.line.Commands) >= maxCommands && w.rec.replay < 0
	w.rec.line.Partial = w.rec.line.Partial || over
	return over
}

// stmt walks a statement with its ! and &.
func (w *walker) stmt(s *syntax.Stmt, e *env, sc scope, st state) outcome {
	w.steps++
	if s == nil || w.exhausted() {
		return mayFail(st)
	}
	if f := sc.source.file; f != "" {
		sc.via = f + ":" + strconv.Itoa(sc.source.first+int(s.Pos().Line())-1)
	}
	w.depth++
	defer func() { w.depth-- }()
	if s.Negated {
		sc.errexitIgnored = true
	}
	if s.Background || s.Coprocess {
		bg := sc.inSubshell()
		bg.background = true
		w.stmtBody(s, e.clone(), bg, st)
		return succeeds(st)
	}
	o := w.stmtBody(s, e, sc, st)
	if s.Negated {
		return outcome{ok: o.fail, fail: o.ok, exempt: o.ok}
	}
	return o
}

// stmtBody walks a statement regardless of its ! and &.
func (w *walker) stmtBody(s *syntax.Stmt, e *env, sc scope, st state) outcome {
	if call, ok := s.Cmd.(*syntax.CallExpr); ok {
		return w.simpleCommand(call, s.Redirs, e, sc, st)
	}
	if fn, ok := s.Cmd.(*syntax.FuncDecl); ok {
		if fn.Name == nil && len(fn.Names) == 0 {
			return w.stmt(fn.Body, e, sc, st) // zsh runs a function without a name at once
		}
		for _, name := range append(fn.Names, fn.Name) {
			if name != nil {
				sc.source.define(name.Value, fn.Body)
			}
		}
		return succeeds(st)
	}
	text := ""
	if len(s.Redirs) > 0 {
		text = sc.text(s.Redirs[0], s.Redirs[len(s.Redirs)-1])
	}
	return w.withRedirections(s.Redirs, text, e, sc, st, func(sc scope) outcome {
		o := w.compound(s.Cmd, e, sc, st)
		if s.Cmd == nil && len(s.Redirs) == 1 && s.Redirs[0].Op == syntax.RdrIn {
			o.prints = sc.input // $(< file)
		}
		return o
	})
}
