package shell

import (
	"slices"
	"strings"
)

// find walks find or fd together with the commands of its -exec or -x actions. It returns false if
// there are none.
func (w *walker) find(argv []field, e *env, sc scope, st state, text string) (outcome, bool) {
	fd := programName(argv[0]) != "find"
	exec := func(flag string) bool {
		return fd && isExecOfFd(flag) || !fd && has("-exec -ok -execdir -okdir", flag)
	}
	if !slices.ContainsFunc(argv, func(f field) bool { return exec(f.text) }) {
		return outcome{}, false
	}
	o := w.reportCommand(argv, e, sc, st, text)
	after := []state{o.ok}
	sc.external, sc.input = true, nil
	// The names of the commands run by find are its patterns, or without patterns its folders.
	words := []field{argv[0]}
	for i := 1; i+1 < len(argv); i++ {
		if has("-name -iname -path -ipath -wholename", argv[i].text) && !has("! -not", argv[i-1].text) {
			words = append(words, argv[i+1])
		}
	}
	if fd {
		words = argv[:1:1]
		if named := operands(argv[1:slices.IndexFunc(argv, func(f field) bool { return exec(f.text) })], fdValued); len(named) > 1 {
			words = append(words, named[1:]...)
		}
	} else if len(words) == 1 {
		words = argv[:1+max(0, slices.IndexFunc(argv[1:], func(f field) bool { return isFlag(f.text) || has("( !", f.text) }))]
	}
	sc.names = w.names(words, program{dir: e.dir}, sc)
	for i, n := range sc.names {
		if !n.Glob && strings.ContainsAny(n.Path, "*?[") {
			sc.names[i].Glob, sc.names[i].Hidden = true, true // find expands the pattern itself
		}
	}
	files := []field{{text: unknownMark}}
	results := findResults
	if fd {
		results = fdResults
	}
	if fs := results(argv[1:]); fs != nil {
		files = fs
	}
	for i := 1; i < len(argv); i++ {
		flag := argv[i].text
		if !exec(flag) {
			continue
		}
		end := i + 1
		for end < len(argv) && argv[end].text != ";" && argv[end].text != "+" {
			end++
		}
		if end == i+1 {
			continue
		}
		where := e
		if strings.HasSuffix(flag, "dir") {
			// -execdir runs in the folder of the file found.
			where = e.clone()
			where.dir = ""
		}
		run := w.rec.repeat(len(files), func(iteration int) outcome {
			inner, where := argv[i+1:end], where
			if fd {
				inner = w.expander.replacePlaceholders(inner, files[iteration])
			} else {
				inner, where = w.expander.replaceInCode(inner, "{}", files[iteration], where)
			}
			return w.command(inner, where, sc, st, text)
		})
		if end < len(argv) && argv[end].text == "+" {
			after = append(after, run.ok)
		}
		i = end
	}
	return outcome{ok: union(after...), fail: st, exempt: unreachable, last: o.last}, true
}

// findResults returns the files that find with the arguments words finds, as patterns. It returns
// nil if they cannot be expressed so. The fields are marked as subset if conditions other than the
// name apply.
func findResults(words []field) []field {
	var roots []field
	for len(words) > 0 && !isFlag(words[0].text) && !has("( ! ;", words[0].text) {
		if !words[0].known() {
			return nil
		}
		roots = append(roots, words[0])
		words = words[1:]
	}
	var names []string
	recursive, subset, onlyFiles := true, false, false
	excluding, chosen := false, false // conditions that leave names out, and others
	for i := 0; i < len(words); i++ {
		next := ""
		if i+1 < len(words) {
			next = words[i+1].text
		}
		switch s := words[i].text; {
		case s == "-type" && next == "f":
			onlyFiles = true
			i++
		case s == "-type" && next == "d":
			subset, chosen = true, true
			i++
		case s == "-type":
			return nil
		case s == "-maxdepth" && next == "1":
			recursive = false
			i++
		case has("-name -iname", s) && next != "" && !words[i+1].hasUnknown():
			names = append(names, next)
			i++
		case has("! -not", s) && next == "-path" && i+2 < len(words) && (strings.Contains(words[i+2].text, ".git") || strings.Contains(words[i+2].text, "node_modules")):
			i += 2 // these folders are excluded anyway
			excluding = true
		case has("-print -print0 -delete -o -or ( )", s):
		case has("-exec -execdir -ok -okdir", s):
			for i < len(words) && words[i].text != ";" && words[i].text != "+" {
				i++
			}
		case has("! -not", s) && i+2 < len(words):
			subset = true
			excluding = excluding || has("-name -iname -path -ipath -wholename", next)
			chosen = chosen || !has("-name -iname -path -ipath -wholename", next)
			i += 2
		case has("-maxdepth -mindepth", s):
			subset = true
			i++
		case has("-newer -mtime -mmin -ctime -size -path -wholename -ipath -iwholename -regex -iregex -user -perm -newermt -atime", s):
			subset, chosen = true, true
			i++
		case has("-prune -empty -executable -readable -writable", s):
			subset, chosen = true, true
		case has("-a -and", s):
			subset = true
		default:
			return nil
		}
	}
	if len(names) == 0 {
		switch names = []string{"*"}; {
		case excluding && !chosen: // everything but some
			subset = true
		case !onlyFiles:
			names, subset = nameOfPath(words), true
		}
	}
	if len(roots) == 0 {
		roots = []field{{text: "."}}
	}
	var fs []field
	for _, r := range roots {
		for _, name := range names {
			if strings.Contains(name, "/") {
				return nil
			}
			fs = append(fs, field{text: strings.TrimSuffix(r.text, "/") + "/" + name, glob: true, matching: matching{match: true, hidden: !recursive, recursive: recursive, subset: subset}})
		}
	}
	return fs
}

// nameOfPath returns the last name in the pattern of the only -path or -regex of find, that of a file or of a folder, nil if it is
// no more than a wildcard: settings.json of */.claude/settings.json, and .claude of */.claude/*.
func nameOfPath(words []field) []string {
	name := ""
	for i := 1; i < len(words); i++ {
		isRegexp := has("-regex -iregex", words[i-1].text)
		if !isRegexp && !has("-path -wholename -ipath -iwholename", words[i-1].text) {
			continue
		}
		if name != "" || words[i].hasUnknown() || i > 1 && has("! -not", words[i-2].text) {
			return nil
		}
		path, ok := words[i].text, true
		if isRegexp {
			path, ok = globOfRegexp("^" + path + "$")
		}
		if !ok {
			return nil
		}
		for part := range strings.SplitSeq(path, "/") {
			if strings.Trim(part, "*.") != "" {
				name = part
			}
		}
	}
	if name == "" {
		return nil
	}
	return []string{name}
}
