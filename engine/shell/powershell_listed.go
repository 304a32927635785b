package shell

import "strings"

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

// startedProcess returns the words of the command that Start-Process starts, nil if it is another cmdlet.
func startedProcess(argv []field) []field {
	if !has("start-process saps start", strings.ToLower(argv[0].text)) {
		return nil
	}
	p := parameters(argv[1:])
	program := p.values("filepath path", 0)
	if len(program) == 0 {
		return nil
	}
	given := p.values("argumentlist args", -1)
	if len(given) == 0 && len(p[""]) > 1 {
		given = p[""][1:]
	}
	words := program[:1:1]
	for _, f := range given {
		words = append(words, literalFields(strings.Fields(f.text))...)
	}
	return words
}
