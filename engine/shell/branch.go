package shell

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// ifClause walks if, elif and else. Both branches are walked from the state that the condition
// leaves them in; afterwards only what holds on every branch that can be left is certain.
func (w *walker) ifClause(c *syntax.IfClause, e *env, sc scope, st state) outcome {
	cond := sc
	cond.errexitIgnored = true
	o := succeeds(st)
	before := e.clone()
	if len(c.Cond) > 0 {
		o = w.list(c.Cond, e, cond, st)
	} else {
		// The parser represents a final else as a clause without a condition.
		return w.list(c.Then, e, sc, st)
	}
	other := e.clone()
	if changesDirectory(c.Cond[0]) {
		// If cd is the condition, the else branch still runs in the old directory.
		other = before
	}
	then := neverReturns(nil)
	if !o.ok.dead {
		then = w.list(c.Then, e, w.branch(sc, onlyStmt(c.Cond), true, e), o.ok)
	}
	otherwise := neverReturns(nil)
	if !o.fail.dead {
		otherwise = succeeds(o.fail)
		if c.Else != nil {
			otherwise = w.ifClause(c.Else, other, w.branch(sc, onlyStmt(c.Cond), false, other), o.fail)
		}
	}
	switch {
	case otherwise.ok.dead && otherwise.fail.dead:
	case then.ok.dead && then.fail.dead:
		*e = *other
	default:
		e.merge(other)
	}
	return outcome{
		ok:     join(then.ok, otherwise.ok),
		fail:   join(then.fail, otherwise.fail),
		exempt: join(then.exempt, otherwise.exempt),
	}
}

// onlyStmt returns the single statement of a list, or nil if the list has none or several.
func onlyStmt(stmts []*syntax.Stmt) *syntax.Stmt {
	if len(stmts) != 1 {
		return nil
	}
	return stmts[0]
}

// caseClause walks the items of a case statement. Each item starts from the same environment.
// Unless one of the patterns is *, the statement may also run none of them.
func (w *walker) caseClause(c *syntax.CaseClause, e *env, sc scope, st state) outcome {
	if c.Word != nil {
		w.expander.fields([]*syntax.Word{c.Word}, e, sc, st)
	}
	start := e.clone()
	sc.conditional = true
	o := neverReturns(nil)
	complete := false
	for _, item := range c.Items {
		branch := start.clone()
		oi := w.list(item.Stmts, branch, sc, st)
		for _, p := range item.Patterns {
			complete = complete || p.Lit() == "*"
		}
		o = outcome{ok: join(o.ok, oi.ok), fail: join(o.fail, oi.fail), exempt: join(o.exempt, oi.exempt)}
		if !oi.ok.dead || !oi.fail.dead {
			e.merge(branch)
		}
	}
	if !complete {
		o.ok = join(o.ok, st)
	}
	return o
}

// branch returns the scope of statements that run only if condition x succeeds (yes is true) or
// fails (yes is false). If x tests a file, the test is added to the scope.
func (w *walker) branch(sc scope, x *syntax.Stmt, yes bool, e *env) scope {
	sc.conditional = true
	if t, ok := w.fileTest(x, e); ok {
		if !yes {
			t.Not = !t.Not
		}
		sc.tests = append(slices.Clip(sc.tests), t)
	}
	return sc
}

// fileTest returns the file test that s consists of, as [[ -f FILE ]], [ ! -d FILE ] or test -e
// FILE. It returns false for any other statement.
func (w *walker) fileTest(s *syntax.Stmt, e *env) (FileTest, bool) {
	if s == nil || len(s.Redirs) > 0 {
		return FileTest{}, false
	}
	t := FileTest{Not: s.Negated}
	var word *syntax.Word
	switch c := s.Cmd.(type) {
	case *syntax.TestClause:
		expr := c.X
		if not, ok := expr.(*syntax.UnaryTest); ok && not.Op == syntax.TsNot {
			t.Not, expr = !t.Not, not.X
		}
		unary, ok := expr.(*syntax.UnaryTest)
		if !ok {
			return t, false
		}
		t.Type, word = unary.Op.String(), testWord(unary.X)
	case *syntax.CallExpr:
		words := c.Args
		if len(words) > 0 && words[0].Lit() == "[" {
			words = words[:len(words)-1]
		} else if len(words) == 0 || words[0].Lit() != "test" {
			return t, false
		}
		if len(words) == 4 && words[1].Lit() == "!" {
			t.Not, words = !t.Not, words[1:]
		}
		if len(words) != 3 {
			return t, false
		}
		t.Type, word = words[1].Lit(), words[2]
	}
	if t.Type == "-a" {
		t.Type = "-e"
	}
	if word == nil || !has("-f -d -e", t.Type) || runsCommands(word) {
		return t, false
	}
	f, _ := w.expander.word(word, e, scope{}, state{})
	t.Type, t.Path = t.Type[1:], treePath(f, e.dir)
	return t, t.Path != "" && !f.glob
}

// testWord returns x as a word, or nil if it is a compound test expression.
func testWord(x syntax.TestExpr) *syntax.Word {
	word, _ := x.(*syntax.Word)
	return word
}

// runsCommands reports whether expanding word runs commands: it contains $(...) or <(...).
func runsCommands(word *syntax.Word) bool {
	found := false
	syntax.Walk(word, func(n syntax.Node) bool {
		switch n.(type) {
		case *syntax.CmdSubst, *syntax.ProcSubst:
			found = true
		}
		return !found
	})
	return found
}
