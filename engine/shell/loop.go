package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// maxIterations is the maximum number of iterations of a loop that are walked.
const maxIterations = 200

// whileClause walks while and until. A loop that reads known input line by line is walked once per
// line. Any other body is walked once, with the variables that it assigns unknown.
func (w *walker) whileClause(c *syntax.WhileClause, e *env, sc scope, st state) outcome {
	loop := sc
	loop.loop, loop.looped, loop.endless = newExits(), true, goesOn(c.Cond, c.Until) && !leaves(c.Do)
	if names, separator, ok := readNames(c); ok {
		input := sc.input
		if deletesOnly(&syntax.Block{Stmts: c.Do}) {
			input = w.scripts.filled(input, sc)
		}
		if items := input.lines(len(names), separator); items != nil {
			return w.readLoop(c, names, items, e, loop, st)
		}
	}
	e.forgetAssigned(c.Cond, c.Do)
	cond := loop
	cond.errexitIgnored = true
	body := e.clone()
	o := w.list(c.Cond, body, cond, st)
	enter, leave := o.ok, o.fail
	if c.Until {
		enter, leave = o.fail, o.ok
	}
	if !enter.dead {
		loop.conditional = true
		w.list(c.Do, body, loop, enter)
	}
	e.merge(body)
	after := join(leave, loop.loop.ok)
	if after.dead {
		after = st
	}
	return mayFail(after)
}

// forClause walks for and select. If the items are known, the body is walked once per item, and the
// commands of all iterations are recorded as one. A loop without known items is walked once.
func (w *walker) forClause(c *syntax.ForClause, e *env, sc scope, st state) outcome {
	loop := sc
	loop.loop, loop.looped, loop.endless = newExits(), true, false
	iter, ok := c.Loop.(*syntax.WordIter)
	if !ok {
		e.forgetAssigned(c.Do)
		w.expander.walkSubstitutions(c.Loop, e, sc, st)
		arithmetic, ok := c.Loop.(*syntax.CStyleLoop)
		loop.endless = ok && arithmetic.Cond == nil && !leaves(c.Do)
		body := e.clone()
		w.list(c.Do, body, loop, st)
		e.merge(body)
		return mayFail(st)
	}
	var items []field
	sc.fills = deletesOnly(&syntax.Block{Stmts: c.Do})
	lists := w.expander.takes(func() { items = w.expander.fields(iter.Items, e, sc, st) })
	if !iter.InPos.IsValid() {
		if args, ok := e.get("@"); ok && args.match {
			items = []field{args.field()}
		} else if ok {
			items = literalFields(args.words)
		}
	}
	unknown := len(items) == 0
	for _, f := range items {
		unknown = unknown || !f.known()
	}
	if len(items) > maxIterations {
		items, unknown = items[:1], true
	}
	if unknown {
		e.forgetAssigned(c.Do)
	}
	o := w.rec.repeat(len(items), func(iteration int) outcome {
		e.setField(iter.Name.Value, items[iteration])
		e.setFrom(iter.Name.Value, lists)
		return w.list(c.Do, e, loop, st)
	})
	if len(items) == 0 {
		// The items are not known: "for f; do", or an expansion that may be empty.
		e.setUnknown(iter.Name.Value)
		e.setFrom(iter.Name.Value, lists)
		o = w.list(c.Do, e.clone(), loop, st)
	}
	if unknown || !e.errexit || sc.errexitIgnored || !loop.loop.ok.dead {
		return mayFail(st)
	}
	return outcome{ok: join(o.ok, o.exempt), fail: o.fail, exempt: unreachable}
}

// readNames returns the variables of "while read a b; do" and the separator that IFS sets, and false for a loop with any other
// condition.
func readNames(c *syntax.WhileClause) (names []string, separator string, ok bool) {
	if c.Until || len(c.Cond) != 1 || c.Cond[0].Negated || len(c.Cond[0].Redirs) > 0 {
		return nil, "", false
	}
	call, ok := c.Cond[0].Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) < 2 || call.Args[0].Lit() != "read" {
		return nil, "", false
	}
	for _, a := range call.Assigns {
		if a.Value == nil || a.Value.Lit() == "" {
			continue
		}
		if separator = a.Value.Lit(); len(separator) > 1 {
			return nil, "", false
		}
	}
	for i := 1; i < len(call.Args); i++ {
		switch s := call.Args[i].Lit(); {
		case s == "-d" || s == "-rd":
			i++
		case s == "-r":
		case s == "" || isFlag(s):
			return nil, "", false
		default:
			names = append(names, s)
		}
	}
	return names, separator, len(names) > 0
}

// readLoop walks a loop over known lines of input. names are the variables that read assigns, and
// lines holds their values in each iteration.
func (w *walker) readLoop(c *syntax.WhileClause, names []string, lines [][]field, e *env, loop scope, st state) outcome {
	e.forgetAssigned(c.Do)
	body := loop
	body.input = unknownInput
	w.rec.repeat(len(lines), func(iteration int) outcome {
		o := w.list(c.Cond, e, loop, st)
		for i, name := range names {
			e.setField(name, lines[iteration][i])
			e.setFrom(name, loop.piped)
		}
		return w.list(c.Do, e, body, o.ok)
	})
	return mayFail(st)
}

// goesOn reports whether the condition of a loop always holds: while true, while :, while [ 1 ], until false.
func goesOn(cond []*syntax.Stmt, until bool) bool {
	if len(cond) != 1 || cond[0].Negated {
		return false
	}
	switch c := cond[0].Cmd.(type) {
	case *syntax.CallExpr:
		words := make([]string, 0, len(c.Args))
		for _, a := range c.Args {
			words = append(words, a.Lit())
		}
		text := strings.Join(words, " ")
		if until {
			return text == "false"
		}
		return text == "true" || text == ":" || text == "[ 1 ]" || text == "test 1" || text == "[ true ]"
	case *syntax.ArithmCmd:
		word, ok := c.X.(*syntax.Word)
		return ok && !until && word.Lit() == "1"
	}
	return false
}

// leaves reports whether the body of a loop may leave it: by break, exit, return, exec or kill.
func leaves(body []*syntax.Stmt) (found bool) {
	for _, s := range body {
		syntax.Walk(s, func(node syntax.Node) bool {
			if call, ok := node.(*syntax.CallExpr); ok && len(call.Args) > 0 {
				found = found || has("break exit return exec kill", call.Args[0].Lit())
			}
			return !found
		})
	}
	return found
}

// deletesOnly reports whether a command, or the body of a loop, deletes files and does nothing else but print and ask: what it is given are
// names of files, also if they come from a file.
func deletesOnly(of syntax.Node) (deletes bool) {
	others := false
	syntax.Walk(of, func(node syntax.Node) bool {
		switch n := node.(type) {
		case *syntax.CallExpr:
			name := ""
			if len(n.Args) > 0 {
				name = n.Args[0].Lit()
			}
			deletes = deletes || has("rm unlink shred", name)
			others = others || !has("rm unlink shred echo printf test [ true continue", name)
		case *syntax.CmdSubst:
			return false // a list
		}
		return true
	})
	return deletes && !others
}
