package shell

import "strings"

// call reports what the call of name at i does to files, or which command it starts.
func (r *reader) call(name string, i int) {
	if r.spawn(name, i) {
		return
	}
	arg, end := r.paths(i + 2)
	alone := arg != nil && (r.sign(end, ",") || r.sign(end, ")"))
	switch {
	case r.in == pythonCode && r.method(name, i):
	case !alone:
	case r.in == pythonCode:
		r.pythonCall(name, i, arg, end)
	case r.in == javaScriptCode:
		r.javaScriptCall(name, arg, end)
	default:
		r.scriptCall(name, i, arg, end)
	}
}

func (r *reader) report(ps []string, kind string) {
	for _, p := range ps {
		f := field{text: p}
		if pattern, ok := strings.CutPrefix(p, patternMark); ok {
			// Code mostly asks more of a file before it changes it.
			f = field{text: pattern, glob: true, match: true, some: kind != kindRead}
			if root, name, ok := strings.Cut(pattern, "/**/"); ok {
				f.text, f.deep = root+"/"+name, true
			}
		}
		r.rec.touch(f, kind, r.at)
	}
}

func (r *reader) javaScriptCall(name string, arg []string, end int) {
	switch name {
	case "writeFileSync", "writeFile", "createWriteStream":
		r.report(arg, kindWrite)
	case "appendFileSync", "appendFile":
		r.report(arg, kindEdit)
	case "readFileSync", "readFile", "createReadStream":
		r.report(arg, kindRead)
	case "unlinkSync", "unlink", "rmSync":
		r.report(arg, kindDelete)
	case "renameSync", "copyFileSync":
		r.two(name == "renameSync", arg, end)
	}
}

// method reports a method of a path: Path("f").write_text("…").
func (r *reader) method(name string, i int) bool {
	if !r.sign(i-1, ".") || !has("write_text write_bytes read_text read_bytes unlink open rename replace", name) {
		return false
	}
	owner := r.owner(i - 2)
	if owner == nil {
		return false
	}
	switch name {
	case "write_text", "write_bytes":
		r.report(owner, kindWrite)
	case "read_text", "read_bytes":
		r.report(owner, kindRead)
	case "unlink":
		r.report(owner, kindDelete)
	case "rename", "replace":
		// A string has a method replace, too, but it takes two words.
		if to, end := r.paths(i + 2); to != nil && r.sign(end, ")") {
			r.report(owner, kindDelete)
			r.report(to, kindWrite)
		}
	default:
		r.report(owner, r.mode(i+2))
	}
	return true
}

func (r *reader) pythonCall(name string, i int, arg []string, end int) {
	method := r.sign(i-1, ".")
	module := method && i > 1 && r.toks[i-2].kind == 'n' && has("os shutil io codecs fileinput", r.toks[i-2].text)
	if method && r.sign(i-2, ")") && i > 4 && r.name(i-5, "__import__") {
		module = has("os shutil io codecs", r.toks[i-3].text)
	}
	switch name {
	case "open":
		if !method || module {
			kind := kindRead
			if r.sign(end, ",") {
				kind = r.mode(end + 1)
			}
			r.report(arg, kind)
		}
	case "remove", "unlink":
		if module {
			r.report(arg, kindDelete)
		}
	case "rename", "replace", "move":
		if module {
			r.two(true, arg, end)
		}
	case "copy", "copy2", "copyfile":
		if module {
			r.two(false, arg, end)
		}
	case "rmtree":
		if module {
			at := r.at
			at.tree = true
			for _, p := range arg {
				r.rec.touch(field{text: p}, kindDelete, at)
			}
		}
	case "copytree":
		if to, after := r.paths(end + 1); module && r.sign(end, ",") && len(arg) == 1 && len(to) == 1 && (r.sign(after, ")") || r.sign(after, ",")) {
			at := r.at
			at.tree = true
			r.rec.touch(field{text: arg[0]}, kindScan, at)
			at.from, at.exact = &field{text: arg[0]}, true
			r.rec.touch(field{text: to[0]}, kindWrite, at)
		}
	case "symlink", "link":
		if to, after := r.paths(end + 1); module && r.sign(end, ",") && to != nil && (r.sign(after, ")") || r.sign(after, ",")) {
			r.report(to, kindWrite)
		}
	case "input":
		if kind := kindRead; module {
			for j := end; j < len(r.toks) && !r.sign(j, ")"); j++ {
				if r.name(j, "inplace") && !r.name(j+2, "False") {
					kind = kindEdit
				}
			}
			r.report(arg, kind)
		}
	}
}

// two reports a call whose arguments are a source and a target.
func (r *reader) two(moves bool, from []string, end int) {
	if !r.sign(end, ",") {
		return
	}
	to, after := r.paths(end + 1)
	kind := kindRead
	if moves {
		kind = kindDelete
	}
	r.report(from, kind)
	if to != nil && (r.sign(after, ")") || r.sign(after, ",") || r.in == scriptCode) {
		r.report(to, kindWrite)
	}
}

// mode is the kind of touch of the arguments of open that start at i.
func (r *reader) mode(i int) string {
	if r.name(i, "mode") && r.sign(i+1, "=") {
		i += 2
	}
	if i >= len(r.toks) || r.toks[i].kind != 's' {
		return kindRead
	}
	return openMode(r.toks[i].text)
}

// openMode is what a file opened with mode is opened for.
func openMode(mode string) string {
	kind := kindRead
	for _, c := range mode {
		switch c {
		case 'w', 'x':
			return kindWrite
		case 'a', '+':
			kind = kindEdit
		case 'r', 'b', 't', 'U':
		default:
			return kindRead
		}
	}
	return kind
}
