package shell

import (
	"slices"
	"strings"
)

// cmdlets are the names and aliases of cmdlets, in lower case, a cmdlet a line.
const cmdlets = `
get-content gc cat type
set-content sc
add-content ac
clear-content clc
out-file
tee-object tee
remove-item rm del ri erase rmdir rd
copy-item cp copy cpi
move-item mv move mi
rename-item ren rni
new-item ni
set-location cd sl chdir
select-string sls
get-childitem ls dir gci
write-output echo write
write-host
select-object select
where-object where ?
foreach-object %
get-location pwd gl
test-path
measure-object measure
sort-object sort
`

// cmdletName returns the full name of the cmdlet with the given name or alias, "" if it is a
// program.
func cmdletName(name string) string {
	name = strings.ToLower(name)
	if has("format-table format-list out-string out-null out-host get-item get-process get-command get-date resolve-path split-path join-path start-sleep", name) {
		return titleCase(name)
	}
	for names := range strings.Lines(cmdlets) {
		if all := strings.Fields(names); slices.Contains(all, name) {
			return titleCase(all[0])
		}
	}
	return ""
}

// titleCase returns the lower-case name of a cmdlet with its usual capitals.
func titleCase(s string) string {
	s = strings.NewReplacer("childitem", "childItem", "foreach", "forEach").Replace(s)
	parts := strings.Split(s, "-")
	for i, p := range parts {
		if p != "" {
			parts[i] = strings.ToUpper(p[:1]) + p[1:]
		}
	}
	return strings.Join(parts, "-")
}

// psParams are the arguments of a cmdlet by parameter name in lower case. Positional arguments have
// the name "".
type psParams map[string][]field

// parameters assigns the words of a cmdlet to its parameters.
func parameters(words []field) psParams {
	p := psParams{}
	for i := 0; i < len(words); i++ {
		s := words[i].text
		if !isFlag(s) || !isLetter(s[1]) {
			p[""] = append(p[""], splitList(words[i])...)
			continue
		}
		name, v, joined := strings.Cut(strings.ToLower(s[1:]), ":")
		switch {
		case joined:
			p[name] = append(p[name], field{text: v})
		case has("raw force recurse r f append a nonewline whatif confirm verbose wait noclobber quiet list simplematch casesensitive passthru s", name):
			p[name] = nil
		case i+1 < len(words):
			i++
			p[name] = append(p[name], splitList(words[i])...)
		}
	}
	return p
}

// splitList returns the elements of the list "a,b".
func splitList(f field) []field {
	if f.glob || !strings.Contains(f.text, ",") || strings.ContainsAny(f.text, " \n") {
		return []field{f}
	}
	return literalFields(strings.Split(f.text, ","))
}

// values returns the arguments of the first parameter in names that is given, or else the
// positional argument i.
func (p psParams) values(names string, i int) []field {
	for name, fs := range p {
		if name != "" && has(names, name) {
			return fs
		}
	}
	if i >= 0 && i < len(p[""]) {
		return p[""][i : i+1]
	}
	return nil
}

// has reports whether one of the parameters in names is given.
func (p psParams) has(names string) bool {
	for name := range p {
		if name != "" && has(names, name) {
			return true
		}
	}
	return false
}

