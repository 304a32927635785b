package shell

// language is the syntax family of code given to an interpreter, on the command line, in a
// here-document or in a script that the line writes.
type language int

// The languages that a codeReader understands.
const (
	pythonCode language = iota
	javaScriptCode
	perlLikeCode // Perl, Ruby, PHP and Lua, whose file functions are alike
	goCode
	otherCode // all others, which are told by the names of their functions alone
)

// codeReader searches the tokens of a program for calls that open files by literal names or start commands, see
// codeCalls. It has no grammar and follows no control flow: it recognizes fixed token sequences and ignores
// everything else, so that code it does not understand yields nothing instead of a guess.
type codeReader struct {
	rec   *recorder
	at    place
	lang  language
	toks  []token
	home  string
	vars  map[string]string // literal paths by the variable they are assigned to
	lists map[string]listed // patterns by the variable of a loop over the files that match, and by that of all of them with [] behind it

	deletesOnly bool // other touches than deletions do not count

	prints bool            // it prints more than fixed texts
	passes map[string]bool // functions that start a command which they are given
	fs     bool            // it imports the functions of fs, rm among them
	sql    []string        // statements that the program executes

	modules  map[string]string // Python modules, and those of imported names, by their local names
	loads    map[string]bool   // what the code imports, by its name
	clients  map[string]string // services by the variable of the client that is for them
	renamed  map[string]string // imported names by other local names
	children []childCommand    // commands that the code starts
}

// readCode reports the files that a program in the given language opens, and returns the commands
// it starts.
func (f *fileReporter) readCode(text string, lang language, at place) []childCommand {
	r := &codeReader{
		rec: f.rec, at: at, deletesOnly: f.deletesOnly, lang: lang, toks: tokens(text, lang), home: f.home,
		vars: map[string]string{}, lists: map[string]listed{}, modules: map[string]string{}, renamed: map[string]string{}, clients: map[string]string{},
	}
	if lang == pythonCode {
		notebook(r, text)
	}
	r.passes = passers(r)
	r.loads = r.imported()
	for i := range r.toks {
		r.prints = r.prints || r.printsAt(i)
		r.fs = r.fs || r.toks[i].kind == 's' && has("fs node:fs fs/promises node:fs/promises", r.toks[i].text)
	}
	for i := range r.toks {
		if r.toks[i].kind != 'n' {
			continue
		}
		switch name := r.toks[i].text; {
		case r.isSign(i+1, "=") && !r.isSign(i+2, "=") && !r.isSign(i-1, "."):
			r.assignment(name, i+2)
		case has("def lambda function for", name) && lang != perlLikeCode:
			r.unbind(i + 1)
			if name == "for" {
				r.loop(i + 1)
			}
		case name == "each" && lang == perlLikeCode, has("forEach map", name) && lang == javaScriptCode:
			r.loop(i)
		case name == "import" && lang == pythonCode:
			r.importStatement(i)
		case has("import require", name) && lang == javaScriptCode:
			renames(r, i)
		case name == "chdir" && r.isSign(i+1, "("):
			r.at.dir = ""
		case name == "open" && lang == perlLikeCode && !r.isSign(i-1, "."):
			r.perlOpen(i)
		case r.isSign(i+1, "("):
			r.call(name, i, i+2)
		case name == "$" && lang == javaScriptCode && i+1 < len(r.toks) && r.toks[i+1].kind == 's': // Bun.$`git commit`
			r.children = append(r.children, childCommand{code: r.toks[i+1].text, dir: r.at.dir})
		case lang >= otherCode && i+1 < len(r.toks) && r.toks[i+1].kind == 's': // removeFile "f", (delete-file "f")
			r.call(name, i, i+1)
		case lang == perlLikeCode && i+1 < len(r.toks) && (r.toks[i+1].kind == 's' || name == "unlink" && r.isName(i+1, "glob") || r.isName(i+1, "Dir")):
			r.call(name, i, i+1) // the parentheses of a call are optional: unlink "f"
		}
	}
	return append(r.children, sqlCommands(r)...)
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

// assignment records the path assigned to a variable. i is the index of the first token after the equals sign. Any
// other value makes the variable unknown.
func (r *codeReader) assignment(name string, i int) {
	r.client(name, i)
	delete(r.lists, name+"[]")
	if pattern, _, ok := r.list(i); ok {
		r.lists[name+"[]"] = pattern
	}
	path, end := r.path(i)
	if path == "" || end < len(r.toks) && r.toks[end].kind != 'l' && !r.isSign(end, ";") && !(r.lang == javaScriptCode && r.isSign(end, ",")) {
		delete(r.vars, name)
		return
	}
	r.vars[name] = path
}

// unbind makes the parameters of a function or the variable of a loop unknown, whose signature starts at token i: they hide
// variables of the same name, and take values that are not followed.
func (r *codeReader) unbind(i int) {
	for ; i < len(r.toks) && r.toks[i].kind != 'l' && !r.isSign(i, ":") && !r.isSign(i, "{") && !r.isName(i, "in") && !r.isName(i, "of"); i++ {
		if r.toks[i].kind == 'n' {
			delete(r.vars, r.toks[i].text)
			delete(r.lists, r.toks[i].text)
		}
	}
}
