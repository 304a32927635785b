package imports

import (
	"encoding/json"
	"path/filepath"
	"strings"
)

// c adds the headers that a C, C++ or Objective-C file includes: beside it (if quoted),
// then below the root and the include and src folders above it, then where the
// compiler is told to look.
func (p *project) c(path, src string, add func(name, to string)) {
	l := lexer{syntax: syntax{cpp: true}, src: src}
	for {
		t := l.next()
		switch {
		case t.kind == end:
			return
		case t.kind != '#' || !t.first:
			continue
		}
		if d := l.next(); d.first || !d.is("include") && !d.is("import") && !d.is("include_next") {
			continue
		}
		before := l
		t = l.next()
		switch {
		case t.kind == str && !t.first:
			add(t.text, p.header(path, t.text, true))
		case t.kind == '<' && !t.first:
			rest := l.src[l.pos:]
			name, _, ok := strings.Cut(rest[:lineLen(rest)], ">")
			if ok {
				l.pos += len(name) + 1
				add(name, p.header(path, name, false))
			}
		default:
			l = before
		}
	}
}

func (p *project) header(path, name string, quoted bool) string {
	if filepath.IsAbs(name) {
		return p.first(filepath.Clean(name))
	}
	dir := filepath.Dir(path)
	if quoted {
		if to := p.first(filepath.Join(dir, name)); to != "" {
			return to
		}
	}
	for _, d := range []string{".", "include", "src"} {
		if to := p.first(filepath.Join(p.root, d, name)); to != "" {
			return to
		}
	}
	for d := range p.up(dir) {
		if to := p.first(filepath.Join(d, "include", name), filepath.Join(d, "src", name)); to != "" {
			return to
		}
	}
	for _, d := range p.includeFolders(path) {
		if to := p.first(filepath.Join(d, name)); to != "" {
			return to
		}
	}
	return ""
}

// compileFlags are the -I folders of a compile_commands.json.
type compileFlags struct {
	byFile map[string][]string // of a file that is compiled
	all    []string            // of all of them, each once: for headers
}

// maxCommands is the size in bytes of the largest compile_commands.json that is read.
const maxCommands = 4 << 20

func (p *project) includeFolders(path string) []string {
	if p.flags == nil {
		p.flags = &compileFlags{byFile: map[string][]string{}}
		file := p.first(filepath.Join(p.root, "compile_commands.json"), filepath.Join(p.root, "build", "compile_commands.json"))
		var commands []struct {
			Directory, File, Command string
			Arguments                []string
		}
		if file != "" {
			_ = json.Unmarshal(readFile(file, maxCommands), &commands)
		}
		seen := map[string]bool{}
		for _, c := range commands {
			base := absolute(p.root, c.Directory)
			arguments := c.Arguments
			if len(arguments) == 0 {
				arguments = strings.Fields(c.Command)
			}
			folders := includeFlags(base, arguments)
			p.flags.byFile[absolute(base, c.File)] = folders
			for _, d := range folders {
				if !seen[d] {
					seen[d] = true
					p.flags.all = append(p.flags.all, d)
				}
			}
		}
	}
	if folders, ok := p.flags.byFile[path]; ok {
		return folders
	}
	return p.flags.all
}

func includeFlags(base string, arguments []string) []string {
	var folders []string
	for i, arg := range arguments {
		for _, flag := range []string{"-I", "-isystem", "-iquote"} {
			d, ok := strings.CutPrefix(arg, flag)
			if ok && d == "" && i+1 < len(arguments) {
				d = arguments[i+1]
			}
			if d = strings.Trim(d, `"'`); ok && d != "" {
				folders = append(folders, absolute(base, d))
			}
		}
	}
	return folders
}

// absolute gives path, which may be relative to base.
func absolute(base, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(base, path)
}
