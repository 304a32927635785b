package imports

import (
	"bufio"
	"go/parser"
	gotoken "go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// golang adds an edge to every file of each package that a Go file imports.
func (p *project) golang(file, src string, add func(name, to string)) {
	tree, _ := parser.ParseFile(gotoken.NewFileSet(), file, src, parser.ImportsOnly)
	if tree == nil {
		return
	}
	for _, spec := range tree.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		var files []string
		if dir := p.goFolder(filepath.Dir(file), name); dir != "" {
			files = p.goPackage(dir)
		}
		if len(files) == 0 {
			add(name, "")
		}
		for _, to := range files {
			add(name, to)
		}
	}
}

// goPackage gives the files of the package in dir that an import takes in: no tests,
// and none that is run by itself ("//go:build ignore").
func (p *project) goPackage(dir string) []string {
	return memo(&p.gopackages, dir, func() []string {
		var files []string
		for _, name := range p.sorted(dir, false) {
			file := filepath.Join(dir, name)
			if strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") &&
				name[0] != '_' && name[0] != '.' && !goIgnored(file) {
				files = append(files, file)
			}
		}
		return files
	})
}

// goIgnored reports whether a file says before its package clause that no build
// takes it in.
func goIgnored(file string) bool {
	f, err := os.Open(file)
	if err != nil {
		return false
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		line := strings.TrimSpace(lines.Text())
		if line == "//go:build ignore" || strings.HasPrefix(line, "package ") {
			return line == "//go:build ignore"
		}
	}
	return false
}

// A gomod is what a go.mod or go.work says of the folders in which modules lie.
type gomod struct {
	module  string
	use     []string          // absolute folders; of a go.work
	replace map[string]string // module to absolute folder
}

// goFolder gives the folder of a package that a file in dir imports, "" if the project
// does not hold it: it belongs to the module with the longest fitting name among the
// file's own, those of the workspace, and those replaced by a folder.
func (p *project) goFolder(dir, name string) string {
	if len(name) > maxPath {
		return ""
	}
	modules := map[string]string{}
	folder, _ := p.nearest(dir, "go.mod")
	if folder == "" {
		return ""
	}
	own := p.gomod(filepath.Join(folder, "go.mod"))
	for module, d := range own.replace {
		modules[module] = d
	}
	if _, file := p.nearest(dir, "go.work"); file != "" {
		work := p.gomod(file)
		if !slices.Contains(work.use, folder) {
			work = &gomod{}
		}
		for _, d := range work.use {
			modules[p.gomod(filepath.Join(d, "go.mod")).module] = d
		}
		for module, d := range work.replace {
			modules[module] = d
		}
	}
	modules[own.module] = folder
	for module := name; module != "." && module != "/"; module = path.Dir(module) {
		if d, ok := modules[module]; ok {
			return filepath.Join(d, strings.TrimPrefix(name, module))
		}
	}
	return ""
}

// gomod reads a go.mod or a go.work.
func (p *project) gomod(file string) *gomod {
	return memo(&p.gomods, file, func() *gomod {
		mod := &gomod{replace: map[string]string{}}
		block := ""
		for line := range strings.Lines(p.text(file)) {
			line, _, _ = strings.Cut(line, "//")
			fields := strings.Fields(line)
			switch {
			case len(fields) == 0:
				continue
			case block != "" && fields[0] == ")":
				block = ""
				continue
			case block != "":
				fields = append([]string{block}, fields...)
			case len(fields) == 2 && fields[1] == "(":
				block = fields[0]
				continue
			}
			mod.directive(filepath.Dir(file), fields)
		}
		return mod
	})
}

// directive takes in one line: "module m", "use ./a", "replace m v1.0.0 => ../m".
func (mod *gomod) directive(dir string, fields []string) {
	for i, f := range fields {
		fields[i] = strings.Trim(f, "\"`")
	}
	local := func(path string) string {
		if filepath.IsAbs(path) {
			return filepath.Clean(path)
		}
		return filepath.Join(dir, path)
	}
	switch {
	case len(fields) < 2:
	case fields[0] == "module":
		mod.module = fields[1]
	case fields[0] == "use":
		mod.use = append(mod.use, local(fields[1]))
	case fields[0] == "replace":
		for i, f := range fields {
			if f == "=>" && i+1 < len(fields) && (isRelative(fields[i+1]) || filepath.IsAbs(fields[i+1])) {
				mod.replace[fields[1]] = local(fields[i+1])
			}
		}
	}
}
