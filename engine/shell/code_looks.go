package shell

import "strings"

// lookingModules names, for each language, the modules of its own library that load nothing of a project, start no program and
// send nothing. A name that projects give to files of their own, such as token or calendar, is not
// among them. os and process are, for what they tell: what they change or start is known by its name.
var lookingModules = [...]string{
	pythonCode: "__future__ abc argparse ast base64 bisect codecs collections configparser copy csv dataclasses datetime decimal difflib enum fnmatch fractions functools" +
		" getpass glob gzip hashlib heapq html inspect io itertools json keyword locale math mimetypes operator os pathlib plistlib posixpath pprint random re shlex stat" +
		" string struct sys textwrap time tokenize tomllib tomli toml typing unicodedata urllib.parse uuid xml yaml zipfile zlib zoneinfo",
	javaScriptCode: "assert buffer crypto fs fs/promises os path process querystring string_decoder url util zlib",
	perlLikeCode:   "",
	goCode:         "",
	otherCode:      "",
}

// loadingNames are the names in code by which more is loaded, run or sent than its imports say.
const loadingNames = "exec eval compile __import__ import_module importlib runpy run_path system popen Popen subprocess kill fetch Function vm use require do qx readpipe syscall"

// onlyLooks reports whether code that an interpreter is given on the line loads nothing but modules of the language's own library that
// look at files and texts, and has no name by which it would change a file or start something. It tries nothing of the
// project out: what it says of a program it has read, not run.
func onlyLooks(p program, input *stream, literals, identifiers []string) bool {
	code, lang, given := inlineCode(p, input)
	if !given {
		return false
	}
	if alters, _, starts := (Command{Name: p.name, Literals: literals, Identifiers: identifiers}).CodeDoes(); alters || starts {
		return false
	}
	toks := tokens(code, lang)
	for i, t := range toks {
		next := token{}
		if i+1 < len(toks) {
			next = toks[i+1]
		}
		switch {
		case t.kind != 'n':
		case lang == pythonCode && t.text == "from":
			if !looks(lang, dotted(toks[i+1:])) {
				return false
			}
		case lang == pythonCode && t.text == "import" && !importsFrom(toks[:i]):
			if !looksAll(toks[i+1:]) {
				return false
			}
		case lang == javaScriptCode && has("from import require", t.text):
			if next.text == "(" && i+2 < len(toks) {
				next = toks[i+2]
			}
			if next.kind == 's' && !looks(lang, strings.TrimPrefix(next.text, "node:")) || t.text == "require" && next.kind != 's' {
				return false
			}
		case has(loadingNames, t.text):
			return false
		}
	}
	return lang != perlLikeCode || filters(p.args) && !strings.ContainsAny(code, "`|")
}

// filters reports whether perl runs its code for each line that it reads, and changes no file in place: perl -ne, -0777pe.
func filters(args []field) bool {
	loops := false
	for _, f := range args {
		if !isFlag(f.text) || strings.ContainsAny(f.text, "iIM") {
			break
		}
		loops = loops || strings.ContainsAny(f.text, "np")
		if strings.HasSuffix(f.text, "e") {
			return loops
		}
	}
	return false
}

// inlineCode returns the code that an interpreter is given by a flag or on its standard input, and false if it is given none or
// one that is not known.
func inlineCode(p program, input *stream) (code string, lang language, given bool) {
	flags := ""
	switch {
	case has("python pypy", p.base):
		flags = "-c"
	case has("node bun", p.base):
		lang, flags = javaScriptCode, "-e --eval -p --print -pe"
	case p.base == "perl":
		lang, flags = perlLikeCode, ""
	default:
		return "", 0, false
	}
	for i, f := range p.args {
		isCode := has(flags, f.text) || lang == perlLikeCode && isFlag(f.text) && strings.HasSuffix(f.text, "e")
		switch {
		case isCode && i+1 < len(p.args):
			code = p.args[i+1].text
			return code, lang, !strings.Contains(code, unknownMark)
		case !isFlag(f.text) && f.text != "-":
			return "", lang, false
		}
	}
	if input == nil || input.text == "" || strings.Contains(input.text, unknownMark) {
		return "", lang, false
	}
	return input.text, lang, true
}

// looks reports whether a module only looks.
func looks(lang language, module string) bool {
	first, _, _ := strings.Cut(module, ".")
	return has(lookingModules[lang], module) || has(lookingModules[lang], first)
}

// looksAll reports whether all modules of an import statement of Python's only look: a, b.c as d.
func looksAll(toks []token) bool {
	for i := 0; i < len(toks) && toks[i].kind == 'n'; i++ {
		module := dotted(toks[i:])
		if !looks(pythonCode, module) {
			return false
		}
		for i < len(toks) && toks[i].kind != 'l' && toks[i].text != ";" && toks[i].text != "," {
			i++
		}
		if i == len(toks) || toks[i].text != "," {
			break
		}
	}
	return true
}

// importsFrom reports whether the statement whose last tokens are toks is "from module".
func importsFrom(toks []token) bool {
	for i := len(toks) - 1; i >= 0 && toks[i].kind != 'l' && toks[i].text != ";"; i-- {
		if toks[i].kind == 'n' && toks[i].text == "from" {
			return true
		}
	}
	return false
}

// dotted returns the dotted name that toks begin with.
func dotted(toks []token) string {
	var b strings.Builder
	for i, t := range toks {
		if isName := i%2 == 0; isName && t.kind != 'n' || !isName && t.text != "." {
			break
		}
		b.WriteString(t.text)
	}
	return b.String()
}
