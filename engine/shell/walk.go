package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// walker goes through a parsed line in the order in which the shell would.
type walker struct {
	home     string
	start    string // the directory that the line starts in
	rec      recorder
	expander expander
	steps    int
	depth    int
}

// newWalker returns a walker for a line that starts in dir.
func newWalker(line, dir, home string) *walker {
	w := &walker{home: home, start: dir, rec: recorder{line: Line{Text: line}, replay: -1}}
	w.expander.w = w
	return w
}

type function struct {
	body *syntax.Stmt
	src  string
}

// source parses code and walks it in a process of its own.
func (w *walker) source(code string, e *env, sc scope, st state) outcome {
	if sc.nested > maxNested {
		return mayFail(st)
	}
	code = sanitize(code)
	return w.script(code, parse(code), e, sc, st)
}

// script walks the statements of src in a process of its own.
func (w *walker) script(src string, stmts []*syntax.Stmt, e *env, sc scope, st state) outcome {
	sc = sc.inSubshell()
	sc.src, sc.funcs = src, map[string]function{}
	return sc.exit.addTo(w.list(stmts, e, sc, st))
}

// withoutDocuments is code without the bodies of its here-documents. What an interpreter is
// given in one is no content of a file but a command, and stays.
func withoutHereDocuments(code string, stmts []*syntax.Stmt) string {
	if !strings.Contains(code, "<<") {
		return code
	}
	var b strings.Builder
	at := 0
	for _, s := range stmts {
		syntax.Walk(s, func(n syntax.Node) bool {
			stmt, ok := n.(*syntax.Stmt)
			if !ok || isInterpreter(stmt.Cmd) {
				return true
			}
			for _, r := range stmt.Redirs {
				if r.Hdoc == nil {
					continue
				}
				if from, to := int(r.Hdoc.Pos().Offset()), int(r.Hdoc.End().Offset()); at <= from && from < to && to <= len(code) {
					b.WriteString(code[at:from])
					at = to
				}
			}
			return true
		})
	}
	return b.String() + code[at:]
}

// interprets tells whether a command is an interpreter, which runs what it is given.
func isInterpreter(cmd syntax.Command) bool {
	call, ok := cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 {
		return false
	}
	return has("python pypy ipython node bun deno tsx ts-node perl ruby php lua bash sh zsh dash ksh", programName(field{text: call.Args[0].Lit()}))
}

// readable cuts code to what the parser can take without exhausting the stack.
func sanitize(code string) string {
	if len(code) > maxLine {
		code = headAndTail(code)
	}
	code = strings.ReplaceAll(code, "\r\n", "\n")
	code = strings.ReplaceAll(code, unknownMark, "")
	const deepest = 1000
	depth, words := 0, 0
	for i := 0; i < len(code); i++ {
		switch code[i] {
		case '(', '{', '[':
			depth++
		case ')', '}', ']':
			depth = max(depth-1, 0)
		case 'i', 'w', 'u', '!', 't':
			if keyword := nestingKeyword(code[i:]); keyword > 0 {
				words++
				i += keyword - 1
			} else {
				words = 0
			}
		case ' ', '\n', '\t':
		default:
			words = 0
		}
		if depth > deepest || words > deepest {
			return code[:max(i-2*deepest, 0)]
		}
	}
	return code
}

// opener is the length of the keyword at the start of code that can stand in a row with
// itself, each nesting deeper.
func nestingKeyword(code string) int {
	for _, k := range []string{"if ", "while ", "until ", "! ", "time "} {
		if strings.HasPrefix(code, k) {
			return len(k)
		}
	}
	return 0
}

// parse returns the statements of code, up to the first that does not parse.
func parse(code string) []*syntax.Stmt {
	p := syntax.NewParser(syntax.Variant(syntax.LangBash))
	f, err := p.Parse(strings.NewReader(code), "")
	if err == nil {
		return f.Stmts
	}
	var stmts []*syntax.Stmt
	for s, err := range p.StmtsSeq(strings.NewReader(code)) {
		if err != nil || s == nil {
			break
		}
		stmts = append(stmts, s)
	}
	return stmts
}

// list walks statements that follow one another.
func (w *walker) list(stmts []*syntax.Stmt, e *env, sc scope, st state) outcome {
	o := succeeds(st)
	for i, s := range stmts {
		o = w.stmt(s, e, sc, st)
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
			// "a; exit $?" ends with the status of a.
			o = w.stmt(stmts[i+1], e, sc, st)
			o.last = before
			return o
		}
		o.prints = nil
	}
	if len(stmts) != 1 {
		o.prints = nil
	}
	return o
}

// isExitWithStatus reports whether s is "exit" or "exit $?".
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

// spent reports whether nothing more is to be said of the line.
func (w *walker) exhausted() bool {
	return w.steps > maxSteps || len(w.rec.line.Commands) >= maxCommands && w.rec.replay < 0
}

// stmt walks one statement.
func (w *walker) stmt(s *syntax.Stmt, e *env, sc scope, st state) outcome {
	w.steps++
	if s == nil || w.depth > maxDepth || w.exhausted() {
		return mayFail(st)
	}
	w.depth++
	defer func() { w.depth-- }()
	if s.Negated {
		sc.errexitIgnored = true
	}
	if s.Background || s.Coprocess {
		bg := sc.inSubshell()
		bg.background = true
		w.statement(s, e.clone(), bg, st)
		return succeeds(st)
	}
	o := w.statement(s, e, sc, st)
	if s.Negated {
		return outcome{ok: o.fail, fail: o.ok, exempt: o.ok}
	}
	return o
}

// statement walks s without regard to "!" and "&".
func (w *walker) statement(s *syntax.Stmt, e *env, sc scope, st state) outcome {
	if call, ok := s.Cmd.(*syntax.CallExpr); ok {
		return w.simpleCommand(call, s.Redirs, e, sc, st)
	}
	if fn, ok := s.Cmd.(*syntax.FuncDecl); ok {
		if fn.Name != nil {
			sc.funcs[fn.Name.Value] = function{fn.Body, sc.src}
		}
		return succeeds(st)
	}
	text := ""
	if len(s.Redirs) > 0 {
		text = sc.text(s.Redirs[0], s.Redirs[len(s.Redirs)-1])
	}
	return w.withRedirections(s.Redirs, text, e, sc, st, func(sc scope) outcome {
		return w.compound(s.Cmd, e, sc, st)
	})
}
