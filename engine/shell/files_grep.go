package shell

import "strings"

// grep reports the files of grep, rg and ag, whose first operand is the pattern unless a flag gives
// it. valued are the flags that take a value, and recursive those that search folders; always is
// set for programs that search folders by default.
func (r *fileReporter) grep(words []field, valued, recursive string, always bool, at place) {
	fs := operands(words, valued)
	flags := words
	if always {
		flags = beforeDashes(words)
	}
	kind := kindRead
	if printsNoLines(flags, valued) {
		kind = kindScan
	}
	_, byFlag := flagValue(flags, "-e --regexp -f --file")
	if always && hasFlag(flags, "--files") {
		byFlag = true
	}
	if !byFlag {
		fs = fs[min(1, len(fs)):]
	}
	if f, ok := flagValue(flags, "-f --file"); ok {
		r.rec.touch(f, kindRead, at)
	}
	if always || hasFlag(words, recursive) {
		fs = filesOnly(fs)
	}
	r.rec.touchAll(fs, kind, at)
}

// printsNoLines reports whether the flags of grep make it print only counts or names of files, or
// nothing.
func printsNoLines(flags []field, valued string) bool {
	for _, f := range flags {
		s := f.text
		if has("--count --count-matches --quiet --silent --files-with-matches --files-without-match", s) {
			return true
		}
		if !isFlag(s) || s[1] == '-' {
			continue
		}
		for _, c := range s[1:] {
			if has(valued, "-"+string(c)) {
				break
			}
			if strings.ContainsRune("cqlL", c) {
				return true
			}
		}
	}
	return false
}

// jq reports the files of jq and yq, whose first operand is the filter.
func (r *fileReporter) jq(p program, at place) {
	var fs []field
	byFile := false
	for i := 0; i < len(p.args); i++ {
		switch s := p.args[i].text; {
		case has("--arg --argjson --slurpfile --rawfile", s):
			i += 2
		case s == "-f" || s == "--from-file":
			byFile = true
			i++
		case has("--indent --tab -L -o --output-format -p --input-format -I", s) && (p.base == "yq" || s != "-p" && s != "-o"):
			i++
		case s == "--args" || s == "--jsonargs":
			i = len(p.args)
		case !isFlag(s):
			fs = append(fs, p.args[i])
		}
	}
	if p.base == "yq" && len(fs) > 0 && (fs[0].text == "eval" || fs[0].text == "e" || fs[0].text == "ea" || fs[0].text == "eval-all") {
		fs = fs[1:]
	}
	if !byFile {
		fs = fs[min(1, len(fs)):]
	}
	kind := kindRead
	if p.base == "yq" && hasFlag(p.args, "-i --inplace --in-place") {
		kind = kindEdit
	}
	r.rec.touchAll(fs, kind, at)
}
