package imports

import (
	"bufio"
	"go/parser"
	gotoken "go/token"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A goResolver resolves the imports of Go files. An import of a package is an edge to each
// of its files. The scanner is go/parser.
type goResolver struct {
	*tree
	mods     map[string]*goMod   // by path of the go.mod or go.work
	packages map[string][]string // directory to the files of its package
}

func (r *goResolver) edges(file, src string, add func(name, to string)) {
	syntax, _ := parser.ParseFile(gotoken.NewFileSet(), file, src, parser.ImportsOnly)
	if syntax == nil {
		return
	}
	for _, spec := range syntax.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		addAll(add, name, r.packageFiles(r.packageDir(filepath.Dir(file), name)))
	}
}

// packageFiles returns the files of the package in dir that can be imported: no tests, and
// no files with the constraint "ignore", which are run on their own. Other build
// constraints are not evaluated.
func (r *goResolver) packageFiles(dir string) []string {
	return memo(&r.packages, dir, func() []string {
		var files []string
		for _, name := range r.files(dir) {
			file := filepath.Join(dir, name)
			if strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") &&
				name[0] != '_' && name[0] != '.' && !hasIgnoreConstraint(file) {
				files = append(files, file)
			}
		}
		return files
	})
}

// hasIgnoreConstraint reports whether a Go file has the line "//go:build ignore" before
// its package clause.
func hasIgnoreConstraint(file string) bool {
	if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
		return false
	}
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

// packageDir returns the directory of the package that a file in dir imports by name, or
// "" if it is outside the project. The package belongs to the module with the longest
// matching path among the file's own, those of its workspace, and those replaced by a
// directory.
func (r *goResolver) packageDir(dir, name string) string {
	if len(name) > maxPath {
		return ""
	}
	ownDir, _ := r.nearest(dir, "go.mod")
	if ownDir == "" {
		return ""
	}
	own := r.mod(filepath.Join(ownDir, "go.mod"))
	modules := maps.Clone(own.replace) // path to directory
	_, workFile := r.nearest(dir, "go.work")
	if work := r.mod(workFile); slices.Contains(work.use, ownDir) {
		for _, d := range work.use {
			modules[r.mod(filepath.Join(d, "go.mod")).module] = d
		}
		maps.Copy(modules, work.replace)
	}
	modules[own.module] = ownDir
	for module := name; module != "." && module != "/"; module = path.Dir(module) {
		if d, ok := modules[module]; ok {
			return filepath.Join(d, strings.TrimPrefix(name, module))
		}
	}
	return ""
}

// A goMod holds the directives of a go.mod or go.work that locate modules.
type goMod struct {
	module  string
	use     []string          // absolute directories; only in a go.work
	replace map[string]string // module path to absolute directory
}

// mod reads a go.mod or go.work line by line and ignores what it does not know.
// golang.org/x/mod/modfile rejects a whole file for one directive of a newer Go, would save
// six lines here, and adds 127 kB to the program.
func (r *goResolver) mod(file string) *goMod {
	return memo(&r.mods, file, func() *goMod {
		mod := &goMod{replace: map[string]string{}}
		block := ""
		for line := range strings.Lines(r.text(file)) {
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
			mod.addDirective(filepath.Dir(file), fields)
		}
		return mod
	})
}

// addDirective adds one directive of a file in dir: "module m", "use ./a" or
// "replace m v1.0.0 => ../m".
func (mod *goMod) addDirective(dir string, fields []string) {
	for i, f := range fields {
		fields[i] = strings.Trim(f, "\"`")
	}
	switch {
	case len(fields) < 2:
	case fields[0] == "module":
		mod.module = fields[1]
	case fields[0] == "use":
		mod.use = append(mod.use, absolute(dir, fields[1]))
	case fields[0] == "replace":
		for i, f := range fields {
			if f == "=>" && i+1 < len(fields) && (isRelative(fields[i+1]) || filepath.IsAbs(fields[i+1])) {
				mod.replace[fields[1]] = absolute(dir, fields[i+1])
			}
		}
	}
}
