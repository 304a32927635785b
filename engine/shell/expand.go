package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// maxFields is the maximum number of fields that brace expansion may produce.
const maxFields = 1000

// expander performs the expansions of shell words. It needs the walker to walk command
// substitutions, and it limits how much text the expansions of one line produce.
type expander struct {
	w *walker
	// size is the number of bytes produced so far. Assignments such as a=$a$a double their value
	// each time.
	size int
}

// expansion is the expansion of a list of words into fields.
type expansion struct {
	x  *expander
	e  *env
	sc scope
	// st is the state in which command substitutions run.
	st state
	// out holds the finished fields.
	out []field
	// cur is the text of the current field; the next six describe it as in field.
	cur       strings.Builder
	glob      bool
	match     bool
	recursive bool
	subset    bool
	origin    string
	// started is set if the current field exists even if it is empty, as after "".
	started   bool
	lastSubst *outcome // the outcome of the last command substitution
	// procs walk the process substitutions. In diff <(a) <(b) the commands a and b start together
	// with diff, so they are recorded after it and nothing waits for them.
	procs []func()
}

// fields expands words into fields and walks the substitutions in them.
func (x *expander) fields(words []*syntax.Word, e *env, sc scope, st state) []field {
	fs, procs := x.words(words, e, sc, st)
	walkAll(procs)
	return fs
}

// words is like fields but leaves it to the caller to walk the process substitutions.
func (x *expander) words(words []*syntax.Word, e *env, sc scope, st state) (fs []field, procs []func()) {
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
	return b.out, b.procs
}

// word expands a word in a place where the shell performs no field splitting: an assignment, a
// redirection or a here-string. It also returns the outcome of the last command substitution, nil
// if there is none.
func (x *expander) word(word *syntax.Word, e *env, sc scope, st state) (field, *outcome) {
	if word == nil {
		return field{}, nil
	}
	b := &expansion{x: x, e: e, sc: sc, st: st}
	b.quoted(word.Parts, true)
	walkAll(b.procs)
	return b.field(), b.lastSubst
}

// grow reports whether the expansions of the line may produce n more bytes, and counts them.
func (x *expander) grow(n int) bool {
	if x.size+n > maxExpanded {
		return false
	}
	x.size += n
	return true
}

// word expands one word, whose braces have been expanded, and ends its last field.
func (b *expansion) word(parts []syntax.WordPart) {
	b.unquoted(parts)
	b.endField()
}

// endField moves the current field, if there is one, to the finished fields.
func (b *expansion) endField() {
	if b.started || b.cur.Len() > 0 {
		b.out = append(b.out, b.field())
	}
	b.cur.Reset()
	b.started, b.glob, b.match, b.recursive, b.subset, b.origin = false, false, false, false, false, ""
}

// field returns the current field.
func (b *expansion) field() field {
	of := b.origin
	if !b.match || of == b.cur.String() {
		of = "" // the name is the matching file itself, or is not a match
	}
	return field{text: b.cur.String(), glob: b.glob, match: b.match, recursive: b.recursive, subset: b.subset, origin: of}
}

// addMatch appends f, one of the files that match a pattern, to the current field. If the field
// already contains a match of another pattern, it is not known which files go together, and the
// part becomes unknown.
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

// unquoted expands the parts of a word outside of quotes.
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

// quotedPart expands a quoted string.
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

// addFields appends words, each of which is a field of its own, as in "$@".
func (b *expansion) addFields(words []string) {
	for i, s := range words {
		if i > 0 {
			b.endField()
			b.started = true
		}
		b.cur.WriteString(s)
	}
}

// splitFields appends words with field splitting and pathname expansion.
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

// quoted expands parts without field splitting. bare is set if there are no quotes around them, as
// in an assignment, so that tildes and backslashes are special.
func (b *expansion) quoted(parts []syntax.WordPart, bare bool) {
	isName := true // the parts form the name of a file and not text or code that contains one
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

// literal appends unquoted text, with tilde expansion if it is at the start of the word.
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
