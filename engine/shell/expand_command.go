package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// other adds a part whose text mostly cannot be known.
func (b *expansion) substitution(part syntax.WordPart, quoted bool) {
	switch p := part.(type) {
	case *syntax.CmdSubst:
		text, list, ok := b.commandSubst(p.Stmts)
		switch {
		case len(list) == 1 && quoted && list[0].match:
			b.addMatch(list[0])
		case list != nil && !quoted:
			for i, f := range list {
				if i > 0 {
					b.endField()
				}
				b.addMatch(f)
				b.glob, b.match = f.glob, f.match
			}
		case !ok:
			b.cur.WriteString(unknownMark)
		case quoted:
			b.cur.WriteString(text)
		default:
			b.splitFields([]string{text})
		}
	case *syntax.ProcSubst:
		sc := b.sc.inSubshell()
		sc.filtered = sc.filtered || p.Op == syntax.CmdIn
		inner := b.e.clone()
		b.x.procs = append(b.x.procs, func() { b.x.w.list(p.Stmts, inner, sc, b.st) })
		b.cur.WriteString(unknownMark)
	case *syntax.ExtGlob:
		b.glob = true
		b.cur.WriteString(unknownMark)
	case *syntax.BraceExp:
		b.cur.WriteString(unknownMark)
	default:
		b.x.walkSubstitutions(part, b.e, b.sc, b.st)
		b.cur.WriteString(unknownMark)
	}
}

// substitute walks the commands of $(…) and returns what they print, or the files that they
// name, if that is certain.
func (b *expansion) commandSubst(stmts []*syntax.Stmt) (text string, list []field, ok bool) {
	sc := b.sc.inSubshell()
	sc.filtered = true
	o := sc.exit.addTo(b.x.w.list(stmts, b.e.clone(), sc, b.st))
	b.lastSubst = &o
	switch {
	case o.prints == nil:
		return "", nil, false
	case strings.Contains(o.prints.text, unknownMark):
		return "", o.prints.names, false
	}
	return strings.TrimRight(o.prints.text, "\n"), nil, true
}

// besides walks the processes that words name, but for the first n, which are somebody else's.
func (x *expander) walkProcSubsts(n int) {
	walks := slices.Clone(x.procs[n:])
	x.procs = x.procs[:n]
	for _, walk := range walks {
		walk()
	}
}

// substitutions walks the commands substituted anywhere below n, where the text around
// them is of no interest.
func (x *expander) walkSubstitutions(n syntax.Node, e *env, sc scope, st state) {
	if n == nil {
		return
	}
	syntax.Walk(n, func(n syntax.Node) bool {
		switch p := n.(type) {
		case *syntax.CmdSubst:
			inner := sc.inSubshell()
			inner.filtered = true
			x.w.list(p.Stmts, e.clone(), inner, st)
			return false
		case *syntax.ProcSubst:
			x.w.list(p.Stmts, e.clone(), sc.inSubshell(), st)
			return false
		}
		return true
	})
}
