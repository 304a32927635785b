package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// simpleCommand walks a simple command: it expands its words and assignments, applies its
// redirections, and walks the command that results.
func (w *walker) simpleCommand(c *syntax.CallExpr, redirs []*syntax.Redirect, e *env, sc scope, st state) outcome {
	var argv []field
	var procs []func()
	sc.fills = len(c.Args) > 0 && deletesOnly(c)
	sc.lists = w.expander.takes(func() { argv, procs = w.expander.words(c.Args, e, sc, st) })
	sc.backticks = backticks(c.Args, sc)
	if isWalkedFirst(c) {
		walkAll(procs)
		procs = nil
	}
	defer walkAll(procs)
	values, subst := w.assignments(c.Assigns, e, sc, st)
	text := sc.text(c, c)
	sc.filtered = sc.filtered || e.redirected
	if len(c.Args) == 0 {
		for _, b := range values {
			e.assign(b)
		}
		o := succeeds(st)
		if subst != nil {
			// The exit status of "x=$(a)" is that of a.
			o = outcome{ok: subst.ok, fail: subst.fail, exempt: unreachable, last: subst.last}
		}
		o.prints = &stream{}
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
	e.last = argv[len(argv)-1]
	if len(argv) == 1 && argv[0].text == "exec" {
		for _, r := range redirs {
			e.redirected = e.redirected || r.Op != syntax.RdrIn && (r.N == nil || r.N.Value == "1")
		}
	}
	return o
}

// isWalkedFirst reports whether what the process substitutions among the words of a command print is needed to know what it
// does: it is a program or a list. Those of other commands, as in diff <(a) <(b), are recorded after it.
func isWalkedFirst(c *syntax.CallExpr) bool {
	return isInterpreter(c) || len(c.Args) > 0 && has("xargs parallel cat uv source . make gmake", c.Args[0].Lit())
}

// assignments expands assignments. It also returns the outcome of the last command substitution in
// them, nil if there is none.
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
				if key, ok := elem.Index.(*syntax.Word); ok && elem.Value != nil {
					v.keys = append(v.keys, key.Lit())
				}
			}
			if len(v.keys) != len(words) {
				v.keys = nil
			}
			var fields []field
			v.lists = w.expander.takes(func() { fields = w.expander.fields(words, e, sc, st) })
			for _, f := range fields {
				text := f.text
				if f.glob {
					text = unknownMark
				}
				v.words = append(v.words, text)
			}
		default:
			var f field
			var subst *outcome
			v.lists = w.expander.takes(func() { f, subst = w.expander.word(a.Value, e, sc, st) })
			if subst != nil {
				last = subst
			}
			w.rec.into(v.lists, a.Name.Value)
			v.words, v.matching = []string{f.text}, f.matching
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

// declaration walks export, local, declare and the other declaration builtins.
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
		e.assign(b)
	}
	if c.Variant.Value == "export" || slices.ContainsFunc(words, func(f field) bool { return strings.HasPrefix(f.text, "-") && strings.Contains(f.text, "x") }) {
		for _, a := range c.Args {
			if a.Name != nil {
				e.export(a.Name.Value)
			}
		}
	}
	i := w.rec.command(Command{
		Name: c.Variant.Value, Args: args(words), Dir: e.dir, Gates: st.succeeded,
		Background: sc.background, OutputHidden: sc.filtered, Inert: true, Text: sc.text(c, c),
	})
	return outcome{ok: st.withSuccess(i), fail: st, exempt: unreachable, last: []int{i}}
}

// backticks returns the commands between backticks that stand with other text in double quotes.
func backticks(words []*syntax.Word, sc scope) (list []string) {
	for _, word := range words {
		for _, part := range word.Parts {
			quoted, ok := part.(*syntax.DblQuoted)
			if !ok || len(quoted.Parts) < 2 {
				continue
			}
			for _, p := range quoted.Parts {
				if c, ok := p.(*syntax.CmdSubst); ok && c.Backquotes && len(c.Stmts) > 0 {
					list = append(list, sc.text(c.Stmts[0], c.Stmts[len(c.Stmts)-1]))
				}
			}
		}
	}
	return list
}
