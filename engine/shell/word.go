package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// field is one word after expansion.
type field struct {
	text string // with unknownMark for each part that cannot be known
	glob bool   // it has wildcards that the shell would expand
	// match is true if it is one of the files that the wildcards stand for, and not the
	// pattern: what a loop goes through, or find finds. Then glob is true as well.
	match bool
	deep  bool // the pattern is of the last name, in folders below the one named
	// some is true if it stands for some of the files that match: which, only the disk knows,
	// once they are changed.
	some bool
	// of is the pattern that a name is made of: ${f%.txt}.md, where f is one of *.txt, is one of
	// *.md and of it.
	of string
}

func (f field) known() bool { return !f.glob && !strings.Contains(f.text, unknownMark) }

// partly reports whether a part of the word cannot be known.
func (f field) partly() bool { return strings.Contains(f.text, unknownMark) }

// arg is the word as Command.Args shows it.
func (f field) arg() string {
	if f.partly() || f.match {
		return unknownArg
	}
	return f.text
}

func fieldsOf(words []string) []field {
	fs := make([]field, len(words))
	for i, s := range words {
		fs[i] = field{text: s}
	}
	return fs
}

func args(fs []field) []string {
	out := make([]string, len(fs))
	for i, f := range fs {
		out[i] = f.arg()
	}
	return out
}

// maxFields bounds what braces may multiply to.
const maxFields = 1000

// expansion builds the fields of one word.
type expansion struct {
	w       *walker
	e       *env
	sc      scope
	st      state
	out     []field
	cur     strings.Builder
	glob    bool
	match   bool
	deep    bool
	some    bool
	of      string
	started bool
	subst   *outcome // how the last command substitution ended
}

// fields expands words, walking the commands substituted in them.
func (w *walker) fields(words []*syntax.Word, e *env, sc scope, st state) []field {
	defer w.besides(len(w.beside))
	fs, _ := w.expand(words, e, sc, st)
	return fs
}

func (w *walker) expand(words []*syntax.Word, e *env, sc scope, st state) ([]field, *outcome) {
	x := &expansion{w: w, e: e, sc: sc, st: st, out: make([]field, 0, len(words))}
	for _, word := range words {
		if word == nil {
			continue
		}
		if !syntax.SplitBraces(word) && !hasBraces(word) {
			x.word(word.Parts)
			continue
		}
		for _, parts := range alternatives(word.Parts, 0) {
			x.word(parts)
			if n := len(x.out); n > maxFields || n > 0 && !w.afford(len(x.out[n-1].text)+len(x.out)) {
				break
			}
		}
	}
	return x.out, x.subst
}

// single expands a word that the shell does not split: an assignment, a redirection, a
// here-document.
func (w *walker) single(word *syntax.Word, e *env, sc scope, st state) (field, *outcome) {
	if word == nil {
		return field{}, nil
	}
	defer w.besides(len(w.beside))
	x := &expansion{w: w, e: e, sc: sc, st: st}
	x.quoted(word.Parts, true)
	return x.field(), x.subst
}

func (x *expansion) word(parts []syntax.WordPart) {
	x.unquoted(parts)
	x.flush()
}

func (x *expansion) flush() {
	if x.started || x.cur.Len() > 0 {
		x.out = append(x.out, x.field())
	}
	x.cur.Reset()
	x.started, x.glob, x.match, x.deep, x.some, x.of = false, false, false, false, false, ""
}

func (x *expansion) field() field {
	of := x.of
	if !x.match || of == x.cur.String() {
		of = "" // it is the very file, or a known one
	}
	return field{text: x.cur.String(), glob: x.glob, match: x.match, deep: x.deep, some: x.some, of: of}
}

// matching adds one of the files that a pattern stands for, or a name made of it. Of two of
// them in one word it is not known which go together.
func (x *expansion) matching(f field) {
	of := f.of
	if of == "" {
		of = f.text
	}
	if x.match && x.of != of {
		x.cur.WriteString(unknownMark)
	}
	x.cur.WriteString(f.text)
	x.glob, x.match, x.deep, x.some, x.of = true, true, x.deep || f.deep, x.some || f.some, of
}

func (x *expansion) unquoted(parts []syntax.WordPart) {
	for i, part := range parts {
		switch p := part.(type) {
		case *syntax.Lit:
			x.literal(p.Value, i == 0)
		case *syntax.SglQuoted, *syntax.DblQuoted:
			x.quotedPart(part)
		case *syntax.ParamExp:
			v, ok := x.param(p)
			switch {
			case !ok:
				x.cur.WriteString(unknownMark)
			case v.match:
				x.matching(v.field())
			default:
				x.split(v.words)
			}
		default:
			x.other(part, false)
		}
	}
}

func (x *expansion) quotedPart(part syntax.WordPart) {
	x.started = true
	switch p := part.(type) {
	case *syntax.SglQuoted:
		if p.Dollar {
			x.cur.WriteString(unescapeC(p.Value))
		} else {
			x.cur.WriteString(p.Value)
		}
	case *syntax.DblQuoted:
		if len(p.Parts) == 1 {
			if param, ok := p.Parts[0].(*syntax.ParamExp); ok {
				if v, ok := x.param(param); ok && v.array {
					x.started = len(v.words) > 0
					x.several(v.words)
					return
				}
			}
		}
		x.quoted(p.Parts, false)
	}
}

// several adds words of which each is a field of its own.
func (x *expansion) several(words []string) {
	for i, s := range words {
		if i > 0 {
			x.flush()
			x.started = true
		}
		x.cur.WriteString(s)
	}
}

// split adds words as the shell does outside of quotes.
func (x *expansion) split(words []string) {
	for i, s := range words {
		if i > 0 {
			x.flush()
		}
		if !strings.ContainsAny(s, " \t\n*?[") {
			x.cur.WriteString(s)
			continue
		}
		for j, f := range strings.Fields(s) {
			if j > 0 {
				x.flush()
			}
			x.cur.WriteString(f)
			x.glob = x.glob || isGlob(f)
		}
	}
}

// quoted adds parts without splitting. bare says that there are no quotes around them,
// as in an assignment.
func (x *expansion) quoted(parts []syntax.WordPart, bare bool) {
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
				x.literal(p.Value, i == 0)
			} else {
				x.cur.WriteString(unescape(p.Value, "$`\"\\"))
			}
		case *syntax.SglQuoted, *syntax.DblQuoted:
			x.quotedPart(part)
		case *syntax.ParamExp:
			v, ok := x.param(p)
			switch {
			case !ok || v.match && !isName:
				x.cur.WriteString(unknownMark)
			case v.match:
				x.matching(v.field())
			default:
				x.cur.WriteString(strings.Join(v.words, " "))
			}
		default:
			x.other(part, true)
		}
	}
}

// literal adds text outside of quotes. start says that it begins the word.
func (x *expansion) literal(s string, start bool) {
	if start && strings.HasPrefix(s, "~") {
		name, rest, _ := strings.Cut(s[1:], "/")
		switch {
		case name == "" && x.w.home != "":
			x.cur.WriteString(x.w.home)
		default:
			x.cur.WriteString(unknownMark)
		}
		if s = rest; s != "" || strings.Contains(s, "/") {
			x.cur.WriteByte('/')
		}
	}
	if !strings.ContainsAny(s, "\\*?[") {
		x.cur.WriteString(s)
		return
	}
	x.glob = x.glob || isGlob(s)
	x.cur.WriteString(unescape(s, ""))
}
