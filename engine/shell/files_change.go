package shell

import (
	"slices"
	"strings"
)

// changes reports the files of commands that change files. It returns false if p is not one of
// them.
func (r *fileReporter) changes(p program, input *stream, at place) bool {
	switch p.base {
	case "tee", "sponge":
		kind := kindWrite
		if hasFlag(p.args, "-a --append") {
			kind = kindAppend
		}
		fs := operands(p.args, "")
		r.rec.touchAll(fs, kind, at)
		if len(fs) == 1 && kind == kindWrite && !at.container {
			r.rec.setContents(fs[0], at.dir, input)
		}
	case "rm", "grm", "unlink", "trash", "rimraf", "del-cli", "shred":
		fs := operands(p.args, "-n -s")
		at.tree = hasFlag(p.args, "-r -R --recursive") || has(treeRemovers, p.base)
		if p.base != "shred" || hasFlag(p.args, "-u --remove") {
			r.rec.touchAll(fs, kindDelete, at)
		}
	case "cp", "mv", "install", "rsync", "ln", "gcp", "gmv":
		r.copyOrMove(p, at)
	case "find":
		if f, ok := flagValue(p.args, "-fprint -fprint0 -fprintf -fls"); ok {
			r.rec.touch(f, kindWrite, at)
		}
		if !slices.Contains(findActions(args(p.args)), "-delete") {
			return false
		}
		r.rec.touchAll(findResults(p.args), kindDelete, at)
	case "split", "csplit":
		r.split(p, at)
	case "touch":
		if !hasFlag(p.args, "-c --no-create") {
			at.fresh = true
			r.rec.touchAll(operands(p.args, "-d -r -t --date --reference --time"), kindWrite, at)
		}
	case "scp", "sftp":
		r.copyOrMove(p, at)
	case "gzip", "gunzip", "bzip2", "bunzip2", "xz", "unxz", "zstd", "unzstd":
		r.compress(p, at)
	case "dd":
		for _, f := range p.args {
			if name, v, ok := strings.Cut(f.text, "="); ok && name == "of" {
				r.rec.touch(field{text: v, glob: f.glob}, kindWrite, at)
			} else if ok && name == "if" {
				r.rec.touch(field{text: v, glob: f.glob}, kindScan, at)
			}
		}
	case "truncate":
		r.rec.touchAll(operands(p.args, "-s --size -r --reference"), kindWrite, at)
	case "gh":
		if f, ok := flagValue(p.args, "-O --output"); ok && p.name == "gh release" {
			r.rec.touch(f, kindWrite, at)
		}
	case "curl":
		r.curl(p, at)
	case "wget", "aria2c":
		valued := map[string]string{"wget": "-O --output-document", "aria2c": "-o --out"}[p.base]
		if f, ok := flagValue(p.args, valued); ok {
			r.rec.touch(f, kindWrite, at)
		} else if !hasFlag(p.args, "-P --directory-prefix --spider -d --dir") {
			for _, f := range operands(p.args, "-U -T -t -o -i -e -A -R -D -l --header --user-agent --post-data --post-file --tries --timeout") {
				if _, rest, ok := strings.Cut(f.text, "://"); ok && strings.Contains(rest, "/") && !strings.HasSuffix(rest, "/") {
					name, _, _ := strings.Cut(rest[strings.LastIndexByte(rest, '/')+1:], "?")
					r.rec.touch(field{text: name}, kindWrite, at)
				}
			}
		}
	case "ed", "ex":
		r.rec.touchAll(operands(p.args, "-p -c"), kindEdit, at)
	case "patch":
		patchReporter{r}.patch(p, input, at)
	case "apply_patch", "applypatch":
		if len(p.args) > 0 {
			patchReporter{r}.codexPatch(p.args[0].text, at)
		} else if input != nil {
			patchReporter{r}.codexPatch(input.text, at)
		}
	case "perl", "ruby":
		flags := leadingFlags(p.argv[1:], "-e -E -I")
		fs := withoutCode(p.argv[1:], operands(p.argv[1:], "-I"))
		if hasShortFlag(flags, "i") {
			sedReporter{r}.inPlace(fs, kindEdit, perlSuffix(flags), at)
		} else if hasShortFlag(flags, "np") {
			r.rec.touchAll(fs, kindRead, at)
		} else {
			return false
		}
		r.interpreter(p, input, at, perlLikeCode)
	case "vim", "vi", "nvim":
		r.vim(p.args, at)
	default:
		return false
	}
	return true
}

