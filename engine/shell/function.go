package shell

// callFunction walks the body of a function that the line defines, with argv as the name and the
// positional parameters. Assignments in the body remain in effect afterwards.
func (w *walker) callFunction(fn function, argv []field, e *env, sc scope, st state) outcome {
	if w.rec.tooNested(sc) {
		return mayFail(st)
	}
	sc.nested++
	sc.ret, sc.loop = newExits(), nil
	sc.source = fn.source
	outerVars := e.vars
	positional(e, argv[1:])
	o := sc.ret.addTo(w.stmt(fn.body, e, sc, st))
	// The caller's positional parameters come back.
	for _, name := range positionalNames {
		if v, ok := lookup(outerVars, name); ok {
			e.set(name, v)
		} else {
			e.setUnknown(name)
		}
	}
	return o
}

// positionalNames are the names of the positional parameters that can be expanded without braces,
// and @.
var positionalNames = []string{"@", "1", "2", "3", "4", "5", "6", "7", "8", "9"}

// positional sets $1, $2 … and $@ to args.
func positional(e *env, args []field) {
	if len(args) == 1 && args[0].glob && !args[0].hasUnknown() {
		// Each of the files that match, as sh -c 'for f; …' _ {} gets it.
		for _, name := range []string{"1", "@", "*"} {
			e.setField(name, args[0])
		}
		return
	}
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

// lookup returns the value of the variable name in the list of assignments from.
func lookup(from *binding, name string) (value, bool) {
	e := env{vars: from}
	return e.get(name)
}
