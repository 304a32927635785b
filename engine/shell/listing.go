package shell

import "strings"

// listing returns what p prints if these are names of files that can be expressed as patterns, and
// nil otherwise. A loop or xargs that reads the names can then report what it does to the files.
func listing(p program, input *stream) *stream {
	var fs []field
	switch p.base {
	case "ls":
		fs = lsNames(p.args)
	case "printf", "echo": // '%s\n' *.log
		fs = printedNames(p)
	case "find":
		fs = findResults(p.args)
	case "fd", "fdfind":
		fs = fdResults(p.args)
	case "git":
		fs = gitNames(p)
	case "tr": // '\n' '\0'
		if input == nil || len(p.args) != 2 || unescapeC(p.args[0].text) != "\n" {
			return nil
		}
		fs = input.names
	case "awk", "gawk", "mawk", "cut", "sed":
		if input == nil || input.names == nil {
			return nil
		}
		fs = columnNames(p, input.names)
	case "grep", "egrep", "fgrep", "rg":
		if fs = grepNames(p); fs != nil {
			break
		}
		fallthrough
	case "head", "tail", "sort", "uniq", "tac", "shuf":
		// These commands pass some or all of the lines on.
		if input == nil || input.names == nil || len(operands(p.args, "-e -A -B -C -m -n -c -k -t --lines")) > 1 || hasFlag(p.args, "-c -o -n --count") && strings.HasSuffix(p.base, "grep") {
			return nil
		}
		fs = input.names
		if !has("sort uniq tac shuf", p.base) {
			fs = narrowed(fs, p)
		}
	}
	if len(fs) == 0 {
		return nil
	}
	return namesStream(fs)
}

// printedNames returns the patterns that printf or echo prints the files of, nil if it prints anything else as well.
func printedNames(p program) (fs []field) {
	words := p.args
	if p.base == "printf" && len(words) > 0 && strings.HasPrefix(words[0].text, "%s") && !strings.Contains(words[0].text[1:], "%") {
		words = words[1:]
	}
	for _, f := range words {
		switch {
		case isFlag(f.text):
		case !f.glob || f.hasUnknown():
			return nil
		default:
			f.match = true
			fs = append(fs, f)
		}
	}
	return fs
}

// lsNames returns the files whose names ls prints.
func lsNames(words []field) (fs []field) {
	itself := hasFlag(words, "-d") // a folder's name, not those in it
	for _, f := range words {
		switch {
		case isFlag(f.text) && strings.Trim(f.text, "-1AartSUXcd") == "":
			continue
		case isFlag(f.text) || f.hasUnknown():
			return nil
		case itself:
		case !looksLikeFile(f.text) && !f.glob && len(words) < 3:
			// For a folder, ls prints base names.
			return baseNames(strings.TrimSuffix(f.text, "/")+"/", hasFlag(words, "-A -a"))
		case !looksLikeFile(f.text):
			return nil
		}
		f.match = f.glob
		fs = append(fs, f)
	}
	if len(fs) == 0 {
		return baseNames("", hasFlag(words, "-A -a"))
	}
	return fs
}

// baseNames returns the base names of the files in a folder, "" or with a slash at its end.
func baseNames(folder string, hidden bool) []field {
	all := func(pattern string) field {
		f := field{text: pattern, glob: true, matching: matching{match: true}}
		if folder != "" {
			f.origin = folder + pattern
		}
		return f
	}
	if hidden {
		return []field{all("*"), all(".*")}
	}
	return []field{all("*")}
}

// narrowed returns those of the names that head, tail or grep passes on: by the expression of grep if that is equal to
// a pattern, otherwise some of them.
func narrowed(names []field, p program) (fs []field) {
	expr := operands(p.args, "-e -A -B -C -m -n -c -k -t --lines")
	glob, ok := "", false
	if f, given := flagValue(p.args, "-e --regexp"); given && !f.hasUnknown() {
		glob, ok = globOfRegexp(f.text)
	} else if len(expr) == 1 && !expr[0].hasUnknown() {
		glob, ok = globOfRegexp(expr[0].text)
	}
	ok = ok && (strings.HasSuffix(p.base, "grep") || p.base == "rg") && !hasFlag(p.args, "-v --invert-match -i --ignore-case")
	for _, f := range names {
		if by := f; ok && by.only(glob) {
			if by.text != "" {
				fs = append(fs, by)
			}
			continue
		}
		f.printAs(glob, ok)
		f.subset = true
		fs = append(fs, f)
	}
	return fs
}

