package imports

import (
	"path/filepath"
	"slices"
	"strings"
)

func (p *project) javascript(path, src string, add func(name, to string)) {
	list, files := scripts(filepath.Ext(path), src)
	for _, file := range files {
		add(file, p.jsModule(path, jsImport{name: file}))
	}
	for _, s := range list {
		for _, imp := range jsImports(s.src, s.jsx) {
			imp.ts = s.ts
			add(imp.name, p.jsModule(path, imp))
		}
	}
}

// jsModule resolves an import as TypeScript and the bundlers do: what is written in
// tsconfig.json comes before the packages of the workspace.
func (p *project) jsModule(path string, imp jsImport) string {
	dir, name := filepath.Dir(path), imp.name
	if isRelative(name) {
		base := filepath.Join(dir, name)
		if last := name[strings.LastIndexByte(name, '/')+1:]; last == "" || last == "." || last == ".." {
			return p.jsFolder(base, imp.jsKind)
		}
		return p.jsFile(base, imp.jsKind)
	}
	if strings.Contains(name, ":") {
		return ""
	}
	if filepath.IsAbs(name) {
		return p.jsFile(filepath.Clean(name), imp.jsKind)
	}
	if to := p.tsconfigModule(dir, name, imp.jsKind); to != "" {
		return to
	}
	if strings.HasPrefix(name, "#") {
		return p.privateModule(dir, imp)
	}
	return p.packageModule(dir, imp)
}

func isRelative(name string) bool {
	return name == "." || name == ".." || strings.HasPrefix(name, "./") || strings.HasPrefix(name, "../")
}

// The extensions that may be left out, in the order in which they are tried, for a
// TypeScript file and for a JavaScript file.
var (
	tsExtensions = []string{".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts", ".json", ".vue", ".svelte"}
	jsExtensions = []string{".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".d.ts", ".mts", ".cts", ".json", ".vue", ".svelte"}
)

// jsFile gives the file that an import of base means: a file, or the main one of a
// folder.
func (p *project) jsFile(base string, k jsKind) string {
	if to := p.jsPath(base, k); to != "" {
		return to
	}
	if to := p.jsFolder(base, k); to != "" {
		return to
	}
	// A bundler's question to a loader: "./logo.svg?raw".
	if i := strings.IndexByte(base, '?'); i >= 0 {
		return p.jsPath(base[:i], k)
	}
	return ""
}

// jsFolder gives the file that an import of a whole folder means.
func (p *project) jsFolder(dir string, k jsKind) string {
	if !p.isDir(dir) {
		return ""
	}
	if pkg := p.nodePackage(dir); pkg != nil {
		return p.mainFile(dir, pkg, k)
	}
	return p.jsExtended(filepath.Join(dir, "index"), k)
}

// jsPath gives the file itself, the TypeScript file it is compiled from, or the file
// with an extension added.
func (p *project) jsPath(base string, k jsKind) string {
	if !p.inside(base) {
		return ""
	}
	paths := append(compiledFrom(base), base)
	if !k.ts {
		paths = []string{base}
	}
	if to := p.first(paths...); to != "" {
		return to
	}
	if to := p.jsExtended(base, k); to != "" {
		return to
	}
	return p.first(compiledFrom(base)...)
}

// jsExtended gives the first file that is base with an extension.
func (p *project) jsExtended(base string, k jsKind) string {
	extensions := jsExtensions
	if k.ts {
		extensions = tsExtensions
	}
	for _, ext := range extensions {
		if p.isFile(base + ext) {
			return base + ext
		}
	}
	return ""
}

// compiledFrom gives the names of the TypeScript files that a compiler turns into a
// file of that name.
func compiledFrom(path string) []string {
	ext := filepath.Ext(path)
	base := strings.TrimSuffix(path, ext)
	switch ext {
	case ".js":
		return []string{base + ".ts", base + ".tsx", base + ".d.ts"}
	case ".jsx":
		return []string{base + ".tsx", base + ".d.ts"}
	case ".mjs":
		return []string{base + ".mts", base + ".d.mts"}
	case ".cjs":
		return []string{base + ".cts", base + ".d.cts"}
	}
	return nil
}

// matchPattern looks name up among patterns with at most one * each, as tsconfig.json
// and package.json have them: the exact one, else the one with the longest beginning.
// It gives the pattern and what its * stands for.
func matchPattern(patterns []string, name string) (pattern, star string) {
	if slices.Contains(patterns, name) {
		return name, ""
	}
	longest := -1
	for _, pat := range patterns {
		prefix, suffix, ok := strings.Cut(pat, "*")
		if ok && len(prefix) > longest && len(name) >= len(prefix)+len(suffix) &&
			strings.HasPrefix(name, prefix) && strings.HasSuffix(name, suffix) {
			longest = len(prefix)
			pattern, star = pat, name[len(prefix):len(name)-len(suffix)]
		}
	}
	return pattern, star
}
