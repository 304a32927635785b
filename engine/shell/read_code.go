package shell

import "slices"

// isInputName reports whether a file is the standard input.
func isInputName(path string) bool { return has("/dev/stdin /dev/fd/0 /proc/self/fd/0", path) }

// fromInput returns the words of an interpreter with "-" for a name of the standard input or a process substitution in the
// place of its script, and its standard input then: python3 /dev/stdin, bash <(echo ls). They are programs without
// a file of their own.
func fromInput(name string, argv []field, input *stream) ([]field, *stream) {
	if !isShell(name) && !takesCode(name) && !has("go uv make gmake", name) {
		return argv, input
	}
	for i, f := range argv[1:] {
		isStream := f.from != nil && f.text == unknownMark
		switch {
		case isStream || isInputName(f.text):
			if argv = slices.Clone(argv); isStream {
				input = f.from
			}
			argv[i+1] = field{text: "-"}
			return argv, input
		case !isFlag(f.text) && f.text != "run":
			return argv, input
		}
	}
	return argv, input
}

// writtenCode returns the code in the file that an interpreter runs if the line wrote it: cat > x.ts …; bun run x.ts. It returns input
// for any other command. Interpreters that are taken for wrappers of their script, such as python, are not among them.
func (r *recorder) writtenCode(p program, input *stream) *stream {
	var named []field
	switch {
	case len(r.contents) == 0:
	case p.name == "go run", p.base == "bun", p.base == "deno":
		named = operands(p.argv[1:], "")
		if len(named) > 0 && named[0].text == "run" {
			named = named[1:]
		}
	case has("awk gawk mawk", p.base):
		if f, ok := flagValue(p.args, "-f --file"); ok {
			named = []field{f}
		}
	case takesCode(p.base):
		named = operands(p.args, "-l")
	}
	if len(named) == 0 {
		return input
	}
	path, _ := filePath(named[0], p.dir)
	if code, ok := r.codeIn(path); ok {
		return code
	}
	return input
}
