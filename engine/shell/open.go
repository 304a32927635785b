package shell

import (
	"strings"
)

// call reports what the call of name at i does to files.
func (r *reader) call(name string, i int) {
	method := r.sign(i-1, ".")
	report := func(ps []string, kind string) {
		for _, p := range ps {
			r.w.touch(field{text: p}, kind, r.at)
		}
	}
	arg, end := r.paths(i + 2)
	alone := arg != nil && (r.sign(end, ",") || r.sign(end, ")"))
	if r.in == javaScriptCode {
		if !alone {
			return
		}
		switch name {
		case "writeFileSync", "writeFile", "createWriteStream":
			report(arg, kindWrite)
		case "appendFileSync", "appendFile":
			report(arg, kindEdit)
		case "readFileSync", "readFile", "createReadStream":
			report(arg, kindRead)
		case "unlinkSync", "unlink", "rmSync":
			report(arg, kindDelete)
		case "renameSync", "copyFileSync":
			r.two(name == "renameSync", arg, end)
		}
		return
	}
	if method && has("write_text write_bytes read_text read_bytes unlink open", name) {
		if owner := r.owner(i - 2); owner != nil {
			switch name {
			case "write_text", "write_bytes":
				report(owner, kindWrite)
			case "read_text", "read_bytes":
				report(owner, kindRead)
			case "unlink":
				report(owner, kindDelete)
			default:
				report(owner, r.mode(i+2))
			}
			return
		}
	}
	if !alone {
		return
	}
	module := method && (r.name(i-2, "os") || r.name(i-2, "shutil") || r.name(i-2, "io") || r.name(i-2, "codecs"))
	switch name {
	case "open":
		if !method || module {
			kind := kindRead
			if r.sign(end, ",") {
				kind = r.mode(end + 1)
			}
			report(arg, kind)
		}
	case "remove", "unlink":
		if module {
			report(arg, kindDelete)
		}
	case "rename", "replace", "move":
		if module {
			r.two(true, arg, end)
		}
	case "copy", "copy2", "copyfile":
		if module {
			r.two(false, arg, end)
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
	for _, p := range from {
		r.w.touch(field{text: p}, kind, r.at)
	}
	if to != nil && (r.sign(after, ")") || r.sign(after, ",")) {
		for _, p := range to {
			r.w.touch(field{text: p}, kindWrite, r.at)
		}
	}
}

// owner are the paths of the expression that ends at i: p or Path("f").
func (r *reader) owner(i int) []string {
	if i >= 0 && r.toks[i].kind == 'n' && !r.sign(i-1, ".") && !r.sign(i-1, "/") {
		return r.vars[r.toks[i].text]
	}
	if !r.sign(i, ")") {
		return nil
	}
	// Path ( "f" )
	start := i - 3
	if start < 0 || !r.name(start, "Path") || r.sign(start-1, "/") {
		return nil
	}
	ps, end := r.paths(start)
	if end != i+1 {
		return nil
	}
	return ps
}

// mode is the kind of touch of the arguments of open that start at i.
func (r *reader) mode(i int) string {
	if r.name(i, "mode") && r.sign(i+1, "=") {
		i += 2
	}
	if i >= len(r.toks) || r.toks[i].kind != 's' {
		return kindRead
	}
	switch m := r.toks[i].text; {
	case len(m) > 3:
		return kindRead
	case strings.ContainsAny(m, "wx"):
		return kindWrite
	case strings.ContainsAny(m, "a+"):
		return kindEdit
	}
	return kindRead
}
