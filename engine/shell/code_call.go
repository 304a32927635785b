package shell

import "strings"

// call handles the call of the function or method name at token i: it records the command that the
// call starts, or the files that it reads and changes.
func (r *codeReader) call(name string, i int) {
	if r.spawn(name, i) {
		return
	}
	arg, end := r.paths(i + 2)
	alone := arg != nil && (r.isSign(end, ",") || r.isSign(end, ")"))
	switch {
	case r.lang == pythonCode && r.pathMethod(name, i):
	case !alone:
	case r.lang == pythonCode:
		r.pythonCall(name, i, arg, end)
	case r.lang == javaScriptCode:
		r.javaScriptCall(name, arg, end)
	default:
		r.scriptCall(name, i, arg, end)
	}
}

// touchPaths reports one touch of the given kind for each path. Code that prints nothing shows nothing
// of what it reads. A path that starts with patternMark
// is a glob pattern.
func (r *codeReader) touchPaths(ps []string, kind string) {
	for _, p := range ps {
		f := field{text: p}
		if pattern, ok := strings.CutPrefix(p, patternMark); ok {
			// Code that changes files found by a pattern usually does so under further conditions.
			f = field{text: pattern, glob: true, matching: matching{match: true, subset: kind != kindRead}}
			if root, name, ok := strings.Cut(pattern, "/**/"); ok {
				f.text, f.recursive = root+"/"+name, true
			}
		}
		if kind == kindRead && !r.prints {
			r.rec.touch(f, kindScan, r.at)
			continue
		}
		r.rec.touch(f, kind, r.at)
	}
}

// deleteTree reports that folders are deleted with everything in them.
func (r *codeReader) deleteTree(paths []string) {
	at := r.at
	at.tree = true
	for _, p := range paths {
		r.rec.touch(field{text: p}, kindDelete, at)
	}
}

// recursive reports whether the options of a call, from the token at i on, have the key recursive: rmSync("src", {recursive: true}).
func (r *codeReader) recursive(i int) bool {
	for ; i < len(r.toks) && !r.isSign(i, ")"); i++ {
		if r.isName(i, "recursive") {
			return !r.isName(i+2, "false")
		}
	}
	return false
}

// javaScriptCall reports the files of a function of Node's fs module. arg holds the paths of the
// first argument, and end is the index of the token after it.
func (r *codeReader) javaScriptCall(name string, arg []string, end int) {
	switch name {
	case "writeFileSync", "writeFile", "createWriteStream":
		r.touchPaths(arg, kindWrite)
	case "appendFileSync", "appendFile":
		r.touchPaths(arg, kindAppend)
	case "readFileSync", "readFile", "createReadStream":
		r.touchPaths(arg, kindRead)
	case "unlinkSync", "unlink", "rmSync", "rmdirSync", "rm":
		if r.recursive(end) {
			r.deleteTree(arg)
		} else if name != "rm" {
			r.touchPaths(arg, kindDelete)
		}
	case "renameSync", "copyFileSync":
		r.sourceAndTarget(name == "renameSync", arg, end)
	}
}

// pathMethod reports the files of a method of pathlib.Path, as in Path("f").write_text("…"). It
// returns false if the receiver of the method at token i is not a known path.
func (r *codeReader) pathMethod(name string, i int) bool {
	if !r.isSign(i-1, ".") || !has("write_text write_bytes read_text read_bytes unlink open rename replace", name) {
		return false
	}
	owner := r.receiver(i - 2)
	if owner == nil {
		return false
	}
	switch name {
	case "write_text", "write_bytes":
		r.touchPaths(owner, kindWrite)
	case "read_text", "read_bytes":
		r.touchPaths(owner, kindRead)
	case "unlink":
		r.touchPaths(owner, kindDelete)
	case "rename", "replace":
		// str.replace has the same name but takes two arguments.
		if to, end := r.paths(i + 2); to != nil && r.isSign(end, ")") {
			r.touchPaths(owner, kindDelete)
			r.touchPaths(to, kindWrite)
		}
	default:
		r.touchPaths(owner, r.modeAt(i+2))
	}
	return true
}

// pythonCall reports the files of a Python function that takes a path as its first argument. Other
// than the builtin open, a function counts only as a member of a module that handles files.
func (r *codeReader) pythonCall(name string, i int, arg []string, end int) {
	method := r.isSign(i-1, ".")
	module := method && i > 1 && r.toks[i-2].kind == 'n' && has("os shutil io codecs fileinput", r.toks[i-2].text)
	if method && r.isSign(i-2, ")") && i > 4 && r.isName(i-5, "__import__") {
		module = has("os shutil io codecs", r.toks[i-3].text)
	}
	switch name {
	case "open":
		if !method || module {
			kind := kindRead
			if r.isSign(end, ",") {
				kind = r.modeAt(end + 1)
			}
			r.touchPaths(arg, kind)
		}
	case "remove", "unlink":
		if module {
			r.touchPaths(arg, kindDelete)
		}
	case "rename", "replace", "move":
		if module {
			r.sourceAndTarget(true, arg, end)
		}
	case "copy", "copy2", "copyfile":
		if module {
			r.sourceAndTarget(false, arg, end)
		}
	case "rmtree":
		if module {
			r.deleteTree(arg)
		}
	case "copytree":
		if to, after := r.paths(end + 1); module && r.isSign(end, ",") && len(arg) == 1 && len(to) == 1 && (r.isSign(after, ")") || r.isSign(after, ",")) {
			at := r.at
			at.tree = true
			r.rec.touch(field{text: arg[0]}, kindScan, at)
			at.from, at.exact = &field{text: arg[0]}, true
			r.rec.touch(field{text: to[0]}, kindCopy, at)
		}
	case "symlink", "link":
		if to, after := r.paths(end + 1); module && r.isSign(end, ",") && to != nil && (r.isSign(after, ")") || r.isSign(after, ",")) {
			r.touchPaths(to, kindWrite)
		}
	case "input":
		if kind := kindRead; module {
			for j := end; j < len(r.toks) && !r.isSign(j, ")"); j++ {
				if r.isName(j, "inplace") && !r.isName(j+2, "False") {
					kind = kindEdit
				}
			}
			r.touchPaths(arg, kind)
		}
	}
}

// sourceAndTarget reports the files of a call that copies or, if moves is true, moves its first
// argument to its second.
func (r *codeReader) sourceAndTarget(moves bool, from []string, end int) {
	if !r.isSign(end, ",") {
		return
	}
	to, after := r.paths(end + 1)
	kind := kindRead
	if moves {
		kind = kindDelete
	}
	r.touchPaths(from, kind)
	if to != nil && (r.isSign(after, ")") || r.isSign(after, ",") || r.lang == perlLikeCode) {
		r.touchPaths(to, kindCopy)
	}
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
