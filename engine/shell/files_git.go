package shell

import "strings"

// git reports the files that git commands change in the working tree, as far as the words name
// them.
func (r *fileReporter) git(p program, input *stream, at place) {
	valued := ""
	switch p.name {
	case "git checkout", "git restore":
		valued = "-b -B --orphan -s --source --conflict -U"
	case "git apply":
		valued = "-p -C --directory --include --exclude"
	case "git stash":
		valued = "-m --message"
	case "git clean":
		valued = "-e --exclude"
	}
	named := operands(p.args, valued)
	r.gitOutput(p, at)
	paths, dashes := afterDashes(p.args)
	switch p.name {
	case "git mv":
		mv := program{base: "mv", args: p.args, dir: p.dir}
		r.copyOrMove(mv, at)
	case "git rm":
		if hasFlag(p.args, "--cached -n --dry-run") {
			return
		}
		at.tree = hasFlag(p.args, "-r")
		r.rec.touchAll(named, kindDelete, at)
	case "git clean":
		if !hasFlag(p.args, "-n --dry-run -i --interactive") {
			r.rec.touchAll(filesOnly(named), kindDelete, at)
		}
	case "git restore":
		if hasFlag(p.args, "--staged -S") && !hasFlag(p.args, "--worktree -W") {
			return
		}
		r.restore(named, at)
	case "git checkout":
		if hasFlag(p.args, "-b -B --orphan") {
			return
		}
		switch {
		case dashes:
			r.restore(paths, at)
		default:
			// Without "--" a word may be a branch. A word with the suffix of a source file is
			// treated as a path.
			for i, f := range named {
				if i > 0 && looksLikeFile(f.text) || looksLikeSource(f.text) || has(". ./", f.text) {
					r.restore([]field{f}, at)
				}
			}
		}
	case "git stash":
		if len(named) > 0 && named[0].text == "push" {
			r.restore(named[1:], at)
		} else if len(p.args) > 0 && isFlag(p.args[0].text) {
			r.restore(paths, at)
		}
	case "git blame", "git annotate":
		r.rec.touchAll(filesOnly(named), kindRead, at)
	case "git show":
		// git show HEAD:cart.go prints a version of the file, all but the latest changes of it.
		for _, f := range named {
			if _, path, ok := strings.Cut(f.text, ":"); ok && path != "" {
				r.rec.touch(field{text: path}, kindRead, at)
			}
		}
	case "git apply":
		r.rec.touchAll(named, kindScan, at)
		if hasFlag(p.args, "--check --stat --numstat --summary --cached") && !hasFlag(p.args, "--apply") {
			return
		}
		d := Patch{Strip: 1, Reverse: hasFlag(p.args, "-R --reverse")}
		if n, ok := flagValue(p.args, "-p"); ok {
			d.Strip = smallInt(n.text)
		}
		if dir, ok := flagValue(p.args, "--directory"); ok {
			at.dir = resolve(at.dir, dir)
		}
		if len(named) == 0 || len(named) == 1 && named[0].text == "-" {
			patchReporter{r}.applyPatch(input, d, at)
			return
		}
		for _, f := range named {
			patchReporter{r}.applyPatch(r.rec.contentsOf(f, p.dir), d, at)
		}
	}
}

// restore reports files that version control restores. In a folder, only the files that differ are
// rewritten.
func (r *fileReporter) restore(fs []field, at place) {
	for _, f := range fs {
		at.tree = !looksLikeFile(f.text)
		r.rec.touch(f, kindRestore, at)
	}
}

// looksLikeSource reports whether p has the suffix of a common source file, which is unlikely in
// the name of a branch.
func looksLikeSource(p string) bool {
	dot := strings.LastIndexByte(p, '.')
	return dot > 0 && has("py pyi pyx go js jsx ts tsx mjs cjs rs c h cc cpp hpp java kt swift rb php cs css scss html vue svelte json yaml yml toml md rst txt sh sql lock cfg ini xml ex exs erl hs ml scala lua proto ipynb", p[dot+1:])
}

// gitOutput reports the file into which a git command writes what it prints, or the settings that it is told to change.
func (r *fileReporter) gitOutput(p program, at place) {
	flags := ""
	switch p.name {
	case "git diff", "git log", "git show", "git diff-tree", "git diff-index", "git format-patch":
		flags = "--output"
	case "git archive":
		flags = "-o --output"
	case "git bundle":
		if fs := operands(p.args, ""); len(fs) > 1 && fs[0].text == "create" {
			r.rec.touch(fs[1], kindWrite, at)
		}
	case "git config":
		if fs := operands(p.args, "-f --file --blob --type --default --comment"); !isInert(p) && (len(fs) > 1 || hasFlag(p.args, "--unset --unset-all --remove-section --rename-section -e --edit")) {
			if f, ok := flagValue(p.args, "-f --file"); ok {
				r.rec.touch(f, kindEdit, at)
			}
		}
	}
	if f, ok := flagValue(p.args, flags); ok {
		r.rec.touch(f, kindWrite, at)
	}
}
