package shell

import "strings"

// listing returns what p prints if these are names of files that can be expressed as patterns, and
// nil otherwise. A loop or xargs that reads the names can then report what it does to the files.
func listing(p program, input *stream) *stream {
	var fs []field
	switch p.base {
	case "ls":
		fs = lsNames(p.args)
	case "find":
		fs = findResults(p.args)
	case "git":
		fs = gitNames(p)
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
		for _, f := range input.names {
			f.subset = f.subset || !has("sort uniq tac shuf", p.base)
			fs = append(fs, f)
		}
	}
	if len(fs) == 0 {
		return nil
	}
	return namesStream(fs)
}

// lsNames returns the files whose names ls prints.
func lsNames(words []field) (fs []field) {
	for _, f := range words {
		switch {
		case has("-1 -A", f.text):
			continue
		case isFlag(f.text) || f.hasUnknown():
			return nil
		case !looksLikeFile(f.text) && !f.glob && len(words) < 3:
			// For a folder, ls prints base names.
			return append(fs, field{text: "*", glob: true, match: true, origin: strings.TrimSuffix(f.text, "/") + "/*"})
		case !looksLikeFile(f.text):
			return nil
		}
		f.match = f.glob
		fs = append(fs, f)
	}
	return fs
}

// gitNames returns the files whose names git ls-files, git diff --name-only or git grep -l print.
func gitNames(p program) (fs []field) {
	named := operands(p.args, "-x -X --exclude --exclude-from -e --diff-filter")
	switch {
	case p.name == "git ls-files" && !hasFlag(p.args, "-z -o -d -s --others --deleted --stage -m --modified"):
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
	case p.name == "git ls-files", p.name == "git diff" && hasFlag(p.args, "--name-only"), p.name == "git grep" && hasFlag(p.args, "-l --files-with-matches --name-only"):
		all := field{text: "."}.under("*")
		all.subset = true
		fs = append(fs, all)
	}
	return fs
}

// grepNames returns the files of which grep -l prints some of the names.
func grepNames(p program) (fs []field) {
	if !hasFlag(p.args, "-l -L --files-with-matches --files-without-match") {
		return nil
	}
	valued := "-e -f --regexp --file -A -B -C -m --include --exclude --exclude-dir -g --glob -t --type"
	named := operands(p.args, valued)
	if _, given := flagValue(p.args, "-e --regexp -f --file"); !given {
		named = named[min(1, len(named)):]
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
		f.glob, f.match, f.subset = true, true, true
		fs = append(fs, f)
	}
	return fs
}
