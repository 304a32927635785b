package shell

import (
	"slices"
	"strings"
)

// homes are the expressions for the home directory in the languages that are read, as their tokens are written.
var homes = [...][]string{
	pythonCode:     {"Path.home()", "pathlib.Path.home()", `os.environ["HOME"]`, `environ["HOME"]`, `os.environ.get("HOME")`, `os.getenv("HOME")`, `getenv("HOME")`},
	javaScriptCode: {"os.homedir()", "homedir()", `require("os").homedir()`, `require("node:os").homedir()`, "process.env.HOME", `process.env["HOME"]`},
	perlLikeCode:   {"Dir.home", `ENV["HOME"]`, `ENV.fetch("HOME")`, `getenv("HOME")`, `$ENV{HOME}`, `$_SERVER["HOME"]`},
	goCode:         {`os.Getenv("HOME")`},
	otherCode:      {`homedir()`, `System.getProperty("user.home")`, `System.user_home()`},
}

// homeExpression returns the home directory if an expression for it begins at token i, and the index of the token after it.
func (r *codeReader) homeExpression(i int) (string, int) {
	if r.home == "" {
		return "", i
	}
	for _, expression := range homes[r.lang] {
		end := i
		for rest := expression; end < len(r.toks); end++ {
			text := r.toks[end].text
			if r.toks[end].kind == 's' {
				text = `"` + text + `"`
			}
			var ok bool
			if rest, ok = strings.CutPrefix(rest, text); !ok || text == "" {
				break
			}
			if rest == "" {
				return r.home, end + 1
			}
		}
	}
	return "", i
}

// A listed is a path expression whose value is any of the files that match a pattern.
type listed struct {
	path      string
	recursive bool
	whole     bool    // they are all that is in a folder
	names     []field // or the files of a literal list
}

// maxListed is how many tokens such an expression has at most: LIST.each is read from its end.
const maxListed = 32

// patterns are the functions that list the files that match the pattern which they are given.
var patterns = []string{"glob", "iglob", "rglob", "globSync", "wildcard"}

// listings are the functions that list what is in the folder which they are given, or are a method of.
const listings = "iterdir listdir scandir readdirSync children each_child"

// list returns the pattern of the files that the expression at token i lists, and the index of the token after it: Path("d").glob("*.a"),
// glob.glob("*.a"), Dir["*.a"], Dir.glob("*.a"), fs.globSync("*.a"), glob "*.a", os.listdir("d"), or a variable that has such a value.
func (r *codeReader) list(i int) (pattern listed, end int, ok bool) {
	if words, isList, end := r.stringWords(i); isList && len(words) > 0 {
		return listed{path: words[0].text, names: words}, end, !slices.ContainsFunc(words, field.hasUnknown)
	}
	dir, at := r.path(i)
	if dir == "" {
		at = i
		for at+1 < len(r.toks) && r.toks[at].kind == 'n' && r.isSign(at+1, ".") {
			at += 2
		}
	} else if r.isSign(at, ".") {
		at++
	}
	if at < len(r.toks) && has(listings, r.toks[at].text) && r.isSign(at+1, "(") {
		folder, end := r.path(at + 2)
		if folder == "" {
			folder, end = dir, at+2
		}
		return listed{path: folder + "/*", whole: true}, end + 1, folder != "" && r.isSign(end, ")")
	}
	if i < len(r.toks) && r.toks[i].kind == 'n' && r.lists[r.toks[i].text+"[]"].path != "" {
		return r.lists[r.toks[i].text+"[]"], i + 1, true
	}
	if r.isName(at, "Dir") && r.isSign(at+1, "[") {
		at++
	} else if at >= len(r.toks) || r.toks[at].kind != 'n' || !slices.Contains(patterns, r.toks[at].text) {
		return listed{}, i, false
	}
	name, opened := r.toks[at].text, r.isSign(at+1, "(") || r.isSign(at, "[")
	if at++; opened && name != "[" {
		at++
	}
	if at >= len(r.toks) || r.toks[at].kind != 's' || r.toks[at].text == unknownMark {
		return listed{}, i, false
	}
	text := r.toks[at].text
	if end = at + 1; opened {
		for last := min(len(r.toks), end+maxListed); end < last && !r.isSign(end, ")") && !r.isSign(end, "]"); {
			end++
		}
		end++
	}
	before, base, deep := strings.Cut(text, "**/")
	if pattern.recursive = deep || name == "rglob"; deep {
		text = before + base
	}
	if dir != "" {
		text = joinedPath(dir, text)
	}
	pattern.path = text
	return pattern, end, !strings.Contains(base, "**")
}

