package shell

import (
	"mvdan.cc/sh/v3/syntax"
)

func (w *walker) ifClause(c *syntax.IfClause, e *env, sc scope, st state) outcome {
	cond := sc
	cond.errexitIgnored = true
	o := succeeds(st)
	before := e.clone()
	if len(c.Cond) > 0 {
		o = w.list(c.Cond, e, cond, st)
	} else {
		// The final else is a clause without a condition.
		return w.list(c.Then, e, sc, st)
	}
	other := e.clone()
	if changesDirectory(c.Cond[0]) {
		// The directory was not changed if that is what failed.
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

// only is the statement of a list of one.
func onlyStmt(stmts []*syntax.Stmt) *syntax.Stmt {
	if len(stmts) != 1 {
		return nil
	}
	return stmts[0]
}

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
