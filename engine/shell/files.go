package shell

import "strings"

// fileReporter reports the files that one simple command reads and changes, as far as its words
// name them. Each family of commands has a file of its own, with the prefix files_.
type fileReporter struct {
	// rec receives the touches and patches.
	rec *recorder
	// home is the home directory, "" if it is not known.
	home        string
	deletesOnly bool           // of what code does to files only deletions count
	children    []childCommand // commands started by code that is given to an interpreter
}

// report reports the files of p. input is its standard input, nil if that is the terminal's. at is
// the place of the touches.
func (r *fileReporter) report(p program, input *stream, at place) {
	if argv := commitsItself(p); argv != nil {
		r.children = []childCommand{{argv: argv, dir: at.dir}}
	}
	for _, code := range givenCommands(p, input) {
		r.children = append(r.children, childCommand{code: code, dir: at.dir})
	}
	if r.reads(p, input, at) || r.changes(p, input, at) {
		return
	}
	switch p.base {
	case "python", "pypy", "ipython":
		r.interpreter(p, input, at, pythonCode)
	case "perl", "ruby", "php", "lua", "luajit":
		r.interpreter(p, input, at, perlLikeCode)
	case "node", "bun", "deno", "tsx", "ts-node":
		r.interpreter(p, input, at, javaScriptCode)
	case "julia", "R", "Rscript", "jshell", "groovy", "scala", "scala-cli", "elixir", "iex", "mix", "swift", "racket", "guile", "emacs", "clojure", "clj", "bb", "crystal":
		r.interpreter(p, input, at, otherCode)
	case "git":
		r.git(p, input, at)
	default:
		if p.name == "go run" && input != nil && !strings.HasPrefix(input.text, unknownMark) {
			r.children = r.readCode(input.text, goCode, at) // go run - <<E
		}
		if !r.products(p, at) && !r.writtenScript(p, at) {
			r.formatter(p, at)
			r.lockFiles(p, at)
		}
	}
}

// writtenScript reports the files of a script that the line itself wrote earlier. It returns false
// if p is not one. Commands that the script starts are not reported, since they do not appear on
// the line.
func (r *fileReporter) writtenScript(p program, at place) bool {
	if len(r.rec.contents) == 0 {
		return false
	}
	path, _ := filePath(p.argv[0], at.dir)
	text, ok := r.rec.codeIn(path)
	if !ok || strings.Contains(text.text, unknownMark) {
		return false
	}
	switch suffix := path[strings.LastIndexByte(path, '.')+1:]; {
	case suffix == "py":
		r.readCode(text.text, pythonCode, at)
	case has("js mjs cjs ts", suffix):
		r.readCode(text.text, javaScriptCode, at)
	case has("pl rb php", suffix):
		r.readCode(text.text, perlLikeCode, at)
	default:
		return false
	}
	return true
}

// interpreter reports the files of code given to an interpreter, either as a word after a flag such
// as -c or on standard input.
func (r *fileReporter) interpreter(p program, input *stream, at place, lang language) {
	words := p.argv[1:]
	flags, last := "-c", "c"
	switch lang {
	case otherCode:
		flags, last = "-e -E --eval -eval --execute -c eval", ""
	case javaScriptCode:
		flags, last = "-e --eval -p --print -pe", ""
	case perlLikeCode:
		flags, last = "-e -E", "e"
		if p.base == "php" {
			flags, last = "-r", ""
		}
	}
	for i, f := range words {
		s := f.text
		if s == "eval" && p.base == "deno" || has(flags, s) || last != "" && isFlag(s) && !strings.ContainsRune("-WXIMr", rune(s[1])) && strings.HasSuffix(s, last) {
			if i+1 < len(words) {
				r.children = r.readCode(words[i+1].text, lang, at)
			}
			return
		}
		if s == "-" {
			break
		}
		if !isFlag(s) && !has("mix run", s) { // iex -S mix run -e
			return
		}
	}
	if input != nil && !strings.HasPrefix(input.text, unknownMark) {
		r.children = r.readCode(input.text, lang, at)
	}
}
