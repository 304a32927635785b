package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// maxPeel is how many wrappers around a command are looked through.
const maxWrappers = 32

// call walks one simple command as it is written.
func (w *walker) simpleCommand(c *syntax.CallExpr, redirs []*syntax.Redirect, e *env, sc scope, st state) outcome {
	defer w.expander.walkProcSubsts(len(w.expander.procs))
	argv, _ := w.expander.words(c.Args, e, sc, st)
	values, subst := w.assignments(c.Assigns, e, sc, st)
	text := sc.text(c, c)
	sc.filtered = sc.filtered || e.redirected
	if len(c.Args) == 0 {
		for _, b := range values {
			e.set(b.name, b.value)
		}
		o := succeeds(st)
		if subst != nil {
			// The status of "x=$(a)" is that of a.
			o = outcome{ok: subst.ok, fail: subst.fail, exempt: unreachable, last: subst.last}
		}
		return w.withRedirections(redirs, text, e, sc, st, func(scope) outcome { return o })
	}
	if len(argv) == 0 {
		return mayFail(st)
	}
	sc.assigns = slices.Clip(sc.assigns)
	for _, b := range values {
		sc.assigns = append(sc.assigns, b.name+"="+asSource(strings.Join(b.value.words, " ")))
	}
	o := w.withRedirections(redirs, text, e, sc, st, func(sc scope) outcome {
		return w.command(argv, e, sc, st, text)
	})
	if len(argv) == 1 && argv[0].text == "exec" {
		for _, r := range redirs {
			e.redirected = e.redirected || r.Op != syntax.RdrIn && (r.N == nil || r.N.Value == "1")
		}
	}
	return o
}

// assigned are the values of assignments, and how the last command substituted in them ended.
func (w *walker) assignments(assigns []*syntax.Assign, e *env, sc scope, st state) ([]binding, *outcome) {
	var out []binding
	var last *outcome
	for _, a := range assigns {
		if a.Name == nil {
			continue
		}
		var v value
		switch {
		case a.Array != nil:
			v.array = true
			var words []*syntax.Word
			for _, elem := range a.Array.Elems {
				words = append(words, elem.Value)
			}
			for _, f := range w.expander.fields(words, e, sc, st) {
				text := f.text
				if f.glob {
					text = unknownMark
				}
				v.words = append(v.words, text)
			}
		default:
			f, subst := w.expander.word(a.Value, e, sc, st)
			if subst != nil {
				last = subst
			}
			v.words, v.match, v.recursive, v.subset, v.origin = []string{f.text}, f.match, f.recursive, f.subset, f.origin
		}
		if a.Append {
			old, ok := e.get(a.Name.Value)
			switch {
			case !ok || a.Index != nil || old.array != v.array || old.match || v.match:
				v = value{words: []string{unknownMark}}
			case v.array:
				v.words = append(old.words[:len(old.words):len(old.words)], v.words...)
			default:
				v.words = []string{old.words[0] + v.words[0]}
			}
		} else if a.Index != nil {
			v = value{words: []string{unknownMark}}
		}
		out = append(out, binding{name: a.Name.Value, value: v})
	}
	return out, last
}

// declaration walks export, local, declare and their like.
func (w *walker) declaration(c *syntax.DeclClause, e *env, sc scope, st state) outcome {
	var words []field
	var named []*syntax.Assign
	for _, a := range c.Args {
		if a.Name == nil {
			words = append(words, w.expander.fields([]*syntax.Word{a.Value}, e, sc, st)...)
			continue
		}
		if !a.Naked {
			named = append(named, a)
		}
		words = append(words, field{text: sc.text(a, a)})
	}
	values, _ := w.assignments(named, e, sc, st)
	for _, b := range values {
		e.set(b.name, b.value)
	}
	i := w.rec.command(Command{
		Name: c.Variant.Value, Args: args(words), Dir: e.dir, Gates: st.succeeded,
		Background: sc.background, Filtered: sc.filtered, Inert: true, Text: sc.text(c, c),
	})
	return outcome{ok: st.withSuccess(i), fail: st, exempt: unreachable, last: []int{i}}
}

