package imports

import (
	"path/filepath"
	"slices"
	"strings"
)

// A jsResolver resolves the imports of JavaScript and TypeScript files, and of Vue and
// Svelte components, as TypeScript and the bundlers do.
type jsResolver struct {
	*tree
	tsconfigs  map[string]*tsconfig         // by path, "\x00" and ${configDir}
	packages   map[string]*nodePackage      // by directory
	workspaces map[string]map[string]string // root of a workspace to its packages: name to directory
}

func (r *jsResolver) edges(path, src string, add func(name, to string)) {
	scripts, files := splitScripts(filepath.Ext(path), src)
	for _, file := range files {
		add(file, r.resolve(path, jsImport{name: file}))
	}
	for _, s := range scripts {
		for _, imp := range scanJS(s.src, s.jsx) {
			imp.ts = s.ts
			add(imp.name, r.resolve(path, imp))
		}
	}
}

// resolve returns the file that an import in the file at path means, or "". For names that
// are no paths, tsconfig.json comes before the packages of the workspace.
func (r *jsResolver) resolve(path string, imp jsImport) string {
	dir, name := filepath.Dir(path), imp.name
	if isRelative(name) {
		base := filepath.Join(dir, name)
		if last := name[strings.LastIndexByte(name, '/')+1:]; last == "" || last == "." || last == ".." {
			return r.resolveDir(base, imp.jsMode)
		}
		return r.resolvePath(base, imp.jsMode)
	}
	if strings.Contains(name, ":") {
		return "" // a URL, or a built-in module such as node:fs
	}
	if filepath.IsAbs(name) {
		return r.resolvePath(filepath.Clean(name), imp.jsMode)
	}
	if to := r.resolveByTSConfig(dir, name, imp.jsMode); to != "" {
		return to
	}
	if strings.HasPrefix(name, "#") {
		return r.resolveSubpathImport(dir, imp)
	}
	return r.resolvePackage(dir, imp)
}

// The extensions that an import may leave out, in the order in which they are tried: in a
// TypeScript file, and in a JavaScript file.
var (
	tsExtensions = []string{".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts", ".json", ".vue", ".svelte"}
	jsExtensions = []string{".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".d.ts", ".mts", ".cts", ".json", ".vue", ".svelte"}
)

// resolvePath returns the file that an import of base means: a file, or the main file of a
// directory.
func (r *jsResolver) resolvePath(base string, m jsMode) string {
	if to := r.resolveFile(base, m); to != "" {
		return to
	}
	if to := r.resolveDir(base, m); to != "" {
		return to
	}
	// The query of a bundler: "./logo.svg?raw".
	if i := strings.IndexByte(base, '?'); i >= 0 {
		return r.resolveFile(base[:i], m)
	}
	return ""
}

// resolveDir returns the file that an import of a directory means.
func (r *jsResolver) resolveDir(dir string, m jsMode) string {
	if !r.isDir(dir) {
		return ""
	}
	if pkg := r.nodePackage(dir); pkg != nil {
		return r.mainFile(dir, pkg, m)
	}
	return r.withExtension(filepath.Join(dir, "index"), m)
}

// resolveFile returns the file base, the TypeScript file from which it is compiled, or base
// with an extension. In a TypeScript file, the TypeScript file comes first.
func (r *jsResolver) resolveFile(base string, m jsMode) string {
	if !r.inside(base) {
		return ""
	}
	paths := append(compiledFrom(base), base)
	if !m.ts {
		paths = []string{base}
	}
	if to := r.first(paths...); to != "" {
		return to
	}
	if to := r.withExtension(base, m); to != "" {
		return to
	}
	return r.first(compiledFrom(base)...)
}

// withExtension returns the first file that is base with an extension, or "".
func (r *jsResolver) withExtension(base string, m jsMode) string {
	extensions := jsExtensions
	if m.ts {
		extensions = tsExtensions
	}
	for _, ext := range extensions {
		if r.isFile(base + ext) {
			return base + ext
		}
	}
	return ""
}

// compiledFrom returns the paths of the TypeScript files that the compiler turns into the
// file at path.
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

// matchPattern finds name among patterns with at most one * each, as in tsconfig.json and
// package.json: the equal one, or else the one with the longest prefix before its *. It
// returns the pattern and the text that its * matches, or two empty strings.
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
