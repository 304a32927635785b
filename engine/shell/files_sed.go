package shell

import "strings"

// sedInPlace reports whether sed edits its files in place.
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
			// In a cluster, the rest after e, f or l is a value: -e 's/i/j/'.
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

// sedReporter reports the files of sed and of the options of other programs that work like it.
type sedReporter struct{ *fileReporter }

// sed reports the files that sed reads or edits, and those that its scripts name.
func (r sedReporter) sed(words []field, at place) {
	var fs []field
	script, replaces := false, true
	read := func(text string) { script, replaces = true, r.sedScript(text, at) && replaces }
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
			i++
			switch {
			case i >= len(words):
			case s == "-f" || s == "--file":
				script, replaces = true, false
				r.rec.touch(words[i], kindRead, at)
				path, _ := filePath(words[i], at.dir)
				if script, ok := r.rec.codeIn(path); ok && !strings.Contains(script.text, unknownMark) {
					r.sedScript(script.text, at)
				}
			default:
				read(words[i].text)
			}
		case strings.HasPrefix(s, "--expression="), strings.HasPrefix(s, "-e"):
			read(strings.TrimPrefix(strings.TrimPrefix(s, "--expression="), "-e"))
		case strings.HasPrefix(s, "--file=") || strings.HasPrefix(s, "-f"):
			script, replaces = true, false
		case s == "-l" || s == "--line-length":
			i++
		case (s == "-i" || s == "-I") && i+1 < len(words) && words[i+1].text == "":
			// On BSD, the suffix of the backup is a word of its own.
			i++
		case !isFlag(s):
			fs = append(fs, words[i])
		}
	}
	if !script && len(fs) > 0 {
		read(fs[0].text)
		fs = fs[1:]
	}
	if sedInPlace(words) {
		kind := kindEdit
		if replaces {
			kind = kindReplace
		}
		r.inPlace(fs, kind, sedSuffix(words), at)
		return
	}
	r.rec.touchAll(fs, kindRead, at)
}

// sedSuffix returns the suffix of the backups that sed -i.bak keeps, "" if it keeps none.
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
					return words[i+1].text // BSD style
				}
				return s[at+1:]
			}
		}
	}
	return ""
}

// perlSuffix returns the suffix of the backups that perl -i.bak and ruby -i.bak keep.
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

// inPlace reports files that are edited in place, and their backups. The name of a backup is the
// name of the file with suffix appended, or suffix with each * replaced by the name of the file.
func (r sedReporter) inPlace(fs []field, kind, suffix string, at place) {
	r.rec.touchAll(fs, kind, at)
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

// sedScript reports the files that a sed script writes with "w f" and "s/a/b/w f", and those that
// it reads with "r f". It reports whether all that the script does is to replace what it finds: s/a/b/, but not 3s/a/b/.
func (r sedReporter) sedScript(script string, at place) (replaces bool) {
	for replaces = true; script != ""; {
		rest := skipAddresses(script)
		replaces = replaces && !strings.ContainsAny(script[:len(script)-len(rest)], "!,~+0123456789$")
		if script = rest; script == "" {
			return replaces
		}
		switch script[0] {
		case '/':
			script = afterDelimiter(script[1:], '/', 1)
		case '\\':
			if len(script) < 2 {
				return false
			}
			script = afterDelimiter(script[2:], script[1], 1)
		case 's', 'y':
			if len(script) < 2 {
				return false
			}
			script = strings.TrimLeft(afterDelimiter(script[2:], script[1], 2), "gpimIMeE0123456789")
			if script == "" || script[0] != 'w' {
				continue
			}
			script = r.sedFile(script, kindWrite, at)
		case 'w', 'W':
			replaces = false
			script = r.sedFile(script, kindWrite, at)
		case 'r', 'R':
			replaces = false
			script = r.sedFile(script, kindRead, at)
		case 'a', 'i', 'c':
			replaces = false
			for more := true; more; {
				var line string
				line, script, _ = strings.Cut(script, "\n")
				more = strings.HasSuffix(line, "\\")
			}
		default:
			replaces = false
			script = script[1:]
		}
	}
	return replaces
}

// sedFile reports the file that the rest of the line after the first byte of script names, and
// returns the script after this line.
func (r sedReporter) sedFile(script, kind string, at place) string {
	name, rest, _ := strings.Cut(script[1:], "\n")
	r.rec.touch(field{text: strings.TrimSpace(name)}, kind, at)
	return rest
}

// afterDelimiter returns the part of s after the n-th unescaped delimiter, "" if there are fewer.
func afterDelimiter(s string, delimiter byte, n int) string {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case delimiter:
			if n--; n == 0 {
				return s[i+1:]
			}
		}
	}
	return ""
}

// TakesOut returns the parts of a file that a command which edits it in place deletes or replaces, as the script of sed or perl has them, and
// those that it puts in their place: s/func TestA/func B/, /TestA/d, /TestA/,/^}/d.
func (cmd Command) TakesOut() (out, in []string) {
	if cmd.Name != "sed" && cmd.Name != "perl" {
		return nil, nil
	}
	for _, script := range cmd.Args {
		var addresses []string
		for script = skipAddresses(script); script != ""; script = skipAddresses(script) {
			switch command := script[0]; {
			case command == '/':
				rest := afterDelimiter(script[1:], '/', 1)
				addresses = append(addresses, script[1:len(script)-len(rest)])
				script = rest
			case command == 's' && len(script) > 2:
				to := afterDelimiter(script[2:], script[1], 1)
				rest := afterDelimiter(to, script[1], 1)
				out, in = append(out, script[2:len(script)-len(to)]), append(in, to[:len(to)-len(rest)])
				script, addresses = rest, nil
			default:
				if command == 'd' || command == 'c' {
					out = append(out, addresses...)
				}
				script, addresses = script[1:], nil
			}
		}
	}
	return out, in
}

// skipAddresses returns a script of sed from its next command or pattern on.
func skipAddresses(script string) string { return strings.TrimLeft(script, " \t\n;{}!,~+0123456789$") }
