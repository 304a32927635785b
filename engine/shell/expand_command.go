package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// substitution expands a command or process substitution, or another part whose text is rarely
// known, such as an arithmetic expansion.
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
				b.cur.glob, b.cur.match = f.glob, f.match
			}
		case !ok:
			b.text.WriteString(unknownMark)
		case quoted:
			b.text.WriteString(text)
		default:
			b.splitFields([]string{text})
		}
	case *syntax.ProcSubst:
		sc := b.sc.inSubshell()
		sc.filtered = sc.filtered || p.Op == syntax.CmdIn
		inner := b.e.clone()
		from := &stream{text: unknownMark}
		b.procs = append(b.procs, func() {
			if o := b.x.w.list(p.Stmts, inner, sc, b.st); o.prints != nil {
				*from = *o.prints
			}
		})
		b.text.WriteString(unknownMark)
		if b.cur.from = from; p.Op != syntax.CmdIn {
			b.cur.from = nil
		}
	case *syntax.ExtGlob:
		b.cur.glob = true
		b.text.WriteString(unknownMark)
	case *syntax.BraceExp:
		b.text.WriteString(unknownMark)
	default:
		b.x.walkSubstitutions(part, b.e, b.sc, b.st)
		b.text.WriteString(unknownMark)
	}
}

// commandSubst walks the statements of $(…). It returns the text that they print and true, or the
// files whose names they print and false. Both are empty if the output is not known.
func (b *expansion) commandSubst(stmts []*syntax.Stmt) (text string, list []field, ok bool) {
	sc := b.sc.inSubshell()
	sc.filtered, sc.filter = true, ""
	begin := b.x.w.rec.nextIndex()
	o := sc.exit.addTo(b.x.w.list(stmts, b.e.clone(), sc, b.st))
	b.x.taken = append(b.x.taken, b.x.w.rec.since(begin)...)
	b.lastSubst = &o
	if b.sc.fills {
		o.prints = b.x.w.scripts.filled(o.prints, sc)
	}
	switch {
	case o.prints == nil:
		return "", nil, false
	case strings.Contains(o.prints.text, unknownMark):
		return "", o.prints.names, false
	}
	return strings.TrimRight(o.prints.text, "\n"), nil, true
}

// walkAll walks process substitutions.
func walkAll(procs []func()) {
	for _, walk := range procs {
		walk()
	}
}

// walkSubstitutions walks all command and process substitutions below n, whose expanded text is not
// needed.
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
