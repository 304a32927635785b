package shell

import "strings"

// call handles the call of the function or method name at token i, whose first argument is at token first: it records the
// command that the call starts, or the files that it reads and changes.
func (r *codeReader) call(name string, i, first int) {
	if r.library(name, i, first) || deletesItself(r, name, i) {
		return
	}
	does, closed := r.action(name, i), first == i+2
	if r.lang == otherCode && r.isSign(first+1, ":") && first < len(r.toks) && r.toks[first].kind == 'n' {
		first += 2 // removeItem(atPath: "f")
	}
	if does == starts || does == captures {
		r.spawn(does == captures, first)
		return
	}
	if does == executes {
		noteSQL(r, first)
		return
	}
	if does == asksToDelete && closed {
		address := field{text: unknownMark}
		if first < len(r.toks) && r.toks[first].kind == 's' {
			address.text = r.toks[first].text
		}
		r.children = append(r.children, childCommand{argv: []field{{text: "curl"}, {text: "-X"}, {text: "DELETE"}, address}, dir: r.at.dir})
		return
	}
	if r.deletesListed(does, name, i, first) {
		return
	}
	if r.lang == pythonCode && r.isSign(i-1, ".") && pathMethods[name] != 0 {
		if file := r.receiver(i - 2); file != "" {
			r.pathMethod(pathMethods[name], file, first)
			return
		}
	}
	arg, end := r.path(first)
	if arg != "" && (!closed || r.isSign(end, ",") || r.isSign(end, ")") || r.isSign(end, ";")) { // of Julia: rm("d"; recursive=true)
		r.act(does, arg, end)
	}
}

// act records what a call does to the files of its first argument. end is the index of the token after that.
func (r *codeReader) act(does action, arg string, end int) {
	switch does {
	case reads:
		r.touch(arg, kindRead)
	case writes:
		r.touch(arg, kindWrite)
	case appends:
		r.touch(arg, kindAppend)
	case opens:
		kind := kindRead
		if r.isSign(end, ",") {
			kind = r.modeAt(end + 1)
		}
		r.touch(arg, kind)
	case deletes:
		for arg != "" {
			r.touch(arg, kindDelete)
			if !r.isSign(end, ",") {
				break
			}
			arg, end = r.path(end + 1)
		}
	case deletesTree:
		r.deleteTree(arg)
	case removes, removesTree:
		if r.option(end, "recursive") {
			r.deleteTree(arg)
		} else if does == removes {
			r.touch(arg, kindDelete)
		}
	case moves, copies:
		if r.isSign(end, ",") {
			to, after := r.path(end + 1)
			if !r.isSign(after, ")") && !r.isSign(after, ",") && r.lang != perlLikeCode {
				to = ""
			}
			r.touch(arg, map[bool]string{true: kindDelete, false: kindRead}[does == moves])
			r.touch(to, kindCopy)
		}
	}
}

// pathMethod records what a method of pathlib.Path does, as in Path("f").write_text("…"). first is the index of its first
// argument.
func (r *codeReader) pathMethod(does action, file string, first int) {
	switch does {
	case opens:
		r.touch(file, r.modeAt(first))
	case moves:
		// str.replace has the same name but takes two arguments.
		if to, end := r.path(first); to != "" && r.isSign(end, ")") {
			r.touch(file, kindDelete)
			r.touch(to, kindWrite)
		}
	default:
		r.act(does, file, len(r.toks))
	}
}

// touch reports a touch of a file, if its path is known. Code that prints nothing shows nothing of what it reads.
func (r *codeReader) touch(path, kind string) {
	if kind == kindRead && !r.prints {
		kind = kindScan
	}
	if path != "" && (kind == kindDelete || !r.deletesOnly) {
		r.rec.touch(field{text: path}, kind, r.at)
	}
}

// deleteTree reports that a folder is deleted with everything in it.
func (r *codeReader) deleteTree(path string) {
	at := r.at
	at.tree = true
	r.rec.touch(field{text: path}, kindDelete, at)
}

// option reports whether the arguments of a call, from the token at i on, set an option: rmSync("src", {recursive: true}).
func (r *codeReader) option(i int, name string) bool {
	for depth := 0; i < len(r.toks) && depth >= 0; i++ {
		switch {
		case r.isSign(i, "("):
			depth++
		case r.isSign(i, ")"):
			depth--
		case r.isName(i, name):
			return !r.isName(i+2, "false") && !r.isName(i+2, "False")
		}
	}
	return false
}

// modeAt returns the touch kind for the mode argument of open that starts at token i.
func (r *codeReader) modeAt(i int) string {
	if r.isName(i, "mode") && r.isSign(i+1, "=") {
		i += 2
	}
	if i >= len(r.toks) || r.toks[i].kind != 's' {
		return kindRead
	}
	return openMode(r.toks[i].text)
}

// openMode returns the touch kind of a file opened with a mode string such as "r", "wb" or "a+".
func openMode(mode string) string {
	kind := kindRead
	for _, c := range mode {
		switch c {
		case 'w', 'x':
			return kindWrite
		case 'a':
			kind = kindAppend
		case '+':
			kind = kindEdit
		case 'r', 'b', 't', 'U':
		default:
			return kindRead
		}
	}
	return kind
}

// perlModes are the modes of Perl's open with three arguments: open(my $f, ">", "name").
var perlModes = map[string]string{"<": kindRead, ">": kindWrite, ">>": kindAppend, "+<": kindEdit}

// perlOpen reports the file of Perl's open, with or without parentheses.
func (r *codeReader) perlOpen(i int) {
	for j := i + 1; j+2 < len(r.toks) && j < i+8 && !r.isSign(j, ";"); j++ {
		if r.toks[j].kind != 's' {
			continue
		}
		mode, _, _ := strings.Cut(r.toks[j].text, ":")
		name, kind := r.toks[j+2], perlModes[strings.TrimSpace(mode)]
		if r.isSign(j+1, ",") && kind != "" && name.kind == 's' && !strings.ContainsAny(name.text, "$"+unknownMark) {
			r.touch(name.text, kind)
		}
		return
	}
}
