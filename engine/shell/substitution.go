package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// other adds a part whose text mostly cannot be known.
func (x *expansion) other(part syntax.WordPart, quoted bool) {
	switch p := part.(type) {
	case *syntax.CmdSubst:
		text, list, ok := x.substitute(p.Stmts)
		switch {
		case len(list) == 1 && quoted && list[0].match:
			x.matching(list[0])
		case list != nil && !quoted:
			for i, f := range list {
				if i > 0 {
					x.flush()
				}
				x.matching(f)
				x.glob, x.match = f.glob, f.match
			}
		case !ok:
			x.cur.WriteString(unknownMark)
		case quoted:
			x.cur.WriteString(text)
		default:
			x.split([]string{text})
		}
	case *syntax.ProcSubst:
		sc := x.sc.inSubshell()
		sc.filtered = sc.filtered || p.Op == syntax.CmdIn
		inner := x.e.clone()
		x.w.beside = append(x.w.beside, func() { x.w.list(p.Stmts, inner, sc, x.st) })
		x.cur.WriteString(unknownMark)
	case *syntax.ExtGlob:
		x.glob = true
		x.cur.WriteString(unknownMark)
	case *syntax.BraceExp:
		x.cur.WriteString(unknownMark)
	default:
		x.w.substitutions(part, x.e, x.sc, x.st)
		x.cur.WriteString(unknownMark)
	}
}

// besides walks the processes that words name, but for the first n, which are somebody else's.
func (w *walker) besides(n int) {
	walks := slices.Clone(w.beside[n:])
	w.beside = w.beside[:n]
	for _, walk := range walks {
		walk()
	}
}

// substitute walks the commands of $(…) and returns what they print, or the files that they
// name, if that is certain.
func (x *expansion) substitute(stmts []*syntax.Stmt) (text string, list []field, ok bool) {
	sc := x.sc.inSubshell()
	sc.filtered = true
	o := sc.exit.closed(x.w.list(stmts, x.e.clone(), sc, x.st))
	x.subst = &o
	if o.prints == nil || strings.Contains(*o.prints, unknownMark) {
		return "", x.w.lists[o.prints], false
	}
	return strings.TrimRight(*o.prints, "\n"), nil, true
}

// substitutions walks the commands substituted anywhere below n, where the text around
// them is of no interest.
func (w *walker) substitutions(n syntax.Node, e *env, sc scope, st state) {
	if n == nil {
		return
	}
	syntax.Walk(n, func(n syntax.Node) bool {
		switch p := n.(type) {
		case *syntax.CmdSubst:
			inner := sc.inSubshell()
			inner.filtered = true
			w.list(p.Stmts, e.clone(), inner, st)
			return false
		case *syntax.ProcSubst:
			w.list(p.Stmts, e.clone(), sc.inSubshell(), st)
			return false
		}
		return true
	})
}
