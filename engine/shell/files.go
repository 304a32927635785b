package shell

import "strings"

// files reports the files that p reads and changes by what its words say.
func (w *walker) files(p program, input *string, at place) {
	if w.reads(p, input, at) || w.changes(p, input, at) {
		return
	}
	switch p.base {
	case "python", "pypy", "ipython":
		w.script(p, input, at, pythonCode)
	case "perl", "ruby", "php":
		w.script(p, input, at, scriptCode)
	case "node", "bun", "deno", "tsx", "ts-node":
		w.script(p, input, at, javaScriptCode)
	case "git":
		w.gitFiles(p, input, at)
	default:
		if !w.products(p, at) && !w.ownScript(p, at) {
			w.formatter(p, at)
			w.settled(p, at)
		}
	}
}

// ownScript reports what a script does to files that the line itself has written. It returns
// false if p is no such script.
func (w *walker) ownScript(p program, at place) bool {
	if len(w.contents) == 0 {
		return false
	}
	path, _ := filePath(p.line[0], at.dir)
	text, ok := w.contents[path]
	if !ok || strings.Contains(*text, unknownMark) {
		return false
	}
	switch suffix := path[strings.LastIndexByte(path, '.')+1:]; {
	case suffix == "py":
		w.code(*text, pythonCode, at)
	case has("js mjs cjs ts", suffix):
		w.code(*text, javaScriptCode, at)
	case has("pl rb php", suffix):
		w.code(*text, scriptCode, at)
	default:
		return false
	}
	w.spawned = nil // what a script starts is its own affair
	return true
}

// reads reports the files of the commands that show or search. It returns false if p is
// none of them. One that only counts or compares, as wc and cmp, scans a file: it shows
// nothing of it.
func (w *walker) reads(p program, input *string, at place) bool {
	all := func(valued string) bool {
		w.touchAll(operands(p.args, valued), kindRead, at)
		return true
	}
	switch p.base {
	case "cat", "tac", "rev", "strings", "more", "comm", "zcat", "view", "base64":
		return all("-w --wrap")
	case "wc", "cmp", "md5sum", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum", "b2sum", "cksum", "sum", "md5", "shasum", "file":
		w.touchAll(operands(p.args, "-n -i -a --algorithm --files0-from -m --magic-file -s -F --separator --bytes --ignore-initial"), kindScan, at)
		return true
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
	case "cut":
		return all("-d -f -c -b --delimiter --fields --characters --bytes --output-delimiter")
	case "uniq":
		fs := operands(p.args, "-f -s -w --skip-fields --skip-chars --check-chars")
		w.touchAll(fs[:min(1, len(fs))], kindRead, at)
		if len(fs) > 1 {
			w.touch(fs[1], kindWrite, at)
		}
		return true
	case "diff", "colordiff", "sdiff", "vimdiff":
		fs := operands(p.args, "-U -C -W -I -x -X -F --exclude --unified --context --label -L --width -n -i")
		if hasFlag(p.args, "-r --recursive") && len(filesOnly(fs)) < len(fs) {
			return true // folders
		}
		kind := kindRead
		if hasFlag(p.args, "-q --brief -s --report-identical-files") {
			kind = kindScan
		}
		w.touchAll(fs, kind, at)
		return true
	case "iconv":
		w.touchAll(operands(p.args, "-f -t -o --from-code --to-code --output"), kindRead, at)
		if f, ok := flagValue(p.args, "-o --output"); ok {
			w.touch(f, kindWrite, at)
		}
		return true
	case "shuf":
		w.touchAll(operands(p.args, "-n -o -i --head-count --output --input-range --random-source"), kindRead, at)
		if f, ok := flagValue(p.args, "-o --output"); ok {
			w.touch(f, kindWrite, at)
		}
		return true
	case "xxd", "hexdump":
		fs := operands(p.args, "-l -s -c -g -o -n -e -f")
		w.touchAll(fs[:min(1, len(fs))], kindRead, at)
		return true
	case "sort":
		fs, kind := operands(p.args, "-o --output -k --key -t --field-separator -S -T --parallel"), kindRead
		f, writes := flagValue(p.args, "-o --output")
		if writes || hasFlag(p.args, "-c --check -C") {
			kind = kindScan
		}
		w.touchAll(fs, kind, at)
		if writes {
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
		if len(fs) > 1 {
			w.touch(fs[1], kindWrite, at)
		}
		return true
	case "py_compile", "source":
		fs := operands(p.args, "")
		if p.base == "source" {
			fs = fs[:min(1, len(fs))]
		}
		w.touchAll(fs, kindScan, at)
		return true
	case "sqlite3":
		w.database(p, input, at)
		return true
	}
	return false
}

// scans reports whether a command shows nothing of its standard input.
func (c Command) scans() bool {
	switch c.Name {
	case "grep", "egrep", "fgrep":
		return showsNothing(fieldsOf(c.Args), "-e -f -A -B -C -m -d -D")
	}
	return has("wc cmp md5sum sha1sum sha256sum sha512sum cksum patch mysql psql sqlite3 mail", c.Name) || strings.HasPrefix(c.Name, "git apply")
}

// database reports the file of sqlite3, which orders on its line or its standard input change.
func (w *walker) database(p program, input *string, at place) {
	fs := operands(p.args, "-separator -newline -nullvalue -cmd -init -maxsize -mmap -vfs")
	if len(fs) == 0 || fs[0].text == ":memory:" {
		return
	}
	orders := strings.ToLower(joined(fs[1:]))
	if len(fs) == 1 && input != nil {
		orders = strings.ToLower(*input)
	}
	kind := kindRead
	if strings.Contains(orders, unknownMark) {
		kind, at.maybe = kindEdit, true
	}
	for _, order := range []string{"create ", "insert ", "update ", "delete ", "drop ", "alter ", "replace ", "vacuum", ".import", ".restore"} {
		if strings.Contains(orders, order) && !hasFlag(p.args, "-readonly") {
			kind = kindEdit
		}
	}
	w.touch(fs[0], kind, at)
}
