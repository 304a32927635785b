package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// expansion is the expansion of a list of words into fields.
type expansion struct {
	x  *expander
	e  *env
	sc scope
	// st is the state in which command substitutions run.
	st state
	// out holds the finished fields.
	out []field
	// cur is the current field, whose text is collected in text.
	cur  field
	text strings.Builder
	// started is set if the current field exists even if it is empty, as after "".
	started   bool
	lastSubst *outcome // the outcome of the last command substitution
	// procs walk the process substitutions. In diff <(a) <(b) the commands a and b start together
	// with diff, so they are recorded after it and nothing waits for them.
	procs []func()
}

// word expands one word, whose braces have been expanded, and ends its last field.
func (b *expansion) word(parts []syntax.WordPart) {
	b.unquoted(parts)
	b.endField()
}

// endField moves the current field, if there is one, to the finished fields.
func (b *expansion) endField() {
	if b.started || b.text.Len() > 0 {
		b.out = append(b.out, b.field())
	}
	b.text.Reset()
	b.cur, b.started = field{}, false
}

// field returns the current field.
func (b *expansion) field() field {
	f := b.cur
	f.text = b.text.String()
	if !f.match || f.origin == f.text {
		f.origin = "" // the name is the matching file itself, or is not a match
	}
	return f
}

// addMatch appends f, one of the files that match a pattern, to the current field. If the field
// already contains a match of another pattern, it is not known which files go together, and the
// part becomes unknown.
func (b *expansion) addMatch(f field) {
	origin := f.origin
	if origin == "" {
		origin = f.text
	}
	if b.cur.match && b.cur.origin != origin {
		b.text.WriteString(unknownMark)
	}
	b.text.WriteString(f.text)
	b.cur.glob, b.cur.match, b.cur.origin = true, true, origin
	b.cur.recursive = b.cur.recursive || f.recursive
	b.cur.subset = b.cur.subset || f.subset
	b.cur.hidden, b.cur.visible, b.cur.containing, b.cur.printed, b.cur.index = f.hidden, f.visible, f.containing, f.printed, f.index
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
				b.text.WriteString(unknownMark)
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
			b.text.WriteString(unescapeC(p.Value))
		} else {
			b.text.WriteString(p.Value)
		}
	case *syntax.DblQuoted:
		if len(p.Parts) == 1 {
			if param, ok := p.Parts[0].(*syntax.ParamExp); ok {
				if v, ok := b.param(param); ok && v.array && isJoined(param) {
					b.text.WriteString(strings.Join(v.words, b.e.separator()))
					return
				} else if ok && v.array {
					b.started = len(v.words) > 0
					b.addFields(v.words)
					return
				}
			}
		}
		b.quoted(p.Parts, false)
	}
}

// isJoined reports whether an expansion of an array within quotes is one word: "$*", "${a[*]}".
func isJoined(p *syntax.ParamExp) bool {
	index, _ := p.Index.(*syntax.Word)
	return p.Param.Value == "*" || index != nil && index.Lit() == "*"
}

// separator returns what "$*" puts between words: the first character of IFS.
func (e *env) separator() string {
	ifs, ok := e.get("IFS")
	if !ok || len(ifs.words) != 1 {
		return " "
	}
	return ifs.words[0][:min(1, len(ifs.words[0]))]
}

// addFields appends words, each of which is a field of its own, as in "$@".
func (b *expansion) addFields(words []string) {
	for i, s := range words {
		if i > 0 {
			b.endField()
			b.started = true
		}
		b.text.WriteString(s)
	}
}

// splitFields appends words with field splitting and pathname expansion.
func (b *expansion) splitFields(words []string) {
	for i, s := range words {
		if i > 0 {
			b.endField()
		}
		if !strings.ContainsAny(s, " \t\n*?[") {
			b.text.WriteString(s)
			continue
		}
		for j, f := range strings.Fields(s) {
			if j > 0 {
				b.endField()
			}
			b.text.WriteString(f)
			b.markGlob(f)
		}
	}
}

// markGlob notes that the current field is a pattern if an unquoted part of it is one.
func (b *expansion) markGlob(part string) {
	if !isGlob(part) {
		return
	}
	b.cur.glob = true
	ignored, given := b.e.get("GLOBIGNORE") // with which names that begin with a dot are matched, too
	b.cur.hidden = b.e.dotglob || given && strings.Join(ignored.words, "") != ""
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
				b.text.WriteString(unescape(p.Value, "$`\"\\"))
			}
		case *syntax.SglQuoted, *syntax.DblQuoted:
			b.quotedPart(part)
		case *syntax.ParamExp:
			v, ok := b.param(p)
			switch {
			case !ok || v.match && !isName:
				b.text.WriteString(unknownMark)
			case v.match:
				b.addMatch(v.field())
			default:
				b.text.WriteString(strings.Join(v.words, " "))
			}
		default:
			b.substitution(part, true)
		}
	}
}

// literal appends unquoted text, with tilde expansion if it is at the start of the word.
func (b *expansion) literal(s string, start bool) {
	if strings.HasPrefix(s, "(") { // a group of a pattern, which only zsh takes without a mark before it
		b.cur.glob = true
		b.text.WriteString(unknownMark)
		return
	}
	if start && strings.HasPrefix(s, "~") {
		name, rest, _ := strings.Cut(s[1:], "/")
		switch {
		case name == "" && b.x.w.home != "":
			b.text.WriteString(b.x.w.home)
		default:
			b.text.WriteString(unknownMark)
		}
		if s = rest; s != "" || strings.Contains(s, "/") {
			b.text.WriteByte('/')
		}
	}
	if name, rest, ok := strings.Cut(s, "=~/"); start && ok && isAssignment(name+"=") && b.x.w.home != "" {
		b.text.WriteString(name + "=" + b.x.w.home)
		s = "/" + rest // bash also expands the ~ of words such as of=~/x
	}
	if !strings.ContainsAny(s, "\\*?[") {
		b.text.WriteString(s)
		return
	}
	b.markGlob(s)
	b.text.WriteString(unescape(s, ""))
}
