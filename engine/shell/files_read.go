package shell

import (
	"slices"
	"strings"
)

// reads reports the files of commands that print or search files. It returns false if p is not one
// of them. Commands that print nothing of the contents, such as wc and cmp, scan a file.
func (r *fileReporter) reads(p program, input *stream, at place) bool {
	all := func(valued string) bool {
		r.rec.touchAll(operands(p.args, valued), kindRead, at)
		return true
	}
	if has("cut sed awk grep", p.base) && showsNames(p.base+joinWords(p.args)) {
		fs := operands(p.args, "-d -f -F")
		if p.base != "cut" {
			fs = fs[min(1, len(fs)):] // the pattern
		}
		r.rec.touchAll(fs, kindScan, at)
		return true
	}
	switch p.base {
	case "cat", "tac", "rev", "strings", "more", "comm", "zcat", "view", "base64":
		return all("-w --wrap")
	case "wc", "cmp", "md5sum", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum", "b2sum", "cksum", "sum", "md5", "shasum", "file":
		r.rec.touchAll(operands(p.args, "-n -i -a --algorithm --files0-from -m --magic-file -s -F --separator --bytes --ignore-initial"), kindScan, at)
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
		r.rec.touchAll(operands(words, "-n -c --lines --bytes -s --pid"), kindRead, at)
		return true
	case "cut":
		return all("-d -f -c -b --delimiter --fields --characters --bytes --output-delimiter")
	case "uniq":
		fs := operands(p.args, "-f -s -w --skip-fields --skip-chars --check-chars")
		r.rec.touchAll(fs[:min(1, len(fs))], kindRead, at)
		if len(fs) > 1 {
			r.rec.touch(fs[1], kindWrite, at)
		}
		return true
	case "diff", "colordiff", "sdiff", "vimdiff":
		fs := operands(p.args, "-U -C -W -I -x -X -F --exclude --unified --context --label -L --width -n -i")
		if hasFlag(p.args, "-r --recursive") && len(filesOnly(fs)) < len(fs) {
			return true // they are folders
		}
		kind := kindRead
		if hasFlag(p.args, "-q --brief -s --report-identical-files") {
			kind = kindScan
		}
		r.rec.touchAll(fs, kind, at)
		return true
	case "iconv":
		r.rec.touchAll(operands(p.args, "-f -t -o --from-code --to-code --output"), kindRead, at)
		if f, ok := flagValue(p.args, "-o --output"); ok {
			r.rec.touch(f, kindWrite, at)
		}
		return true
	case "shuf":
		r.rec.touchAll(operands(p.args, "-n -o -i --head-count --output --input-range --random-source"), kindRead, at)
		if f, ok := flagValue(p.args, "-o --output"); ok {
			r.rec.touch(f, kindWrite, at)
		}
		return true
	case "xxd", "hexdump":
		fs := operands(p.args, "-l -s -c -g -o -n -e -f")
		r.rec.touchAll(fs[:min(1, len(fs))], kindRead, at)
		if p.base == "xxd" && len(fs) > 1 {
			r.rec.touch(fs[1], kindWrite, at)
		}
		return true
	case "sort":
		fs, kind := operands(p.args, "-o --output -k --key -t --field-separator -S -T --parallel"), kindRead
		f, writes := flagValue(p.args, "-o --output")
		if writes || hasFlag(p.args, "-c --check -C") {
			kind = kindScan
		}
		r.rec.touchAll(fs, kind, at)
		if writes {
			r.rec.touch(f, kindWrite, at)
		}
		return true
	case "grep", "egrep", "fgrep", "zgrep":
		r.grep(p.args, "-e -f --regexp --file -A -B -C -m --max-count --context --after-context --before-context --include --exclude --exclude-dir --color -d -D --label", "-r -R --recursive --dereference-recursive", false, at)
		return true
	case "rg", "ag", "ack":
		r.grep(p.args, "-e -f --regexp --file -A -B -C -m --max-count -g --glob --iglob -t --type -T --type-not -r --replace -d --max-depth -j --threads -M --max-columns --sort --sortr --context --after-context --before-context --color --colors --ignore-file --ignore -G --type-add -E --encoding --engine", "", true, at)
		return true
	case "jq", "yq", "gojq":
		r.jq(p, at)
		return true
	case "awk", "gawk", "mawk", "nawk":
		r.awk(p.args, at)
		return true
	case "sed", "gsed":
		sedReporter{r}.sed(p.args, at)
		return true
	case "json.tool":
		fs := operands(p.args, "--indent")
		r.rec.touchAll(fs[:min(1, len(fs))], kindRead, at)
		if len(fs) > 1 {
			r.rec.touch(fs[1], kindWrite, at)
		}
		return true
	case "py_compile", "source":
		fs := operands(p.args, "")
		if p.base == "source" {
			fs = fs[:min(1, len(fs))]
		}
		r.rec.touchAll(fs, kindScan, at)
		return true
	case "sqlite3":
		r.sqlite(p, input, at)
		return true
	}
	return false
}

