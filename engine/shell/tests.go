package shell

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// branched is the scope of what runs only if x answers yes, or no.
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

// question is what a statement asks about a file, if it asks nothing else: [[ -f FILE ]].
func (w *walker) fileTest(s *syntax.Stmt, e *env) (Test, bool) {
	if s == nil || len(s.Redirs) > 0 {
		return Test{}, false
	}
	t := Test{Not: s.Negated}
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
		t.Is, word = unary.Op.String(), testWord(unary.X)
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
		t.Is, word = words[1].Lit(), words[2]
	}
	if t.Is == "-a" {
		t.Is = "-e"
	}
	if word == nil || !has("-f -d -e", t.Is) || runsCommands(word) {
		return t, false
	}
	f, _ := w.expander.word(word, e, scope{}, state{})
	t.Is, t.Path = t.Is[1:], treePath(f, e.dir)
	return t, t.Path != "" && !f.glob
}

// asWord is a word that is a whole test, or an operand of one.
func testWord(x syntax.TestExpr) *syntax.Word {
	word, _ := x.(*syntax.Word)
	return word
}

// substitutes reports whether commands are run to make a word.
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