// loop gives the variable of a loop over such a list its pattern: for p in LIST, for (const p of LIST), LIST.each { |p|,
// LIST.forEach(p =>. i is the index of the variable, or of the token "each".
func (r *codeReader) loop(i int) {
	name := ""
	from := i
	switch {
	case r.isName(i, "each") || r.isName(i, "forEach"):
		for from = i + 1; from < i+4 && (r.isSign(from, "{") || r.isSign(from, "(") || r.isSign(from, "|") || r.isName(from, "do")); {
			from++
		}
		if from >= len(r.toks) || r.toks[from].kind != 'n' {
			return
		}
		name = r.toks[from].text
		for from = i - 1; from > max(0, i-maxListed) && r.toks[from].kind != 'l' && !r.isSign(from, ";"); from-- {
			if _, end, ok := r.list(from); ok && r.isSign(end, ".") && end == i-1 {
				break
			}
		}
	default:
		for r.isName(from, "const") || r.isName(from, "let") || r.isName(from, "var") || r.isSign(from, "(") || r.isName(from, "await") {
			from++
		}
		if from+2 >= len(r.toks) || r.toks[from].kind != 'n' || !r.isName(from+1, "in") && !r.isName(from+1, "of") {
			return
		}
		name = r.toks[from].text
		from += 2
	}
	if r.isName(from, "sorted") || r.isName(from, "list") {
		from += 2
	}
	if pattern, _, ok := r.list(from); ok {
		r.lists[name] = pattern
	}
}

// named returns the list that an expression at token i takes its value from: its variable is that of a loop, also of one that follows
// in a comprehension, [rmtree(p) for p in LIST].
func (r *codeReader) named(i int) (pattern listed, ok bool) {
	depth := 0
	for end := min(len(r.toks), i+maxListed); i < end && depth >= 0 && r.toks[i].kind != 'l'; i++ {
		name := r.toks[i].text
		switch {
		case r.isSign(i, "("):
			depth++
		case r.isSign(i, ")"):
			depth--
		case r.toks[i].kind == 'n' && !r.isSign(i-1, "."):
			if pattern, ok = r.lists[name]; ok {
				if end := ending(r, i); pattern.whole && end != "" {
					pattern.path, pattern.whole = pattern.path+end, false // d/* becomes d/*.log
				}
				return pattern, !pattern.whole || !r.chooses(i)
			}
			for j := i + 1; j < end && r.toks[j].kind != 'l' && r.lang == pythonCode; j++ {
				if r.isName(j, "for") && r.isName(j+1, name) {
					pattern, _, ok = r.list(j + 3)
					return pattern, ok && !r.chooses(end)
				}
			}
		}
	}
	return listed{}, false
}

// chooses reports whether a condition before token i may leave out some of what a folder holds: one that asks only whether it is a file
// or a folder leaves out none.
func (r *codeReader) chooses(i int) bool {
	for j := max(0, i-maxListed); j < min(i, len(r.toks)); j++ {
		if !r.isName(j, "if") && !r.isName(j, "unless") && !r.isName(j, "continue") && !r.isName(j, "filter") {
			continue
		}
		kind := slices.ContainsFunc(r.toks[j:min(len(r.toks), j+8)], func(t token) bool {
			return has("is_dir is_file isdir isfile isDirectory isFile exists islink is_symlink", t.text)
		})
		if !kind {
			return true
		}
	}
	return false
}