// printAs narrows a field of all files below a folder down to those whose names match a pattern, if it is known. What comes
// before a name in git status is not a part of it.
func (f *field) printAs(glob string, known bool) {
	if known && f.recursive && f.printed == "" && (f.index != "status" || strings.HasPrefix(glob, "*")) {
		f.printed = glob
	}
}

// only narrows a field of all visible or all hidden names of a folder down to those that a pattern matches. Its text
// is then "" if there are none. It returns false for any other field.
func (f *field) only(glob string) bool {
	if f.text != "*" && f.text != ".*" {
		return false
	}
	folder := strings.TrimSuffix(f.origin, f.text)
	switch hidden := f.text == ".*"; {
	case hidden && strings.HasPrefix(glob, "*"):
		f.text = "." + glob
	case hidden && strings.HasPrefix(glob, "?"):
		f.text = "." + glob[1:]
	case hidden != strings.HasPrefix(glob, "."):
		f.text = ""
	default:
		f.text = glob
	}
	if f.origin != "" {
		f.origin = folder + f.text
	}
	return true
}

// gitNames returns the files whose names git ls-files, git diff --name-only or git grep -l print.
func gitNames(p program) (fs []field) {
	named := operands(p.args, "-x -X --exclude --exclude-from -e --diff-filter")
	switch {
	case p.name == "git ls-files" && !hasFlag(p.args, "-d -s --deleted --stage"):
		for _, f := range named {
			switch {
			case !f.known() && !f.glob:
				return nil
			case strings.HasPrefix(f.text, "*") && !strings.Contains(f.text, "/"):
				fs = append(fs, field{text: "."}.under(f.text))
			case looksLikeFile(f.text) || isGlob(f.text):
				f.glob, f.match = isGlob(f.text), isGlob(f.text)
				fs = append(fs, f)
			default:
				fs = append(fs, f.under("*"))
			}
		}
	}
	switch {
	case len(fs) > 0:
	case p.name == "git ls-files" && hasFlag(p.args, "-d --deleted") && !hasFlag(p.args, "-o -m -c --others --modified --cached"):
		return nil // files that are not there
	case p.name == "git status" && hasFlag(p.args, "-s --short --porcelain --porcelain=v1"), p.name == "git ls-files", p.name == "git diff" && hasFlag(p.args, "--name-only"), p.name == "git grep" && hasFlag(p.args, "-l --files-with-matches --name-only"):
		all := field{text: "."}.under("*")
		all.subset = true
		fs = append(fs, all)
	}
	others, tracked := hasFlag(p.args, "-o --others"), hasFlag(p.args, "-c --cached -m --modified")
	for i := range fs {
		switch {
		case p.name == "git status":
			fs[i].index = "status"
		case others && !tracked:
			fs[i].index = "untracked"
		case !others:
			fs[i].index = "tracked"
		}
		fs[i].subset = fs[i].subset || others || hasFlag(p.args, "-m --modified") && p.name == "git ls-files"
	}
	return fs
}

// grepNames returns the files of which grep -l prints some of the names.
func grepNames(p program) (fs []field) {
	lists := p.base == "rg" && hasFlag(p.args, "--files")
	if !lists && !hasFlag(p.args, "-l -L --files-with-matches --files-without-match") {
		return nil
	}
	valued := "-e -f --regexp --file -A -B -C -m --include --exclude --exclude-dir -g --glob -t --type"
	named := operands(p.args, valued)
	expr, given := flagValue(p.args, "-e --regexp -f --file")
	if !given && !lists && len(named) > 0 {
		expr, named = named[0], named[1:]
	}
	containing := ""
	if !strings.ContainsAny(expr.text, unknownMark+`.*[]^$\?+(){}|`) && !hasFlag(p.args, "-f --file -i --ignore-case -v --invert-match -L --files-without-match") {
		containing = expr.text
	}
	name := "*"
	if f, ok := flagValue(p.args, "--include -g --glob"); ok && f.known() || f.glob {
		name = f.text
	}
	if len(named) == 0 && (p.base == "rg" || hasFlag(p.args, "-r -R")) {
		named = []field{{text: "."}}
	}
	for _, f := range named {
		if f.hasUnknown() || strings.Contains(name, "/") {
			return nil
		}
		if !f.glob && !looksLikeFile(f.text) {
			f = f.under(name)
		}
		f.glob, f.match, f.subset, f.containing = true, true, true, containing
		f.visible = p.base == "rg" && !hasFlag(p.args, "-. --hidden -uu -uuu")
		fs = append(fs, f)
	}
	return fs
}
