package imports

import (
	"encoding/json"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// A nodePackage holds the fields of a package.json. Each is decoded on its own, so that one
// of the wrong type leaves the others valid.
type nodePackage struct {
	fields map[string]json.RawMessage
}

// text returns the value of a field that is a string, or "".
func (p *nodePackage) text(field string) (value string) {
	_ = json.Unmarshal(p.fields[field], &value)
	return value
}

// nodePackage reads the package.json of a directory, or returns nil if it has none.
func (r *jsResolver) nodePackage(dir string) *nodePackage {
	return memo(&r.packages, dir, func() *nodePackage {
		file := filepath.Join(dir, "package.json")
		if !r.isFile(file) {
			return nil
		}
		pkg := &nodePackage{}
		decodeJSON(r.text(file), &pkg.fields)
		return pkg
	})
}

// resolvePackage resolves the name of a package of the workspace, or of a module in it.
func (r *jsResolver) resolvePackage(dir string, imp jsImport) string {
	name, sub := packageName(imp.name)
	pkgDir, installed := r.installed(dir, name)
	if !installed {
		pkgDir = r.workspace(dir)[name]
	}
	if pkgDir == "" && !installed {
		// A package may import itself by name, and its dependencies by path.
		own, _ := r.nearest(dir, "package.json")
		switch pkg := r.nodePackage(own); {
		case pkg == nil:
			return ""
		case pkg.text("name") == name && len(pkg.fields["exports"]) > 0:
			pkgDir = own
		default:
			pkgDir = r.localDependency(own, pkg, name)
		}
	}
	pkg := r.nodePackage(pkgDir)
	if pkgDir == "" || pkg == nil {
		return ""
	}
	for _, target := range exportTargets(pkg.fields["exports"], "."+strings.TrimSuffix("/"+sub, "/"), imp.require) {
		if to := r.packageFile(pkgDir, target, imp.jsMode); to != "" {
			return to
		}
	}
	if sub == "" {
		return r.mainFile(pkgDir, pkg, imp.jsMode)
	}
	return r.packageFile(pkgDir, sub, imp.jsMode)
}

// resolveSubpathImport resolves a name such as "#db" by the "imports" of the nearest
// package.json.
func (r *jsResolver) resolveSubpathImport(dir string, imp jsImport) string {
	pkgDir, _ := r.nearest(dir, "package.json")
	if pkgDir == "" {
		return ""
	}
	for _, target := range exportTargets(r.nodePackage(pkgDir).fields["imports"], imp.name, imp.require) {
		to := ""
		if isRelative(target) {
			to = r.packageFile(pkgDir, target, imp.jsMode)
		} else if !strings.HasPrefix(target, "#") {
			to = r.resolvePackage(pkgDir, jsImport{target, imp.jsMode})
		}
		if to != "" {
			return to
		}
	}
	return ""
}

// mainFile returns the file that an import of the package itself means.
func (r *jsResolver) mainFile(dir string, pkg *nodePackage, m jsMode) string {
	targets := []string{pkg.text("source"), pkg.text("module"), pkg.text("main"), "index", pkg.text("types"), pkg.text("typings")}
	if m.require {
		targets[1], targets[2], targets[3] = targets[2], targets[3], targets[1]
	}
	for _, target := range targets {
		if target != "" && filepath.Clean(target) != "." {
			if to := r.packageFile(dir, target, m); to != "" {
				return to
			}
		}
	}
	return ""
}

// packageFile returns the file of a package that a path in its package.json means. If the
// path is build output (dist/a.js), it is the source (src/a.ts) if that can be found.
func (r *jsResolver) packageFile(dir, target string, m jsMode) string {
	parts := strings.Split(filepath.ToSlash(filepath.Clean(target)), "/")
	path := filepath.Join(dir, target)
	isSource := !isSkipped(parts[0])
	if isSource {
		if to := r.fileOrIndex(path, m); to != "" {
			return to
		}
	}
	for n := 1; n < len(parts); n++ {
		rest := filepath.Join(parts[n:]...)
		for _, base := range []string{filepath.Join(dir, "src", rest), filepath.Join(dir, rest)} {
			for _, source := range builtFrom(base) {
				if r.isFile(source) {
					return source
				}
			}
		}
	}
	if !isSource {
		return r.fileOrIndex(path, m)
	}
	return ""
}

// fileOrIndex is resolvePath without reading the package.json of a directory, so that two
// of them cannot refer to each other endlessly.
func (r *jsResolver) fileOrIndex(path string, m jsMode) string {
	if to := r.resolveFile(path, m); to != "" {
		return to
	}
	return r.withExtension(filepath.Join(path, "index"), m)
}

// builtFrom returns the paths of the source files that a build may turn into the file at
// path.
func builtFrom(path string) []string {
	for _, ext := range []string{".d.ts", ".d.mts", ".d.cts", ".js", ".mjs", ".cjs", ".jsx"} {
		if base, ok := strings.CutSuffix(path, ext); ok {
			return []string{base + ".ts", base + ".tsx", base + ".mts", base + ".cts", base + ".js", base + ".jsx", base + ".mjs", base + ".cjs"}
		}
	}
	return []string{path}
}

// exportTargets returns the paths to which the "exports" or "imports" of a package.json map
// a name, the preferred first.
func exportTargets(raw json.RawMessage, name string, require bool) []string {
	var table map[string]json.RawMessage
	if json.Unmarshal(raw, &table) != nil || !isSubpathTable(table) {
		table = map[string]json.RawMessage{".": raw}
	}
	pattern, star := matchPattern(slices.Sorted(maps.Keys(table)), name)
	targets := conditionTargets(table[pattern], require)
	for i, target := range targets {
		targets[i] = strings.ReplaceAll(target, "*", star)
	}
	return targets
}

// isSubpathTable reports whether the keys are subpaths ("./a", "#a") rather than
// conditions ("import").
func isSubpathTable(table map[string]json.RawMessage) bool {
	for key := range table {
		if !strings.HasPrefix(key, ".") && !strings.HasPrefix(key, "#") {
			return false
		}
	}
	return true
}

// conditionTargets returns the paths in an entry of "exports" under all conditions, in
// order of preference: source first, type declarations last.
func conditionTargets(raw json.RawMessage, require bool) []string {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) == nil {
		var targets []string
		for _, v := range list {
			targets = append(targets, conditionTargets(v, require)...)
		}
		return targets
	}
	var table map[string]json.RawMessage
	if json.Unmarshal(raw, &table) != nil {
		return stringOrList(raw)
	}
	order := []string{"source", "development", "import", "module", "require", "node", "default", "production", "browser", "svelte", "types"}
	if require {
		order[2], order[4] = order[4], order[2]
	}
	var targets []string
	for _, condition := range order {
		targets = append(targets, conditionTargets(table[condition], require)...)
	}
	return targets
}