// cmdlet records a cmdlet and the files it touches.
func (s *psSession) cmdlet(name string, words []field, sc scope, text string) outcome {
	inert := !has("Set-Content Add-Content Clear-Content Out-File Tee-Object Remove-Item Copy-Item Move-Item Rename-Item New-Item ForEach-Object", name)
	i := s.w.rec.command(Command{Name: name, Args: args(words), Dir: s.e.dir, Gates: s.before.succeeded, OutputHidden: sc.filtered, Inert: inert, Text: text})
	at := place{dir: s.e.dir, command: i, container: s.container}
	p := parameters(words)
	paths := p.values("path literalpath filepath pspath lp", 0)
	if !p.has("path literalpath filepath pspath lp") && has("Get-Content Remove-Item", name) {
		paths = p[""]
	}
	touch := func(fs []field, kind string) {
		for _, f := range fs {
			if f.text = toSlash(f.text); !holdsNoFiles(f.text) {
				s.w.rec.touch(f, kind, at)
			}
		}
	}
	switch name {
	case "Get-Content":
		touch(paths, kindRead)
	case "Set-Content", "Clear-Content":
		touch(paths, kindWrite)
	case "Add-Content":
		touch(paths, kindAppend)
	case "Out-File", "Tee-Object":
		kind := kindWrite
		if p.has("append a") {
			kind = kindAppend
		}
		touch(paths, kind)
	case "Get-ChildItem":
		s.listing = listedFiles(p)
	case "Where-Object", "Select-Object":
		for i := range s.listing {
			s.listing[i].subset = true
		}
	case "Remove-Item":
		at.tree = p.has("recurse r")
		if len(s.listing) > 0 && (len(paths) == 0 || paths[0].hasUnknown()) {
			paths = s.listing
		}
		touch(paths, kindDelete)
	case "Copy-Item", "Move-Item", "Rename-Item":
		s.transfer(name, paths, p.values("destination newname dest", 1), at)
	case "New-Item":
		kinds := p.values("itemtype type", -1)
		if len(kinds) > 0 && strings.EqualFold(kinds[0].text, "file") && (p.has("value") || p.has("force")) {
			touch(paths, kindWrite)
		}
	case "Select-String":
		touch(p.values("path literalpath", 1), kindRead)
	case "Set-Location":
		if len(paths) > 0 {
			target := paths[0]
			target.text = toSlash(target.text)
			s.e.chdir(target)
		}
	}
	o := outcome{ok: s.before.withSuccess(i), fail: s.before, exempt: unreachable, last: []int{i}}
	if name == "Write-Output" {
		o.prints = &stream{text: joinWords(words) + "\n"}
	}
	return o
}

// staticCall reports the file of a call of System.IO.File or System.IO.Directory, and the variable that one of System.Environment sets for the
// user, as setx does. words are its arguments, the first of which is the path.
func (s *psSession) staticCall(words psWord) {
	if s.staticMethod == "environment]::setenvironmentvariable" {
		s.w.command(append([]field{{text: "setx"}}, splitList(s.field(words))...), s.e, scope{external: true, nested: s.nested, container: s.container}, s.before, sourceText([]psWord{words}))
		return
	}
	of, method, _ := strings.Cut(s.staticMethod, "]::")
	name, _, _ := strings.Cut(s.field(words).text, ",")
	switch {
	case method == "delete" && (of == "io.file" || of == "io.directory"):
		s.w.command([]field{{text: "rm"}, {text: "-r"}, {text: toSlash(name)}}, s.e, scope{external: true, nested: s.nested, container: s.container}, s.before, sourceText([]psWord{words}))
		return
	case of != "io.file":
		return
	}
	kind := ""
	switch {
	case strings.HasPrefix(method, "write"):
		kind = kindWrite
	case strings.HasPrefix(method, "append"):
		kind = kindAppend
	case strings.HasPrefix(method, "read"):
		kind = kindRead
	default:
		return
	}
	s.w.rec.touch(field{text: toSlash(name)}, kind, place{dir: s.e.dir, command: s.w.rec.nextIndex() - 1, container: s.container})
}

// transfer reports the files of Copy-Item, Move-Item and Rename-Item, as cp and mv have them.
func (s *psSession) transfer(name string, sources, targets []field, at place) {
	if len(targets) == 0 {
		return
	}
	words := slices.Concat(sources, targets[:1])
	for i := range words {
		words[i].text = toSlash(words[i].text)
	}
	if name == "Rename-Item" && len(sources) > 0 {
		words[len(words)-1].text = parentDir(words[0].text) + "/" + words[len(words)-1].text
	}
	program := program{base: map[bool]string{true: "cp", false: "mv"}[name == "Copy-Item"], args: words}
	(&fileReporter{rec: &s.w.rec, home: s.w.home}).copyOrMove(program, at)
}

// listedFiles returns the pattern of the files that Get-ChildItem lists.
func listedFiles(p psParams) []field {
	dir, name, recursive := ".", "*", p.has("recurse r s")
	if fs := p.values("path literalpath", 0); len(fs) > 0 {
		dir = strings.TrimSuffix(toSlash(fs[0].text), "/")
	}
	if isGlob(dir) {
		dir, name = parentDir(dir), dir[strings.LastIndexByte(dir, '/')+1:]
	}
	if fs := p.values("filter include", -1); len(fs) > 0 {
		name = fs[0].text
	}
	return []field{{text: dir + "/" + name, glob: true, matching: matching{match: true, recursive: recursive, hidden: !recursive}}}
}
