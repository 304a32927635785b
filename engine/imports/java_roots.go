package imports

import (
	"path/filepath"
	"strings"
)

// javaRoots gives the folders in which packages begin: the file's own, then the source
// folders of every module of the project, as Gradle and Maven lay them out. What is no
// test sees no test.
func (p *project) javaRoots(path, pkg string) []string {
	if p.sources == nil {
		p.sources = []string{p.root}
		for _, module := range p.modulesWithSrc() {
			src := filepath.Join(module, "src")
			p.sources = append(p.sources, src)
			for _, set := range p.sorted(src, true) {
				for _, lang := range []string{"java", "kotlin"} {
					if dir := filepath.Join(src, set, lang); p.isDir(dir) {
						p.sources = append(p.sources, dir)
					}
				}
			}
		}
		p.outermost = map[string]bool{}
		for _, source := range p.sources {
			for _, name := range p.sorted(source, true) {
				p.outermost[name] = true
			}
		}
	}
	own := filepath.Dir(path)
	if pkg != "" {
		suffix := string(filepath.Separator) + filepath.Join(strings.Split(pkg, ".")...)
		own = strings.TrimSuffix(own, suffix)
	}
	roots := []string{own}
	for _, root := range p.sources {
		if root != own && (isTestSet(own) || !isTestSet(root)) {
			roots = append(roots, root)
		}
	}
	return roots
}

// isTestSet reports whether a source folder, such as src/test/java, holds tests.
func isTestSet(dir string) bool {
	return strings.Contains(strings.ToLower(filepath.Base(filepath.Dir(dir))), "test")
}

// moduleDepth is how deep below the root a module of a build may lie.
const moduleDepth = 4

// modulesWithSrc gives the folders that have a folder src.
func (p *project) modulesWithSrc() []string {
	var modules []string
	level := []string{p.root}
	for range moduleDepth {
		var next []string
		for _, dir := range level {
			for _, name := range p.sorted(dir, true) {
				if name == "src" {
					modules = append(modules, dir)
				} else if !skipped(name) {
					next = append(next, filepath.Join(dir, name))
				}
			}
		}
		level = next
	}
	return modules
}
