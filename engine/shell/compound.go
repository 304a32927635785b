package shell

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// compound walks a compound command and the other commands that the parser does not represent as a
// CallExpr.
func (w *walker) compound(cmd syntax.Command, e *env, sc scope, st state) outcome {
	switch c := cmd.(type) {
	case *syntax.Block:
		return w.list(c.Stmts, e, sc, st)
	case *syntax.Subshell:
		sub := sc.inSubshell()
		return sub.exit.addTo(w.list(c.Stmts, e.clone(), sub, st))
	case *syntax.BinaryCmd:
		return w.andOrList(c, e, sc, st)
	case *syntax.IfClause:
		return w.ifClause(c, e, sc, st)
	case *syntax.WhileClause:
		return w.whileClause(c, e, sc, st)
	case *syntax.ForClause:
		return w.forClause(c, e, sc, st)
	case *syntax.CaseClause:
		return w.caseClause(c, e, sc, st)
	case *syntax.TimeClause:
		if c.Stmt != nil {
			return w.stmt(c.Stmt, e, sc, st)
		}
	case *syntax.CoprocClause:
		bg := sc.inSubshell()
		bg.background = true
		w.stmt(c.Stmt, e.clone(), bg, st)
		return succeeds(st)
	case *syntax.DeclClause:
		return w.declaration(c, e, sc, st)
	case *syntax.LetClause:
		i := w.rec.command(Command{Name: "let", Dir: e.dir, Gates: st.succeeded, Background: sc.background, OutputHidden: sc.filtered, Inert: true, Text: sc.text(c, c)})
		return outcome{ok: st.withSuccess(i), fail: st, exempt: unreachable, last: []int{i}}
	case *syntax.TestClause, *syntax.ArithmCmd:
		w.expander.walkSubstitutions(cmd, e, sc, st)
	}
	return mayFail(st)
}

// andOrList walks a list of && and || operators, and hands pipelines to pipeline. The parser nests
// the operators to the left, as deep as the list is long, so the list is flattened before it is
// walked.
func (w *walker) andOrList(c *syntax.BinaryCmd, e *env, sc scope, st state) outcome {
	if c.Op == syntax.Pipe || c.Op == syntax.PipeAll {
		return w.pipeline(c, e, sc, st)
	}
	var links []*syntax.BinaryCmd
	var first *syntax.Stmt
	for {
		links = append(links, c)
		first = c.X
		left, ok := first.Cmd.(*syntax.BinaryCmd)
		if !ok || first.Negated || first.Background || len(first.Redirs) > 0 || left.Op == syntax.Pipe || left.Op == syntax.PipeAll {
			break
		}
		c = left
	}
	inner := sc
	inner.errexitIgnored = true
	before := e.clone()
	o := w.stmt(first, e, inner, st)
	left := first
	allAnd := true
	for i := len(links) - 1; i >= 0; i-- {
		c := links[i]
		if i == 0 {
			inner.errexitIgnored = sc.errexitIgnored
		}
		right := inner
		switch {
		case c.Op == syntax.OrStmt && o.ok.dead, c.Op == syntax.AndStmt && !isCondition(left):
		case c.Op == syntax.AndStmt && allAnd, left == first:
			right = w.branch(inner, left, c.Op == syntax.AndStmt, e)
		default:
			right.conditional = true
		}
		allAnd = allAnd && c.Op == syntax.AndStmt
		if c.Op == syntax.AndStmt {
			o, before = w.and(o, left, c.Y, e, right)
		} else {
			if left == first && len(o.last) == 1 {
				right.failed = append(slices.Clip(right.failed), o.last...)
			}
			o = w.or(o, left, c.Y, e, before, right)
			before = e.clone()
		}
		left = c.Y
	}
	return o
}

// and walks y, the right operand of x && y. o is the outcome of x. It also returns the environment
// before y.
func (w *walker) and(o outcome, x, y *syntax.Stmt, e *env, sc scope) (outcome, *env) {
	before := e.clone()
	if o.ok.dead {
		return outcome{ok: unreachable, fail: o.fail, exempt: o.fail, last: o.last}, before
	}
	oy := w.stmt(y, e, sc, o.ok)
	if isCondition(x) {
		e.merge(before)
	}
	return outcome{ok: oy.ok, fail: join(o.fail, oy.fail), exempt: join(o.fail, oy.exempt), last: oy.last, prints: together(o.prints, oy.prints)}, before
}

// or walks y, the right operand of x || y. o is the outcome of x, and before is the environment
// before x.
func (w *walker) or(o outcome, x, y *syntax.Stmt, e *env, before *env, sc scope) outcome {
	if o.fail.dead {
		return o
	}
	other := e.clone()
	if changesDirectory(x) {
		// If cd failed, the directory is still the old one.
		other = before.clone()
	}
	start := other.dir
	oy := w.stmt(y, other, sc, o.fail)
	switch {
	case oy.ok.dead && oy.fail.dead:
	case o.ok.dead:
		*e = *other
	default:
		if other.dir == start {
			other.dir = e.dir
		}
		other.oldDir, other.dirs = e.oldDir, e.dirs
		e.merge(other)
	}
	last := oy.last
	if oy.ok.dead && oy.fail.dead && len(last) == 0 {
		last = o.last
	}
	return outcome{ok: join(o.ok, oy.ok), fail: oy.fail, exempt: oy.exempt, last: last}
}

// isCondition reports whether x is a test. Since a test may as well fail as succeed, neither side
// of the && or || after it is the expected one.
func isCondition(x *syntax.Stmt) bool {
	switch c := x.Cmd.(type) {
	case *syntax.TestClause, *syntax.ArithmCmd:
		return true
	case *syntax.CallExpr:
		if len(c.Args) > 0 {
			switch c.Args[0].Lit() {
			case "test", "[", "grep", "command", "which":
				return true
			}
		}
	}
	return false
}

// changesDirectory reports whether x is a cd, pushd or popd command.
func changesDirectory(x *syntax.Stmt) bool {
	c, ok := x.Cmd.(*syntax.CallExpr)
	if !ok || len(c.Args) == 0 {
		return false
	}
	switch c.Args[0].Lit() {
	case "cd", "pushd", "popd":
		return true
	}
	return false
}
