package shell

import "strings"

// awkInPlace reports whether gawk edits its files in place: gawk -i inplace.
func awkInPlace(words []field) bool {
	for i, f := range words {
		if f.text == "-iinplace" || f.text == "-i" && i+1 < len(words) && words[i+1].text == "inplace" {
			return true
		}
	}
	return false
}

// awk reports the files that awk reads or edits, and those that its program writes.
func (r *fileReporter) awk(words []field, at place) {
	fs := operands(words, "-F -v -f -i --assign --field-separator --file --include")
	if f, ok := flagValue(words, "-f --file"); ok {
		r.rec.touch(f, kindRead, at)
	} else {
		for _, code := range fs[:min(1, len(fs))] {
			r.awkPrints(code.text, flagValues(words, "-v --assign"), at)
			r.awkRuns(code.text, at)
		}
		fs = fs[min(1, len(fs)):]
	}
	kind := kindRead
	if awkInPlace(words) {
		kind = kindEdit
	}
	for _, f := range fs {
		if !isAssignment(f.text) {
			r.rec.touch(f, kind, at)
		}
	}
}

// awkPrints reports the files that an awk program writes with print > "f" and print >> "f", or with the name of one of the variables,
// each NAME=value.
func (r *fileReporter) awkPrints(code string, variables []field, at place) {
	for {
		i := strings.Index(code, "print")
		if i < 0 {
			return
		}
		code = code[i+len("print"):]
		statement := code[:awkStatementEnd(code)]
		i = strings.LastIndexByte(statement, '>')
		if i < 0 {
			continue
		}
		kind := kindWrite
		if i > 0 && statement[i-1] == '>' {
			kind = kindEdit
		}
		name := strings.TrimSpace(statement[i+1:])
		if len(name) > 2 && name[0] == '"' && strings.IndexByte(name[1:], '"') == len(name)-2 {
			r.rec.touch(field{text: name[1 : len(name)-1]}, kind, at)
		}
		for _, v := range variables {
			if value, ok := strings.CutPrefix(v.text, name+"="); ok {
				r.rec.touch(field{text: value}, kind, at)
			}
		}
	}
}

// awkStatementEnd returns where the first statement of an awk program ends, outside of its strings.
func awkStatementEnd(code string) int {
	quoted := false
	for i := 0; i < len(code); i++ {
		switch c := code[i]; {
		case c == '\\' && quoted:
			i++
		case c == '"':
			quoted = !quoted
		case c == '\n' || !quoted && (c == ';' || c == '}'):
			return i
		}
	}
	return len(code)
}

// awkRuns reports the commands that an awk program starts with system("…"), as far as they are literals.
func (r *fileReporter) awkRuns(code string, at place) {
	for {
		_, rest, ok := strings.Cut(code, `system("`)
		if !ok {
			return
		}
		line, after, ok := strings.Cut(rest, `")`)
		if !ok {
			return
		}
		code = after
		r.children = append(r.children, childCommand{code: strings.ReplaceAll(line, `\"`, `"`), dir: at.dir})
	}
}
