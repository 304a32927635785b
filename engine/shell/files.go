package shell

import "strings"

// files reports the files that p reads and changes by what its words say.
func (w *walker) files(p program, input *string, at place) {
	if w.reads(p, at) || w.changes(p, input, at) {
		return
	}
	switch p.base {
	case "python", "pypy", "ipython":
		w.script(p, input, at, pythonCode)
	case "node", "bun", "deno", "tsx", "ts-node":
		w.script(p, input, at, javaScriptCode)
	case "git":
		w.gitFiles(p, input, at)
	default:
		w.formatter(p, at)
	}
}

// reads reports the files of the commands that show or search. It returns false if p is
// none of them.
func (w *walker) reads(p program, at place) bool {
	all := func(valued string) bool {
		w.touchAll(operands(p.args, valued), kindRead, at)
		return true
	}
	switch p.base {
	case "cat", "tac", "rev", "strings", "more", "comm", "md5sum", "sha1sum", "sha256sum", "zcat", "view":
		return all("")
	case "bat", "batcat":
		return all("-r --line-range -H --highlight-line -l --language --style --theme --color --tabs --wrap --paging")
	case "less":
		return all("-b -h -j -k -o -O -p -P -t -T -x -y -z")
	case "nl":
		return all("-b -d -f -h -i -l -n -s -v -w")
	case "od":
		return all("-A -j -N -t -w -S")
	case "fold", "column", "paste", "join":
		return all("-w -s -d -t -o -N -1 -2 -a -e -j -c")
	case "head", "tail":
		words := p.args
		if len(words) > 0 && strings.HasPrefix(words[0].text, "+") {
			words = words[1:]
		}
		w.touchAll(operands(words, "-n -c --lines --bytes -s --pid"), kindRead, at)
		return true
	case "wc":
		return all("")
	case "cut":
		return all("-d -f -c -b --delimiter --fields --characters --bytes --output-delimiter")
	case "uniq":
		fs := operands(p.args, "-f -s -w --skip-fields --skip-chars --check-chars")
		w.touchAll(fs[:min(1, len(fs))], kindRead, at)
		if len(fs) > 1 {
			w.touch(fs[1], kindWrite, at)
		}
		return true
	case "diff", "cmp", "colordiff", "sdiff", "vimdiff":
		fs := operands(p.args, "-U -C -W -I -x -X -F --exclude --unified --context --label -L --width -n -i")
		if hasFlag(p.args, "-r --recursive") {
			fs = filesOnly(fs)
		}
		w.touchAll(fs, kindRead, at)
		return true
	case "xxd", "hexdump":
		fs := operands(p.args, "-l -s -c -g -o -n -e -f")
		w.touchAll(fs[:min(1, len(fs))], kindRead, at)
		return true
	case "sort":
		w.touchAll(operands(p.args, "-o --output -k --key -t --field-separator -S -T --parallel"), kindRead, at)
		if f, ok := flagValue(p.args, "-o --output"); ok {
			w.touch(f, kindWrite, at)
		}
		return true
	case "grep", "egrep", "fgrep", "zgrep":
		w.search(p.args, "-e -f --regexp --file -A -B -C -m --max-count --context --after-context --before-context --include --exclude --exclude-dir --color -d -D --label", "-r -R --recursive --dereference-recursive", false, at)
		return true
	case "rg", "ag", "ack":
		w.search(p.args, "-e -f --regexp --file -A -B -C -m --max-count -g --glob --iglob -t --type -T --type-not -r --replace -d --max-depth -j --threads -M --max-columns --sort --sortr --context --after-context --before-context --color --colors --ignore-file --ignore -G --type-add -E --encoding --engine", "", true, at)
		return true
	case "jq", "yq", "gojq":
		w.query(p, at)
		return true
	case "awk", "gawk", "mawk", "nawk":
		w.awk(p.args, at)
		return true
	case "sed", "gsed":
		w.sed(p.args, at)
		return true
	case "json.tool":
		fs := operands(p.args, "--indent")
		w.touchAll(fs[:min(1, len(fs))], kindRead, at)
		return true
	}
	return false
}

// search reports the named files of grep and its like, whose first operand is the pattern.
func (w *walker) search(words []field, valued, recursive string, always bool, at place) {
	fs := operands(words, valued)
	flags := words
	if always {
		flags = beforeDashes(words)
	}
	_, byFlag := flagValue(flags, "-e --regexp -f --file")
	if always && hasFlag(flags, "--files") {
		byFlag = true
	}
	if !byFlag {
		fs = fs[min(1, len(fs)):]
	}
	if f, ok := flagValue(flags, "-f --file"); ok {
		w.touch(f, kindRead, at)
	}
	if always || hasFlag(words, recursive) {
		fs = filesOnly(fs)
	}
	w.touchAll(fs, kindRead, at)
}

// query reports the files of jq FILTER f and yq.
func (w *walker) query(p program, at place) {
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
	w.touchAll(fs, kind, at)
}

func awkInPlace(words []field) bool {
	for i, f := range words {
		if f.text == "-iinplace" || f.text == "-i" && i+1 < len(words) && words[i+1].text == "inplace" {
			return true
		}
	}
	return false
}

func (w *walker) awk(words []field, at place) {
	fs := operands(words, "-F -v -f -i --assign --field-separator --file --include")
	if f, ok := flagValue(words, "-f --file"); ok {
		w.touch(f, kindRead, at)
	} else {
		fs = fs[min(1, len(fs)):]
	}
	kind := kindRead
	if awkInPlace(words) {
		kind = kindEdit
	}
	for _, f := range fs {
		if !isAssignment(f.text) {
			w.touch(f, kind, at)
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

func (w *walker) sed(words []field, at place) {
	kind := kindRead
	if sedInPlace(words) {
		kind = kindEdit
	}
	var fs []field
	script := false
	for i := 0; i < len(words); i++ {
		s := words[i].text
		switch {
		case s == "--":
			fs = append(fs, words[i+1:]...)
			i = len(words)
		case s == "-e" || s == "--expression" || s == "-f" || s == "--file" || s == "-ne" || s == "-Ee" || s == "-re" || s == "-nEe" || s == "-ie":
			script = script || s != "-ie"
			if s != "-ie" {
				i++
			}
		case strings.HasPrefix(s, "--expression=") || strings.HasPrefix(s, "--file=") || strings.HasPrefix(s, "-e") || strings.HasPrefix(s, "-f"):
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
	if !script {
		fs = fs[min(1, len(fs)):]
	}
	w.touchAll(fs, kind, at)
}