// vim reports the files of an editor as edited if commands on its command line save them, and
// otherwise as read.
func (r *fileReporter) vim(words []field, at place) {
	valued, kind := "-c --cmd -S -s -u -U -i -w -W", kindRead
	if hasFlag(words, "-es -Es") { // silent, and no script
		valued = "-c --cmd -S -u -U -i -w -W"
	}
	for i, f := range words {
		order := strings.TrimPrefix(f.text, "+")
		if f.text == "-c" && i+1 < len(words) {
			order = words[i+1].text
		} else if order == f.text {
			continue
		}
		for part := range strings.FieldsFuncSeq(order, func(r rune) bool { return r == '|' || r == ' ' }) {
			if has("w wq wqa wa x xa xit update w! wq! x!", part) {
				kind = kindEdit
			}
		}
	}
	for _, f := range operands(words, valued) {
		if !strings.HasPrefix(f.text, "+") {
			r.rec.touch(f, kind, at)
		}
	}
}

// hasShortFlag reports whether the flag clusters of perl or ruby contain one of letters. -pi and
// -i.bak both contain i.
func hasShortFlag(flags []field, letters string) bool {
	for _, f := range flags {
		s := f.text
		if !isFlag(s) || s[1] == '-' || s[1] == 'I' || s[1] == 'M' {
			continue
		}
		if end := strings.IndexAny(s, "eE"); end > 0 {
			s = s[:end]
		}
		s, _, _ = strings.Cut(s, ".")
		if strings.ContainsAny(s, letters) {
			return true
		}
	}
	return false
}

// withoutCode removes the code from the operands fs of perl or ruby: one word for each -e, alone or
// at the end of a cluster.
func withoutCode(words, fs []field) []field {
	n := 0
	for _, f := range words {
		if isFlag(f.text) && f.text[1] != 'I' && f.text[1] != 'M' && strings.HasSuffix(strings.ToLower(f.text), "e") {
			n++
		}
	}
	return fs[min(max(n, 0), len(fs)):]
}

// split reports the input of split and csplit, and a pattern that the names of the parts match. How
// many parts there are depends on the size of the input.
func (r *fileReporter) split(p program, at place) {
	fs := operands(p.args, "-a -b -C -l -n -t -f --additional-suffix --bytes --filter --line-bytes --lines --number --separator")
	r.rec.touchAll(fs[:min(1, len(fs))], kindScan, at)
	if hasFlag(p.args, "--filter") {
		return
	}
	prefix := field{text: "x"}
	if f, ok := flagValue(p.args, "-f --prefix"); p.base == "csplit" {
		prefix.text = "xx"
		if ok {
			prefix = f
		}
	} else if len(fs) > 1 {
		prefix = fs[1]
	}
	if prefix.known() && !isGlob(prefix.text) {
		suffix, _ := flagValue(p.args, "--additional-suffix")
		prefix.text += "[a-z0-9][a-z0-9]*" + suffix.text
		prefix.glob, prefix.subset = true, true
		r.rec.touch(prefix, kindWrite, at)
	}
}

// curl reports the file into which curl writes: that of -o, or with -O the one that an address names.
func (r *fileReporter) curl(p program, at place) {
	folder, given := flagValue(p.args, "--output-dir")
	write := func(f field) {
		if given && !strings.HasPrefix(f.text, "/") {
			f.text = strings.TrimSuffix(folder.text, "/") + "/" + f.text
		}
		r.rec.touch(f, kindWrite, at)
	}
	if f, ok := flagValue(p.args, "-o --output"); ok {
		write(f)
	}
	if !hasFlag(p.args, "-O --remote-name --remote-name-all") {
		return
	}
	for _, f := range p.args {
		if _, path, ok := strings.Cut(f.text, "://"); ok && !f.hasUnknown() {
			path, _, _ = strings.Cut(path, "?")
			if i := strings.LastIndexByte(path, '/'); i >= 0 && i+1 < len(path) {
				write(field{text: path[i+1:]})
			}
		}
	}
}
