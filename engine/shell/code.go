package shell

import "strings"

// language is what code on the command line or in a here-document is written in.
type language int

const (
	pythonCode language = iota
	javaScriptCode
)

// script reports the files that code given to an interpreter opens by literal names.
func (w *walker) script(p program, input *string, at place, in language) {
	words := p.line[1:]
	flags := "-c"
	if in == javaScriptCode {
		flags = "-e --eval -p --print -pe"
	}
	for i, f := range words {
		s := f.text
		if s == "eval" && p.base == "deno" || has(flags, s) || in == pythonCode && isFlag(s) && s[1] != '-' && s[1] != 'W' && s[1] != 'X' && strings.HasSuffix(s, "c") {
			if i+1 < len(words) {
				w.code(words[i+1].text, in, at)
			}
			return
		}
		if !isFlag(s) && s != "-" {
			return
		}
	}
	if input != nil && !strings.HasPrefix(*input, unknownMark) {
		w.code(*input, in, at)
	}
}

// token is a word, a string or a sign of code.
type token struct {
	kind byte // 'n' name, 's' string, 'l' end of line, 'o' anything else
	text string
}

// reader looks for file operations in tokens.
type reader struct {
	w    *walker
	at   place
	in   language
	toks []token
	vars map[string][]string // names bound to literal paths
}

func (w *walker) code(text string, in language, at place) {
	r := &reader{w: w, at: at, in: in, toks: tokens(text, in), vars: map[string][]string{}}
	for i := range r.toks {
		if r.toks[i].kind != 'n' {
			continue
		}
		switch name := r.toks[i].text; {
		case r.sign(i+1, "=") && !r.sign(i+2, "=") && !r.sign(i-1, "."):
			r.bind(name, i+2)
		case (name == "def" || name == "lambda" || name == "function") && in == pythonCode:
			r.unbindParameters(i + 1)
		case name == "for" && in == pythonCode:
			r.loop(i)
		case name == "chdir" && r.sign(i+1, "("):
			r.at.dir = ""
		case r.sign(i+1, "("):
			r.call(name, i)
		}
	}
}

func (r *reader) sign(i int, s string) bool {
	return i >= 0 && i < len(r.toks) && r.toks[i].kind == 'o' && r.toks[i].text == s
}

func (r *reader) name(i int, s string) bool {
	return i >= 0 && i < len(r.toks) && r.toks[i].kind == 'n' && r.toks[i].text == s
}

// paths are the literal paths that the expression at i is, and the index behind it.
func (r *reader) paths(i int) ([]string, int) {
	if i >= len(r.toks) {
		return nil, i
	}
	if r.name(i, "pathlib") && r.sign(i+1, ".") {
		i += 2
	}
	if r.name(i, "Path") && r.sign(i+1, "(") {
		inner, end := r.paths(i + 2)
		if inner == nil || !r.sign(end, ")") {
			return nil, i
		}
		return inner, end + 1
	}
	t := r.toks[i]
	switch {
	case t.kind == 's' && t.text != "" && !strings.Contains(t.text, unknownMark):
		return []string{t.text}, i + 1
	case t.kind == 'n' && !r.sign(i-1, "."):
		if v, ok := r.vars[t.text]; ok {
			return v, i + 1
		}
	}
	return nil, i
}

// bind follows "name = literal".
func (r *reader) bind(name string, i int) {
	ps, end := r.paths(i)
	if ps == nil || end < len(r.toks) && r.toks[end].kind != 'l' && !r.sign(end, ";") && !(r.in == javaScriptCode && r.sign(end, ",")) {
		delete(r.vars, name)
		return
	}
	r.vars[name] = ps
}

// loop follows "for name in [literal, literal]:".
func (r *reader) loop(i int) {
	if i+2 >= len(r.toks) || r.toks[i+1].kind != 'n' {
		return
	}
	name := r.toks[i+1].text
	delete(r.vars, name)
	if !r.name(i+2, "in") || !r.sign(i+3, "[") && !r.sign(i+3, "(") {
		return
	}
	var all []string
	for j := i + 4; j < len(r.toks); j++ {
		switch {
		case r.toks[j].kind == 's':
			all = append(all, r.toks[j].text)
		case r.toks[j].kind == 'l' || r.sign(j, ","):
		case r.sign(j, "]") || r.sign(j, ")"):
			if r.sign(j+1, ":") {
				r.vars[name] = all
			}
			return
		default:
			return
		}
	}
}

func (r *reader) unbindParameters(i int) {
	for ; i < len(r.toks) && r.toks[i].kind != 'l'; i++ {
		if r.toks[i].kind == 'n' {
			delete(r.vars, r.toks[i].text)
		}
		if r.sign(i, ":") {
			return
		}
	}
}
