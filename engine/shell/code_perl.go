package shell

import "strings"

// scriptCall reports the files of a function of Perl, Ruby or PHP. arg holds the paths of the first
// argument, and end is the index of the token after it.
func (r *codeReader) scriptCall(name string, i int, arg []string, end int) {
	method := r.isSign(i-1, ".")
	file := method && (r.isName(i-2, "File") || r.isName(i-2, "IO"))
	switch {
	case name == "file_put_contents", file && (name == "write" || name == "binwrite"):
		r.touchPaths(arg, kindWrite)
	case name == "file_get_contents", file && has("read readlines foreach binread", name):
		r.touchPaths(arg, kindRead)
	case method && r.isName(i-2, "FileUtils") && has("rm_rf rm_r rmtree remove_dir", name), !method && has("rmtree remove_tree", name):
		r.deleteTree(arg)
	case !method && name == "unlink", file && has("delete unlink", name):
		for arg != nil {
			r.touchPaths(arg, kindDelete)
			if !r.isSign(end, ",") {
				break
			}
			arg, end = r.paths(end + 1)
		}
	case !method && has("rename copy move", name), file && name == "rename":
		r.sourceAndTarget(name != "copy", arg, end)
	case name == "fopen", file && has("open new", name):
		kind := kindRead
		if r.isSign(end, ",") {
			kind = r.modeAt(end + 1)
		}
		r.touchPaths(arg, kind)
	}
}

// perlOpen reports the file of Perl's three-argument open, with or without parentheses: open(my $f,
// ">", "name").
func (r *codeReader) perlOpen(i int) {
	for j := i + 1; j < len(r.toks) && j < i+8 && !r.isSign(j, ";"); j++ {
		if r.toks[j].kind != 's' {
			continue
		}
		if name, ok := r.literal(j + 2); ok && r.isSign(j+1, ",") {
			mode, _, _ := strings.Cut(r.toks[j].text, ":")
			switch strings.TrimSpace(mode) {
			case "<":
				r.touchPaths([]string{name}, kindRead)
			case ">":
				r.touchPaths([]string{name}, kindWrite)
			case ">>":
				r.touchPaths([]string{name}, kindAppend)
			case "+<":
				r.touchPaths([]string{name}, kindEdit)
			}
		}
		return
	}
}

// literal returns the string at token i if nothing is interpolated into it.
func (r *codeReader) literal(i int) (string, bool) {
	if i >= len(r.toks) || r.toks[i].kind != 's' || strings.ContainsAny(r.toks[i].text, "$"+unknownMark) {
		return "", false
	}
	return r.toks[i].text, true
}
