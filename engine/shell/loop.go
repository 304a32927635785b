package shell

import "mvdan.cc/sh/v3/syntax"

// maxTurns is how many turns of a loop over literal words are followed.
const maxIterations = 200

func (w *walker) whileClause(c *syntax.WhileClause, e *env, sc scope, st state) outcome {
	loop := sc
	loop.loop = newExits()
	if names, ok := readNames(c); ok {
		if items := sc.input.lines(len(names)); items != nil {
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

func (w *walker) forClause(c *syntax.ForClause, e *env, sc scope, st state) outcome {
	loop := sc
	loop.loop = newExits()
	iter, ok := c.Loop.(*syntax.WordIter)
	if !ok {
		e.forgetAssigned(c.Do)
		w.expander.walkSubstitutions(c.Loop, e, sc, st)
		body := e.clone()
		w.list(c.Do, body, loop, st)
		e.merge(body)
		return mayFail(st)
	}
	items := w.expander.fields(iter.Items, e, sc, st)
	if !iter.InPos.IsValid() {
		if args, ok := e.get("@"); ok {
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
	o := w.rec.repeat(len(items), func(turn int) outcome {
		e.setField(iter.Name.Value, items[turn])
		return w.list(c.Do, e, loop, st)
	})
	if len(items) == 0 {
		// What is looped over is not in the line: "for f; do", or an empty list.
		e.setUnknown(iter.Name.Value)
		o = w.list(c.Do, e.clone(), loop, st)
	}
	if unknown || !e.errexit || sc.errexitIgnored || !loop.loop.ok.dead {
		return mayFail(st)
	}
	return outcome{ok: join(o.ok, o.exempt), fail: o.fail, exempt: unreachable}
}

// forgetAssigned makes the variables that a loop assigns unknown, because a later turn
// sees what an earlier one left.
func (e *env) forgetAssigned(bodies ...[]*syntax.Stmt) {
	for _, body := range bodies {
		for _, s := range body {
			syntax.Walk(s, func(n syntax.Node) bool {
				if a, ok := n.(*syntax.Assign); ok && a.Name != nil {
					if _, set := e.get(a.Name.Value); set {
						e.setUnknown(a.Name.Value)
					}
				}
				return true
			})
		}
	}
}

// call of a function that the line defines: its body with the words as $1, $2 …
func (w *walker) callFunction(fn function, argv []field, e *env, sc scope, st state) outcome {
	if sc.nested >= maxNested {
		return mayFail(st)
	}
	sc.nested++
	sc.ret, sc.loop = newExits(), nil
	sc.src = fn.src
	outerVars := e.vars
	positional(e, argv[1:])
	o := sc.ret.addTo(w.stmt(fn.body, e, sc, st))
	// Assignments of the body stay, the words do not.
	for _, name := range positionalNames {
		if v, ok := lookup(outerVars, name); ok {
			e.set(name, v)
		} else {
			e.setUnknown(name)
		}
	}
	return o
}

var positionalNames = []string{"@", "1", "2", "3", "4", "5", "6", "7", "8", "9"}

// positional binds $1, $2 … and $@.
func positional(e *env, args []field) {
	all := value{array: true}
	for i, f := range args {
		text := f.text
		if !f.known() {
			text = unknownMark
		}
		all.words = append(all.words, text)
		if i < 9 {
			e.setField(positionalNames[i+1], f)
		}
	}
	e.set("@", all)
	e.set("*", all)
}

func lookup(from *binding, name string) (value, bool) {
	e := env{vars: from}
	return e.get(name)
}