// ending returns the end of the names that a condition before token i lets pass, "" if it says anything else as well: if p.endswith(".log"),
// if p.suffix == ".log".
func ending(r *codeReader, i int) (text string) {
	for j := max(0, i-maxListed); j < min(i, len(r.toks)); j++ {
		switch t := r.toks[j].text; {
		case has("not or and continue next unless", t) || has("! || &&", t):
			return ""
		case r.isName(j, "if") && text != "":
			return "" // the condition of something else
		case has("endswith endsWith end_with? suffix extname", t):
			for k := j + 1; k < min(j+4, i); k++ {
				if r.toks[k].kind == 's' && strings.HasPrefix(r.toks[k].text, ".") {
					text = r.toks[k].text
				}
			}
		}
	}
	return text
}

// deletesListed records a call that deletes what is in a list: os.remove(p) and p.unlink() in a loop over it, unlink(glob("*.a")),
// map(os.remove, glob("*.a")), array_map("unlink", glob("*.a")).
func (r *codeReader) deletesListed(does action, name string, i, first int) bool {
	method := r.lang == pythonCode && r.isSign(i-1, ".") && pathMethods[name] == deletes && i > 1
	pattern, passed, ok := captured(r, name, i, first)
	if ok {
		does = passed
	} else if has("map array_map array_walk", name) && first < len(r.toks) {
		key, after := dotted(r.toks[first:]), first+1
		if after += 2 * strings.Count(key, "."); key == "" {
			key = r.toks[first].text
		}
		does, first = r.lang.does(key, key), after+1
	}
	if first < len(r.toks) && r.toks[first].kind == 'o' && r.toks[first].text == "*" {
		first++ // of Ruby: File.delete(*Dir["*.a"])
	}
	switch {
	case method:
		pattern, ok = r.named(i - 2)
	case ok:
		ok = does == deletes || does == deletesTree
	case does != deletes && does != removes && does != removesTree && does != deletesTree:
	default:
		if pattern, ok = r.named(first); !ok && first < len(r.toks) && r.toks[first].kind == 'n' {
			pattern, _, ok = r.list(first)
		}
	}
	if !ok {
		return false
	}
	at := r.at
	at.tree = does == deletesTree || (does == removes || does == removesTree) && r.option(first, "recursive")
	r.rec.touchAll(pattern.names, kindDelete, at)
	if pattern.names != nil {
		return true
	}
	r.rec.touch(field{text: pattern.path, glob: true, matching: matching{match: true, recursive: pattern.recursive, hidden: true}}, kindDelete, at)
	return true
}

// captured returns the list to each of whose files a function is applied that is passed by its name, and what that does:
// Enum.each(LIST, &File.rm!/1), LIST |> Enum.each(&File.rm!/1).
func captured(r *codeReader, name string, i, first int) (pattern listed, does action, ok bool) {
	if r.lang != otherCode || !has("each map", name) {
		return listed{}, 0, false
	}
	at := first
	if !r.isSign(first, "&") {
		if pattern, at, ok = r.list(first); r.isSign(at, ",") {
			at++
		}
	}
	for from := i - 1; !ok && from > max(0, i-maxListed)-1 && from >= 0; from-- {
		list, end, found := r.list(from)
		for end < len(r.toks) && r.toks[end].kind == 'l' {
			end++
		}
		if ok = found && r.isSign(end, "|") && r.isSign(end+1, ">"); ok {
			pattern = list
		}
	}
	if !ok || !r.isSign(at, "&") {
		return listed{}, 0, false
	}
	key := dotted(r.toks[at+1:])
	return pattern, r.lang.does(key, key), true
}
