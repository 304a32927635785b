package shell

// language is the syntax family of code given to an interpreter, on the command line, in a
// here-document or in a script that the line writes.
type language int

// The languages that a codeReader understands.
const (
	pythonCode language = iota
	javaScriptCode
	perlLikeCode // Perl, Ruby and PHP, whose file functions are alike
)

// codeReader searches the tokens of a program for calls that open files by literal names or start
// commands. It has no grammar: it recognizes fixed token sequences and ignores everything else, so
// that code it does not understand yields nothing instead of a guess.
type codeReader struct {
	rec  *recorder
	at   place
	lang language
	toks []token
	vars map[string][]string // literal paths by the variable they are assigned to

	prints bool // it prints more than fixed texts

	modules  map[string]string // Python modules and imported names by their local names
	children []childCommand    // commands that the code starts
}

// readCode reports the files that a program in the given language opens, and returns the commands
// it starts.
func readCode(rec *recorder, text string, lang language, at place) []childCommand {
	r := &codeReader{rec: rec, at: at, lang: lang, toks: tokens(text, lang), vars: map[string][]string{}, modules: map[string]string{}}
	for i := range r.toks {
		r.prints = r.prints || r.printsAt(i)
	}
	for i := range r.toks {
		if r.toks[i].kind != 'n' {
			continue
		}
		switch name := r.toks[i].text; {
		case r.isSign(i+1, "=") && !r.isSign(i+2, "=") && !r.isSign(i-1, "."):
			r.assignment(name, i+2)
		case (name == "def" || name == "lambda" || name == "function") && lang == pythonCode:
			r.unbindParameters(i + 1)
		case name == "for" && lang != perlLikeCode:
			r.forLoop(i)
		case name == "import" && lang == pythonCode:
			r.importStatement(i)
		case name == "chdir" && r.isSign(i+1, "("):
			r.at.dir = ""
		case name == "open" && lang == perlLikeCode && !r.isSign(i-1, "."):
			r.perlOpen(i)
		case r.isSign(i+1, "("):
			r.call(name, i, i+2)
		case lang == perlLikeCode && i+1 < len(r.toks) && r.toks[i+1].kind == 's':
			r.call(name, i, i+1) // the parentheses of a call are optional: unlink "f"
		}
	}
	return r.children
}

// printsAt reports whether the code prints more than a fixed text at token i. A name of the standard
// output counts, too: what is written to it may be anything.
func (r *codeReader) printsAt(i int) bool {
	if r.toks[i].kind != 'n' || !has("print pprint log error warn info table dir write stdout stderr puts p pp printf say echo var_dump print_r display", r.toks[i].text) {
		return false
	}
	if r.toks[i].text == "write" {
		return r.isSign(i-1, ".") && (r.isName(i-2, "stdout") || r.isName(i-2, "stderr"))
	}
	if r.lang != perlLikeCode && !r.isSign(i+1, "(") {
		return has("stdout stderr", r.toks[i].text)
	}
	fixed := r.isSign(i+1, "(") && i+3 < len(r.toks) && r.toks[i+2].kind == 's' && r.isSign(i+3, ")")
	return !fixed
}

// isSign reports whether token i is the punctuation character s.
func (r *codeReader) isSign(i int, s string) bool {
	return i >= 0 && i < len(r.toks) && r.toks[i].kind == 'o' && r.toks[i].text == s
}

// isName reports whether token i is the identifier s.
func (r *codeReader) isName(i int, s string) bool {
	return i >= 0 && i < len(r.toks) && r.toks[i].kind == 'n' && r.toks[i].text == s
}

// assignment records the paths assigned to a variable, for "name = literal" and "name = [literal,
// literal]". i is the index of the first token after the equals sign. Any other value makes the
// variable unknown.
func (r *codeReader) assignment(name string, i int) {
	ps, end := r.paths(i)
	if ps == nil && (r.isSign(i, "[") || r.isSign(i, "(")) {
		ps, end = r.pathList(i)
	}
	if ps == nil || end < len(r.toks) && r.toks[end].kind != 'l' && !r.isSign(end, ";") && !(r.lang == javaScriptCode && r.isSign(end, ",")) {
		delete(r.vars, name)
		return
	}
	r.vars[name] = ps
}

// forLoop records the paths that a loop variable takes, for "for name in [literal, literal]:" and
// "for (const name of names)". i is the index of the keyword for.
func (r *codeReader) forLoop(i int) {
	i++
	if r.lang == javaScriptCode && r.isSign(i, "(") {
		i += 2
	}
	if i+1 >= len(r.toks) || r.toks[i].kind != 'n' {
		return
	}
	name := r.toks[i].text
	delete(r.vars, name)
	if !r.isName(i+1, "in") && !r.isName(i+1, "of") {
		return
	}
	i += 2
	ps, end := r.pathList(i)
	if i < len(r.toks) && r.toks[i].kind == 'n' {
		ps, end = r.paths(i)
	}
	if found, after := r.globCall(i); found != nil {
		ps, end = found, after
	}
	if ps != nil && (r.isSign(end, ":") || r.lang == javaScriptCode && r.isSign(end, ")")) {
		r.vars[name] = ps
	}
}

// pathList returns the paths of the list of literals that starts at token i, and the index of the
// token after it. It returns nil if an element is not a literal.
func (r *codeReader) pathList(i int) ([]string, int) {
	if !r.isSign(i, "[") && !r.isSign(i, "(") {
		return nil, i
	}
	var all []string
	for j := i + 1; j < len(r.toks); {
		switch {
		case r.toks[j].kind == 'l' || r.isSign(j, ","):
			j++
		case r.isSign(j, "]") || r.isSign(j, ")"):
			return all, j + 1
		default:
			ps, end := r.paths(j)
			if ps == nil {
				return nil, i
			}
			all, j = append(all, ps...), end
		}
	}
	return nil, i
}

// unbindParameters makes the parameters of the Python function whose signature starts at token i
// unknown, since they hide variables of the same name.
func (r *codeReader) unbindParameters(i int) {
	for ; i < len(r.toks) && r.toks[i].kind != 'l'; i++ {
		if r.toks[i].kind == 'n' {
			delete(r.vars, r.toks[i].text)
		}
		if r.isSign(i, ":") {
			return
		}
	}
}
