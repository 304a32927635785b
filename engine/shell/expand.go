package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// maxFields bounds what braces may multiply to.
const maxFields = 1000

// expander expands words.
type expander struct {
	w *walker
	// expanded counts the bytes that words grew to; a=$a$a doubles them each time.
	size int
	// procs are the processes whose ends the words of the command at hand name, as diff <(a) <(b)
	// does. They stand behind it in the line, and nobody waits for them.
	procs []func()
}

// expansion builds the fields of one word.
type expansion struct {
	x         *expander
	e         *env
	sc        scope
	st        state
	out       []field
	cur       strings.Builder
	glob      bool
	match     bool
	recursive bool
	subset    bool
	origin    string
	started   bool
	lastSubst *outcome // how the last command substitution ended
}

// fields expands words, walking the commands substituted in them.
func (x *expander) fields(words []*syntax.Word, e *env, sc scope, st state) []field {
	defer x.walkProcSubsts(len(x.procs))
	fs, _ := x.words(words, e, sc, st)
	return fs
}

func (x *expander) words(words []*syntax.Word, e *env, sc scope, st state) ([]field, *outcome) {
	b := &expansion{x: x, e: e, sc: sc, st: st, out: make([]field, 0, len(words))}
	for _, word := range words {
		if word == nil {
			continue
		}
		if !syntax.SplitBraces(word) && !hasBraces(word) {
			b.word(word.Parts)
			continue
		}
		for _, parts := range alternatives(word.Parts, 0) {
			b.word(parts)
			if n := len(b.out); n > maxFields || n > 0 && !x.grow(len(b.out[n-1].text)+len(b.out)) {
				break
			}
		}
	}
	return b.out, b.lastSubst
}

// single expands a word that the shell does not split: an assignment, a redirection, a
// here-document.
func (x *expander) word(word *syntax.Word, e *env, sc scope, st state) (field, *outcome) {
	if word == nil {
		return field{}, nil
	}
	defer x.walkProcSubsts(len(x.procs))
	b := &expansion{x: x, e: e, sc: sc, st: st}
	b.quoted(word.Parts, true)
	return b.field(), b.lastSubst
}

// afford reports whether the line may still grow by n bytes, and counts them.
func (x *expander) grow(n int) bool {
	if x.size+n > maxExpanded {
		return false
	}
	x.size += n
	return true
}

func (b *expansion) word(parts []syntax.WordPart) {
	b.unquoted(parts)
	b.endField()
}

func (b *expansion) endField() {
	if b.started || b.cur.Len() > 0 {
		b.out = append(b.out, b.field())
	}
	b.cur.Reset()
	b.started, b.glob, b.match, b.recursive, b.subset, b.origin = false, false, false, false, false, ""
}

func (b *expansion) field() field {
	of := b.origin
	if !b.match || of == b.cur.String() {
		of = "" // it is the very file, or a known one
	}
	return field{text: b.cur.String(), glob: b.glob, match: b.match, recursive: b.recursive, subset: b.subset, origin: of}
}

// matching adds one of the files that a pattern stands for, or a name made of it. Of two of
// them in one word it is not known which go together.
func (b *expansion) addMatch(f field) {
	of := f.origin
	if of == "" {
		of = f.text
	}
	if b.match && b.origin != of {
		b.cur.WriteString(unknownMark)
	}
	b.cur.WriteString(f.text)
	b.glob, b.match, b.recursive, b.subset, b.origin = true, true, b.recursive || f.recursive, b.subset || f.subset, of
}

func (b *expansion) unquoted(parts []syntax.WordPart) {
	for i, part := range parts {
		switch p := part.(type) {
		case *syntax.Lit:
			b.literal(p.Value, i == 0)
		case *syntax.SglQuoted, *syntax.DblQuoted:
			b.quotedPart(part)
		case *syntax.ParamExp:
			v, ok := b.param(p)
			switch {
			case !ok:
				b.cur.WriteString(unknownMark)
			case v.match:
				b.addMatch(v.field())
			default:
				b.splitFields(v.words)
			}
		default:
			b.substitution(part, false)
		}
	}
}

func (b *expansion) quotedPart(part syntax.WordPart) {
	b.started = true
	switch p := part.(type) {
	case *syntax.SglQuoted:
		if p.Dollar {
			b.cur.WriteString(unescapeC(p.Value))
		} else {
			b.cur.WriteString(p.Value)
		}
	case *syntax.DblQuoted:
		if len(p.Parts) == 1 {
			if param, ok := p.Parts[0].(*syntax.ParamExp); ok {
				if v, ok := b.param(param); ok && v.array {
					b.started = len(v.words) > 0
					b.addFields(v.words)
					return
				}
			}
		}
		b.quoted(p.Parts, false)
	}
}

// several adds words of which each is a field of its own.
func (b *expansion) addFields(words []string) {
	for i, s := range words {
		if i > 0 {
			b.endField()
			b.started = true
		}
		b.cur.WriteString(s)
	}
}

// split adds words as the shell does outside of quotes.
func (b *expansion) splitFields(words []string) {
	for i, s := range words {
		if i > 0 {
			b.endField()
		}
		if !strings.ContainsAny(s, " \t\n*?[") {
			b.cur.WriteString(s)
			continue
		}
		for j, f := range strings.Fields(s) {
			if j > 0 {
				b.endField()
			}
			b.cur.WriteString(f)
			b.glob = b.glob || isGlob(f)
		}
	}
}

// quoted adds parts without splitting. bare says that there are no quotes around them,
// as in an assignment.
func (b *expansion) quoted(parts []syntax.WordPart, bare bool) {
	isName := true // a name of a file and no text or code that it stands in
	for _, part := range parts {
		if lit, ok := part.(*syntax.Lit); ok && strings.ContainsAny(lit.Value, " \t\n'\"()=;") {
			isName = false
		}
	}
	for i, part := range parts {
		switch p := part.(type) {
		case *syntax.Lit:
			if bare {
				b.literal(p.Value, i == 0)
			} else {
				b.cur.WriteString(unescape(p.Value, "$`\"\\"))
			}
		case *syntax.SglQuoted, *syntax.DblQuoted:
			b.quotedPart(part)
		case *syntax.ParamExp:
			v, ok := b.param(p)
			switch {
			case !ok || v.match && !isName:
				b.cur.WriteString(unknownMark)
			case v.match:
				b.addMatch(v.field())
			default:
				b.cur.WriteString(strings.Join(v.words, " "))
			}
		default:
			b.substitution(part, true)
		}
	}
}

// literal adds text outside of quotes. start says that it begins the word.
func (b *expansion) literal(s string, start bool) {
	if start && strings.HasPrefix(s, "~") {
		name, rest, _ := strings.Cut(s[1:], "/")
		switch {
		case name == "" && b.x.w.home != "":
			b.cur.WriteString(b.x.w.home)
		default:
			b.cur.WriteString(unknownMark)
		}
		if s = rest; s != "" || strings.Contains(s, "/") {
			b.cur.WriteByte('/')
		}
	}
	if !strings.ContainsAny(s, "\\*?[") {
		b.cur.WriteString(s)
		return
	}
	b.glob = b.glob || isGlob(s)
	b.cur.WriteString(unescape(s, ""))
}
