package shell

import "strings"

// changes reports the files of the commands that change some. It returns false if p is
// none of them.
func (w *walker) changes(p program, input *string, at place) bool {
	switch p.base {
	case "tee", "sponge":
		kind := kindWrite
		if hasFlag(p.args, "-a --append") {
			kind = kindEdit
		}
		w.touchAll(operands(p.args, ""), kind, at)
	case "rm", "unlink", "trash", "shred":
		fs := operands(p.args, "-n -s")
		if hasFlag(p.args, "-r -R --recursive -d") {
			fs = filesOnly(fs)
		}
		if p.base != "shred" || hasFlag(p.args, "-u --remove") {
			w.touchAll(fs, kindDelete, at)
		}
	case "cp", "mv", "install", "rsync", "ln", "gcp", "gmv":
		w.transfer(p, at)
	case "dd":
		for _, f := range p.args {
			if name, v, ok := strings.Cut(f.text, "="); ok && name == "of" {
				w.touch(field{text: v, glob: f.glob}, kindWrite, at)
			} else if ok && name == "if" {
				w.touch(field{text: v, glob: f.glob}, kindRead, at)
			}
		}
	case "truncate":
		w.touchAll(operands(p.args, "-s --size -r --reference"), kindWrite, at)
	case "curl":
		if f, ok := flagValue(p.args, "-o --output"); ok {
			w.touch(f, kindWrite, at)
		}
	case "wget":
		if f, ok := flagValue(p.args, "-O --output-document"); ok {
			w.touch(f, kindWrite, at)
		}
	case "ed", "ex":
		w.touchAll(operands(p.args, "-p -c"), kindEdit, at)
	case "patch":
		w.patch(p, input, at)
	case "apply_patch", "applypatch":
		if len(p.args) > 0 {
			w.envelope(p.args[0].text, at)
		} else if input != nil {
			w.envelope(*input, at)
		}
	case "perl", "ruby":
		if flags := leading(p.line[1:], "-e -E -I"); hasInPlace(flags) {
			fs := operands(p.line[1:], "-I")
			w.touchAll(afterCode(p.line[1:], fs), kindEdit, at)
		}
	default:
		return false
	}
	return true
}

// hasInPlace reports whether the flags of perl or ruby have -i, as in -pi or -i.bak.
func hasInPlace(flags []field) bool {
	for _, f := range flags {
		s := f.text
		if !isFlag(s) || s[1] == '-' || s[1] == 'I' || s[1] == 'M' {
			continue
		}
		if end := strings.IndexAny(s, "eE"); end > 0 {
			s = s[:end]
		}
		if strings.Contains(s, "i") {
			return true
		}
	}
	return false
}

// afterCode drops the words that are code, one for each -e, alone or at the end of a cluster.
func afterCode(words, fs []field) []field {
	n := 0
	for _, f := range words {
		if isFlag(f.text) && f.text[1] != 'I' && f.text[1] != 'M' && strings.HasSuffix(strings.ToLower(f.text), "e") {
			n++
		}
	}
	return fs[min(max(n, 0), len(fs)):]
}

// transfer reports the files of cp, mv, ln, install and rsync.
func (w *walker) transfer(p program, at place) {
	valued := "-t --target-directory -S --suffix"
	switch p.base {
	case "install":
		valued += " -m --mode -o --owner -g --group"
		if hasFlag(p.args, "-d --directory") {
			return
		}
	case "rsync":
		valued = "-e --exclude --include --exclude-from --include-from --files-from --rsh -f --filter --chmod --log-file"
	}
	fs := operands(p.args, valued)
	if len(fs) == 0 {
		return
	}
	var target field
	intoDir := false
	if t, ok := flagValue(p.args, "-t --target-directory"); ok && p.base != "rsync" {
		target, intoDir = t, true
	} else {
		if len(fs) < 2 {
			return
		}
		target = fs[len(fs)-1]
		fs = fs[:len(fs)-1]
	}
	intoDir = intoDir || len(fs) > 1 || strings.HasSuffix(target.text, "/") || has(". .. ~", target.text) ||
		strings.HasSuffix(target.text, "/.") || strings.HasSuffix(target.text, "/..")
	recursive := p.base == "cp" && hasFlag(p.args, "-r -R -a --recursive --archive") || p.base == "rsync"
	for _, source := range fs {
		if recursive && !looksLikeFile(source.text) || strings.Contains(source.text, ":") && p.base == "rsync" {
			continue
		}
		switch p.base {
		case "mv", "gmv":
			w.touch(source, kindDelete, at)
		case "ln":
		default:
			w.touch(source, kindRead, at)
		}
		to := target
		if intoDir {
			to = inside(target, source)
		}
		if strings.Contains(to.text, ":") && p.base == "rsync" {
			continue
		}
		if strings.HasSuffix(source.text, "/") || source.glob && !intoDir {
			continue
		}
		w.touch(to, kindWrite, at)
	}
}

// inside is the file that source becomes in the directory target.
func inside(target, source field) field {
	base := source.text[strings.LastIndexByte(source.text, '/')+1:]
	if base == "" || base == "." || base == ".." {
		return field{}
	}
	return field{text: strings.TrimSuffix(target.text, "/") + "/" + base, glob: target.glob || source.glob}
}

// gitFiles reports the files of the git commands that change the working tree by name.
func (w *walker) gitFiles(p program, input *string, at place) {
	named := operands(p.args, "-b -B -s --source --conflict -m -U --directory -p -C")
	paths, dashes := afterDashes(p.args)
	switch p.name {
	case "git mv":
		mv := program{base: "mv", args: p.args, dir: p.dir}
		w.transfer(mv, at)
	case "git rm":
		if hasFlag(p.args, "--cached -n --dry-run") {
			return
		}
		if hasFlag(p.args, "-r") {
			named = filesOnly(named)
		}
		w.touchAll(named, kindDelete, at)
	case "git restore":
		if hasFlag(p.args, "--staged -S") && !hasFlag(p.args, "--worktree -W") {
			return
		}
		w.touchAll(filesOnly(named), kindRewrite, at)
	case "git checkout":
		if hasFlag(p.args, "-b -B --orphan") {
			return
		}
		switch {
		case dashes:
			w.touchAll(filesOnly(paths), kindRewrite, at)
		default:
			// Without "--" a word may be a branch; one with the suffix of a source file is none.
			for i, f := range named {
				if i > 0 && looksLikeFile(f.text) || looksLikeSource(f.text) {
					w.touch(f, kindRewrite, at)
				}
			}
		}
	case "git apply":
		if hasFlag(p.args, "--check --stat --numstat --summary --cached") {
			return
		}
		if len(named) > 0 {
			w.touchAll(named, kindRead, at)
			return
		}
		strip := 1
		if n, ok := flagValue(p.args, "-p"); ok {
			strip = digits(n.text)
		}
		if input != nil {
			w.diff(*input, strip, hasFlag(p.args, "-R --reverse"), at)
		}
	}
}

func afterDashes(words []field) ([]field, bool) {
	for i, f := range words {
		if f.text == "--" {
			return words[i+1:], true
		}
	}
	return nil, false
}

// looksLikeSource reports whether p has the suffix of a common source file, which no
// branch is called.
func looksLikeSource(p string) bool {
	dot := strings.LastIndexByte(p, '.')
	return dot > 0 && has("py pyi pyx go js jsx ts tsx mjs cjs rs c h cc cpp hpp java kt swift rb php cs css scss html vue svelte json yaml yml toml md rst txt sh sql lock cfg ini xml ex exs erl hs ml scala lua proto ipynb", p[dot+1:])
}
