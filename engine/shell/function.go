package shell

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
