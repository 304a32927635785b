package imports

import (
	"path/filepath"
	"strings"
)

// omittedPackage returns the common root package that the directories of a Kotlin module
// leave out: if the files of org.acme.data are in src/main/kotlin/data, it is org.acme.
func omittedPackage(roots []string, dir, pkg string) string {
	const separator = string(filepath.Separator)
	for _, root := range roots {
		below, ok := strings.CutPrefix(dir+separator, root+separator)
		if !ok || filepath.Base(root) != "kotlin" {
			continue
		}
		if below == "" {
			return pkg
		}
		inner := strings.ReplaceAll(separator+strings.TrimSuffix(below, separator), separator, ".")
		outer, _ := strings.CutSuffix(pkg, inner)
		if outer != pkg {
			return outer
		}
	}
	return ""
}

// sourceRoots returns the directories in which a file looks for packages: its own root,
// the project's, and the source directories of all modules in the layout of Gradle and
// Maven. A file outside tests does not see tests.
func (r *javaResolver) sourceRoots(path, pkg string) []string {
	if r.sources == nil {
		r.listSources()
	}
	own := filepath.Dir(path)
	if pkg != "" {
		suffix := string(filepath.Separator) + filepath.Join(strings.Split(pkg, ".")...)
		own = strings.TrimSuffix(own, suffix)
	}
	roots := []string{own}
	for _, root := range r.sources {
		if root != own && (isTestRoot(own) || !isTestRoot(root)) {
			roots = append(roots, root)
		}
	}
	return roots
}

func (r *javaResolver) listSources() {
	r.sources = []string{r.root}
	for _, module := range r.modulesWithSrc() {
		src := filepath.Join(module, "src")
		r.sources = append(r.sources, src)
		for _, set := range r.subdirs(src) {
			for _, lang := range []string{"java", "kotlin"} {
				if dir := filepath.Join(src, set, lang); r.isDir(dir) {
					r.sources = append(r.sources, dir)
				}
			}
		}
	}
	r.topDirs = map[string]bool{}
	for _, source := range r.sources {
		for _, name := range r.subdirs(source) {
			r.topDirs[name] = true
		}
	}
}

// isTestRoot reports whether a source directory, such as src/test/java, holds tests.
func isTestRoot(dir string) bool {
	return strings.Contains(strings.ToLower(filepath.Base(filepath.Dir(dir))), "test")
}

// maxModuleDepth is the number of directory levels that are searched for modules.
const maxModuleDepth = 4

// modulesWithSrc returns the directories that contain a directory src.
func (r *javaResolver) modulesWithSrc() []string {
	var modules []string
	level := []string{r.root}
	for range maxModuleDepth {
		var next []string
		for _, dir := range level {
			for _, name := range r.subdirs(dir) {
				if name == "src" {
					modules = append(modules, dir)
				} else if !isSkipped(name) {
					next = append(next, filepath.Join(dir, name))
				}
			}
		}
		level = next
	}
	return modules
}
