package shell

import "strings"

func awkInPlace(words []field) bool {
	for i, f := range words {
		if f.text == "-iinplace" || f.text == "-i" && i+1 < len(words) && words[i+1].text == "inplace" {
			return true
		}
	}
	return false
}

func (r *fileReporter) awk(words []field, at place) {
	fs := operands(words, "-F -v -f -i --assign --field-separator --file --include")
	if f, ok := flagValue(words, "-f --file"); ok {
		r.rec.touch(f, kindRead, at)
	} else {
		for _, code := range fs[:min(1, len(fs))] {
			r.awkPrints(code.text, at)
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

// awkPrints reports the files that a program of awk prints into: print > "f".
func (r *fileReporter) awkPrints(code string, at place) {
	for {
		i := strings.Index(code, "print")
		if i < 0 {
			return
		}
		code = code[i+len("print"):]
		statement := code
		if end := strings.IndexAny(code, ";}\n"); end >= 0 {
			statement = code[:end]
		}
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
	}
}

func sedInPlace(words []field) bool {
	for _, f := range words {
		s := f.text
		if s == "--" {
			return false
		}
		if strings.HasPrefix(s, "--in-place") {
			return true
		}
		if isFlag(s) && s[1] != '-' {
			// Of a cluster, what follows e, f or l is a value: -e 's/i/j/'.
			end := strings.IndexAny(s, "efl")
			if end < 0 {
				end = len(s)
			}
			if strings.Contains(s[:end], "i") || strings.HasPrefix(s, "-I") {
				return true
			}
		}
	}
	return false
}

func (r *fileReporter) sed(words []field, at place) {
	var fs []field
	script := false
	for i := 0; i < len(words); i++ {
		s := words[i].text
		switch {
		case s == "--":
			fs = append(fs, words[i+1:]...)
			i = len(words)
		case s == "-e" || s == "--expression" || s == "-f" || s == "--file" || s == "-ne" || s == "-Ee" || s == "-re" || s == "-nEe" || s == "-ie":
			if s == "-ie" {
				break
			}
			script = true
			i++
			switch {
			case i >= len(words):
			case s == "-f" || s == "--file":
				r.rec.touch(words[i], kindRead, at)
			default:
				r.sedScript(words[i].text, at)
			}
		case strings.HasPrefix(s, "--expression="), strings.HasPrefix(s, "-e"):
			script = true
			r.sedScript(strings.TrimPrefix(strings.TrimPrefix(s, "--expression="), "-e"), at)
		case strings.HasPrefix(s, "--file=") || strings.HasPrefix(s, "-f"):
			script = true
		case s == "-l" || s == "--line-length":
			i++
		case (s == "-i" || s == "-I") && i+1 < len(words) && words[i+1].text == "":
			// BSD: the suffix is a word of its own.
			i++
		case !isFlag(s):
			fs = append(fs, words[i])
		}
	}
	if !script && len(fs) > 0 {
		r.sedScript(fs[0].text, at)
		fs = fs[1:]
	}
	if sedInPlace(words) {
		r.inPlace(fs, sedSuffix(words), at)
		return
	}
	r.rec.touchAll(fs, kindRead, at)
}

// sedSuffix is what is added to the names of the copies that sed -i.bak keeps, "" if it
// keeps none.
func sedSuffix(words []field) string {
	for i, f := range words {
		s := f.text
		switch {
		case s == "--":
			return ""
		case strings.HasPrefix(s, "--in-place="):
			return s[len("--in-place="):]
		case isFlag(s) && s[1] != '-':
			end := strings.IndexAny(s, "efl")
			if at := strings.IndexAny(s, "iI"); at > 0 && (end < 0 || at < end) {
				if s == "-i" && i+1 < len(words) && strings.HasPrefix(words[i+1].text, ".") && !strings.Contains(words[i+1].text, "/") {
					return words[i+1].text // BSD: a word of its own
				}
				return s[at+1:]
			}
		}
	}
	return ""
}

// perlSuffix is the same for perl -i.bak and ruby -i.bak.
func perlSuffix(flags []field) string {
	for _, f := range flags {
		if isFlag(f.text) && f.text[1] != '-' && !strings.ContainsRune("IMeE", rune(f.text[1])) {
			if at := strings.IndexByte(f.text, 'i'); at > 0 {
				return f.text[at+1:]
			}
		}
	}
	return ""
}

// inPlace reports files that are edited in place, and the copies kept of them: their names
// with suffix, in which * stands for the name of the file.
func (r *fileReporter) inPlace(fs []field, suffix string, at place) {
	r.rec.touchAll(fs, kindEdit, at)
	if suffix == "" || strings.Contains(suffix, "/") {
		return
	}
	for _, f := range fs {
		dir, base := "", f.text
		if slash := strings.LastIndexByte(base, '/'); slash >= 0 {
			dir, base = base[:slash+1], base[slash+1:]
		}
		name := base + suffix
		if strings.Contains(suffix, "*") {
			name = strings.ReplaceAll(suffix, "*", base)
		}
		if !f.glob {
			r.rec.touch(field{text: dir + name}, kindWrite, at)
		}
	}
}
