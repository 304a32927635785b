package shell

import "strings"

// scriptCall reports what a function of Ruby, PHP or Perl does to files.
func (r *reader) scriptCall(name string, i int, arg []string, end int) {
	method := r.sign(i-1, ".")
	file := method && (r.name(i-2, "File") || r.name(i-2, "IO"))
	switch {
	case name == "file_put_contents", file && (name == "write" || name == "binwrite"):
		r.report(arg, kindWrite)
	case name == "file_get_contents", file && has("read readlines foreach binread", name):
		r.report(arg, kindRead)
	case !method && name == "unlink", file && has("delete unlink", name):
		for arg != nil {
			r.report(arg, kindDelete)
			if !r.sign(end, ",") {
				break
			}
			arg, end = r.paths(end + 1)
		}
	case !method && has("rename copy move", name), file && name == "rename":
		r.two(name != "copy", arg, end)
	case name == "fopen", file && has("open new", name):
		kind := kindRead
		if r.sign(end, ",") {
			kind = r.mode(end + 1)
		}
		r.report(arg, kind)
	}
}

// perlOpen reports open(my $f, ">", "name"), whose parentheses may be missing.
func (r *reader) perlOpen(i int) {
	for j := i + 1; j < len(r.toks) && j < i+8 && !r.sign(j, ";"); j++ {
		if r.toks[j].kind != 's' {
			continue
		}
		if name, ok := r.word(j + 2); ok && r.sign(j+1, ",") {
			mode, _, _ := strings.Cut(r.toks[j].text, ":")
			switch strings.TrimSpace(mode) {
			case "<":
				r.report([]string{name}, kindRead)
			case ">":
				r.report([]string{name}, kindWrite)
			case ">>", "+<":
				r.report([]string{name}, kindEdit)
			}
		}
		return
	}
}

// word is the literal string at i.
func (r *reader) word(i int) (string, bool) {
	if i >= len(r.toks) || r.toks[i].kind != 's' || strings.ContainsAny(r.toks[i].text, "$"+unknownMark) {
		return "", false
	}
	return r.toks[i].text, true
}