// command walks one simple command given as its words.
func (w *walker) command(argv []field, e *env, sc scope, st state, text string) outcome {
	w.steps++
	var measured []field // coverage run x.py: python is not on the line
	for range maxWrappers {
		name := programName(argv[0])
		if !sc.external {
			if fn, ok := sc.funcs[argv[0].text]; ok {
				return w.callFunction(fn, argv, e, sc, st)
			}
			if o, ok := w.builtin(name, argv, e, sc, st, text); ok {
				return o
			}
		}
		switch {
		case isShell(name):
			if o, ok := w.shell(name, argv, withAssignments(e, sc.assigns), sc, st, text); ok {
				return o
			}
		case name == "xargs":
			return w.xargs(argv, e, sc, st, text)
		case name == "find" || name == "fd" || name == "fdfind":
			if o, ok := w.find(argv, e, sc, st, text); ok {
				return o
			}
		case name == "parallel":
			return w.parallel(argv, e, sc, st, text)
		}
		if code, ok := powershellCode(argv); ok && sc.nested < maxNested {
			return w.powershell(code, e, sc, st)
		}
		inner, ok := unwrap(name, argv)
		if !ok {
			break
		}
		if inner.code != nil {
			sc.nested++
			return w.source(*inner.code, e.clone(), sc, st)
		}
		switch {
		case name == "coverage":
			measured = argv
		case inner.script && measured != nil:
			sc.interpreter = measured
		case inner.script:
			sc.interpreter = argv
		}
		argv = inner.argv
		if inner.dir.text != "" || inner.container {
			e = e.clone()
			e.dir = resolve(e.dir, inner.dir)
		}
		sc.container = sc.container || inner.container
		sc.external = sc.external || inner.external
		sc.assigns = append(sc.assigns[:len(sc.assigns):len(sc.assigns)], inner.assigns...)
	}
	return w.reportCommand(argv, e, sc, st, text)
}

// given is e with the variables that a command alone is given, for the code that it runs.
func withAssignments(e *env, sets []string) *env {
	if len(sets) == 0 {
		return e
	}
	e = e.clone()
	for _, s := range sets {
		name, v, _ := strings.Cut(s, "=")
		if strings.Contains(v, asSource(unknownMark)) {
			e.setUnknown(name)
		} else {
			e.set(name, value{words: []string{v}})
		}
	}
	return e
}

// simple reports the command that argv is after all wrappers are gone.
func (w *walker) reportCommand(argv []field, e *env, sc scope, st state, text string) outcome {
	p := identify(argv, e.dir)
	var by program
	if sc.interpreter != nil {
		by, sc.interpreter = identify(sc.interpreter, e.dir), nil
	}
	dir := p.dir
	if sc.container {
		dir = ""
	}
	i := w.rec.command(Command{
		Name: p.name, Args: args(p.args), By: by.name, ByArgs: args(by.args), File: scriptFile(argv[0], e.dir, sc.container), Dir: dir, Gates: st.succeeded,
		Background: sc.background, Filtered: sc.filtered, Inert: isInert(p), Text: text,
		Names: w.names(argv, p, sc), Sets: sc.assigns,
	})
	o := outcome{ok: st.withSuccess(i), fail: st, exempt: unreachable}
	if i >= 0 {
		o.last = []int{i}
		at := sc.place(p.dir, i)
		if by.name != "" {
			w.rec.touch(argv[0], kindScan, sc.place(e.dir, i))
		}
		r := fileReporter{rec: &w.rec, home: w.home}
		r.report(p, sc.input, at)
		w.childCommands(r.children, e, sc, st, text)
	}
	switch p.name {
	case "true", ":":
		o.fail = unreachable
	case "false":
		o.ok = unreachable
	}
	o.prints = output(p, e, sc.input)
	if o.prints == nil {
		o.prints = matchOutput(p)
	}
	switch {
	case o.prints != nil || sc.container:
	case p.name == "cat" && len(p.args) == 1 && !isFlag(p.args[0].text):
		o.prints = w.rec.contentsOf(p.args[0], p.dir)
	default:
		o.prints = listing(p, sc.input)
	}
	return o
}

// place is where a command of this scope touches files.
func (sc scope) place(dir string, command int) place {
	return place{dir: dir, command: command, container: sc.container, conditional: sc.conditional, tests: sc.tests}
}

// scriptFile is the path of a program that was given as one, run in dir.
func scriptFile(f field, dir string, away bool) string {
	if away || f.glob || !strings.Contains(f.text, "/") && !looksLikeFile(f.text) {
		return ""
	}
	path, _ := filePath(f, dir)
	return path
}