// namesOnly are the beginnings of commands, without quotes and blanks, that show of lines NAME=VALUE only the names.
var namesOnly = []string{"cut-d=-f1", "cut-f1-d=", "seds/=.*/", "sed-ns/=.*//p", "sed-Es/=.*//", "awk-F={print$1}", "grep-o^[^=]*", "grep-oE^[^=]"}

// unquoted takes blanks and quotes away.
var unquoted = strings.NewReplacer(" ", "", "'", "", `"`, "")

// keysOnly are the ends of filters, without blanks, by which jq shows of what it reads only names, or how many there are.
var keysOnly = []string{"keys", "keys[]", "keys_unsorted", "keys_unsorted[]", "to_entries[].key", "length"}

// showsKeys reports whether jq is given a filter that shows only the names in what it reads.
func (c Command) showsKeys() bool {
	fs := operands(literalFields(c.Args), "--arg --argjson --slurpfile --rawfile --indent -L")
	if len(fs) == 0 {
		return false
	}
	filter := unquoted.Replace(fs[0].text)
	return slices.ContainsFunc(keysOnly, func(end string) bool {
		return filter == end || strings.HasSuffix(filter, "|"+end) || end[0] == 't' && strings.HasSuffix(filter, "."+end)
	})
}

// showsNames reports whether a command shows of lines NAME=VALUE only the names, with a literal in place of the value if it is sed. What
// sed puts there with & or \0 is the value.
func showsNames(text string) bool {
	if !strings.Contains(text, "=") || len(text) > 100 {
		return false
	}
	bare := unquoted.Replace(text)
	if strings.HasPrefix(bare, "sed") && strings.ContainsAny(bare, "&\\") {
		return false
	}
	return slices.ContainsFunc(namesOnly, func(begin string) bool { return strings.HasPrefix(bare, begin) })
}

// ShowsNames reports whether the command prints nothing of its standard input but the names in lines NAME=VALUE, or counts.
func (c Command) ShowsNames() bool { return c.scansInput() }

// scansInput reports whether the command prints nothing of its standard input.
func (c Command) scansInput() bool {
	switch c.Name {
	case "grep", "egrep", "fgrep":
		return printsNoLines(literalFields(c.Args), "-e -f -A -B -C -m -d -D")
	case "jq", "yq", "gojq":
		return c.showsKeys()
	}
	return has("wc cmp md5sum sha1sum sha256sum sha512sum cksum patch mysql psql sqlite3 mail", c.Name) || showsNames(c.Text) || strings.HasPrefix(c.Name, "git apply")
}

// sqlite reports the database of sqlite3 as edited if the SQL on its command line or standard input
// contains a statement that changes it, and otherwise as read.
func (r *fileReporter) sqlite(p program, input *stream, at place) {
	fs := operands(p.args, "-separator -newline -nullvalue -cmd -init -maxsize -mmap -vfs")
	if len(fs) == 0 || fs[0].text == ":memory:" {
		return
	}
	orders := strings.ToLower(joinWords(fs[1:]))
	if len(fs) == 1 && input != nil {
		orders = strings.ToLower(input.text)
	}
	kind := kindRead
	if strings.Contains(orders, unknownMark) {
		kind, at.conditional = kindEdit, true
	}
	for _, order := range []string{"create ", "insert ", "update ", "delete ", "drop ", "alter ", "replace ", "vacuum", ".import", ".restore"} {
		if strings.Contains(orders, order) && !hasFlag(p.args, "-readonly") {
			kind = kindEdit
		}
	}
	r.rec.touch(fs[0], kind, at)
}
