package shell

import (
	"slices"
	"strings"
)

// maxWrappers is the maximum number of nested wrappers that are removed from a command.
const maxWrappers = 32

// command walks a simple command after expansion, given as its words. It removes wrappers one by
// one until it reaches a builtin, a function, nested code or the command itself.
func (w *walker) command(argv []field, e *env, sc scope, st state, text string) outcome {
	w.steps++
	if !sc.external {
		argv = w.aliases.shellAlias(argv)
	}
	var measured []field // the words of "coverage run x.py", which is the interpreter of x.py although python is not on the line
	isFunction := true   // command and builtin pass functions over, also one that has the name of the program that it calls
	for removed := 0; ; removed++ {
		if removed == maxWrappers {
			_, more := unwrap(programName(argv[0]), argv)
			w.rec.line.Partial = w.rec.line.Partial || more
			break
		}
		name := programName(argv[0])
		argv, sc.input = fromInput(name, argv, sc.input)
		if !sc.external {
			if fn, ok := sc.source.funcs[argv[0].text]; ok && isFunction {
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
			return w.xargs(argv, e, sc.wrappedBy(name), st, text)
		case name == "find" || name == "fd" || name == "fdfind":
			if o, ok := w.find(argv, e, sc, st, text); ok {
				return o
			}
		case name == "parallel":
			return w.parallel(argv, e, sc.wrappedBy(name), st, text)
		}
		if code, ok := powershellCode(argv); ok && !w.rec.tooNested(sc) {
			return w.powershell(code, e, sc, st)
		}
		inner, ok := unwrap(name, argv)
		if !ok {
			break
		}
		isFunction = isFunction && name != "command" && name != "builtin"
		if !runsScripts(name) {
			sc = sc.wrappedBy(name)
			if called := identify(argv, e.dir).name; called != name {
				sc = sc.wrappedBy(called) // docker exec
			}
		}
		if inner.code != nil {
			if inner.stays {
				w.reportCommand(argv, e, sc, st, text)
			}
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
		here := e.dir
		if inner.dir.text != "" || inner.container {
			e = e.clone()
			if e.dir = resolve(here, inner.dir); inner.name != "" && inner.dir.text == "" {
				e.dir = here // a folder of the project, see insideDir
			}
		}
		sc.container = sc.container || inner.container
		if inner.name != "" && sc.inside == "" {
			sc.inside, sc.entered = inner.name, here
		}
		sc.external = sc.external || inner.external
		sc.assigns = append(sc.assigns[:len(sc.assigns):len(sc.assigns)], inner.assigns...)
		sc.settings = append(slices.Clip(sc.settings), inner.settings...)
	}
	return w.reportCommand(argv, e, sc, st, text)
}

// withAssignments returns a copy of e with the assignments in sets, each NAME=value. It is the
// environment of code that runs within a command with these assignments.
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
		e.export(name)
	}
	return e
}

// keeps reports whether the first thing that an output goes through is a redirection to a device that keeps it.
func keeps(filter string) bool {
	to, redirected := strings.CutPrefix(filter, "> ")
	to, _, _ = strings.Cut(to, " ")
	return redirected && isDevice(to)
}

// reportCommand records the command with the words argv, from which all wrappers have been removed,
// and the files it touches, and determines what it prints.
func (w *walker) reportCommand(argv []field, e *env, sc scope, st state, text string) outcome {
	argv, code := w.aliases.gitAlias(argv, e.dir)
	if code != "" && !w.rec.tooNested(sc) {
		sc.nested++
		return w.source(code, e.clone(), sc, st)
	}
	w.tests.add(argv, e.dir)
	file := scriptFile(argv[0], e.dir, sc.container)
	argv = w.tests.goTest(argv, e.dir)
	p := identify(argv, e.dir)
	environment := append(slices.Clip(e.exported), sc.assigns...)
	if p.base == "git" && len(environment) > 0 {
		p.dir = workTreeOf(environment, argv[1:], p.dir)
	}
	var by program
	if sc.interpreter != nil {
		by, sc.interpreter = identify(sc.interpreter, e.dir), nil
	}
	dir := p.dir
	if sc.container {
		dir = ""
	}
	given := w.rec.writtenCode(p, sc.input)
	input := w.scripts.input(p, &w.rec, sc)
	literals, identifiers := codeWords(argv, p, given)
	i := w.rec.command(Command{
		Name: p.name, Args: args(p.args), Interpreter: by.name, InterpreterArgs: args(by.args), Wrappers: sc.wrappers, File: file, Dir: dir, Gates: st.succeeded,
		Background: sc.background, OutputHidden: sc.filtered, Inert: (isInert(p) || onlyLooks(p, given, literals, identifiers)) && !keeps(sc.filter), Text: text,
		Paths: w.names(argv, p, sc), Assigns: sc.assigns, Environment: append(slices.Clip(environment), sc.settings...),
		Literals: literals, Identifiers: identifiers, Input: knownInput(input), Via: sc.via, Failed: sc.failed,
		Tasks: namedTasks(p), Packages: packages(p), Container: sc.inside, ContainerDir: sc.insideDir(p.dir), Filter: sc.filter, Looped: sc.looped, Endless: sc.endless, Lists: sc.lists, Backticks: sc.backticks,
	})
	o := outcome{ok: st.withSuccess(i), fail: st, exempt: unreachable}
	if i >= 0 {
		o.last = []int{i}
		at := sc.place(p.dir, i)
		if by.name != "" {
			w.rec.touch(argv[0], kindScan, sc.place(e.dir, i))
		}
		r := fileReporter{rec: &w.rec, home: w.home}
		before := len(w.rec.line.Touches)
		r.report(p, sc.input, at)
		if len(sc.filter) < 200 && slices.ContainsFunc(strings.Split(sc.filter, "|"), showsNames) {
			w.rec.scanned(before, len(w.rec.line.Touches))
		}
		w.childCommands(r.children, e, sc, st, text)
		inner, ok := w.opens(argv, p, by, i, e, sc, st, text)
		if c, runs := mounted(p, e, sc); runs {
			inner, ok = w.command(c.words, c.env, c.scope, st, text), true
		}
		if ok {
			o.ok, o.fail = inner.ok.withSuccess(i), inner.fail
			o.last = append(o.last, inner.last...)
		}
	}
	switch p.name {
	case "true", ":":
		o.fail = unreachable
	case "false":
		o.ok = unreachable
	}
	o.prints = output(p, e, sc.input)
	if root := w.topLevel(p, sc); root != "" {
		o.prints = &stream{text: root + "\n"}
	}
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

// scriptFile returns the absolute path of a program that is given as a path, and "" for one that is
// looked up in PATH.
func scriptFile(f field, dir string, container bool) string {
	if container || f.glob || !strings.Contains(f.text, "/") && !looksLikeFile(f.text) {
		return ""
	}
	path, _ := filePath(f, dir)
	return path
}
