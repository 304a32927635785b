package imports

import (
	"encoding/json"
	"path/filepath"
	"strings"
)

// A nodePackage is what a package.json says of where its modules lie.
type nodePackage struct {
	Name                                   string
	Main, Module, Types, Typings, Source   string
	Exports, Imports, Workspaces           json.RawMessage
	Dependencies, DevDependencies          map[string]string
	PeerDependencies, OptionalDependencies map[string]string
}

// nodePackage reads the package.json of a folder, nil if it has none.
func (p *project) nodePackage(dir string) *nodePackage {
	return memo(&p.packages, dir, func() *nodePackage {
		file := filepath.Join(dir, "package.json")
		if !p.isFile(file) {
			return nil
		}
		// Every field is read for itself, so that one of a wrong type spoils no other.
		var fields map[string]json.RawMessage
		decode(p.text(file), &fields)
		pkg := &nodePackage{Exports: fields["exports"], Imports: fields["imports"], Workspaces: fields["workspaces"]}
		for name, v := range map[string]any{
			"name": &pkg.Name, "main": &pkg.Main, "module": &pkg.Module, "types": &pkg.Types,
			"typings": &pkg.Typings, "source": &pkg.Source,
			"dependencies": &pkg.Dependencies, "devDependencies": &pkg.DevDependencies,
			"peerDependencies": &pkg.PeerDependencies, "optionalDependencies": &pkg.OptionalDependencies,
		} {
			_ = json.Unmarshal(fields[name], v)
		}
		return pkg
	})
}

// packageModule resolves the name of a package of the workspace, or a module in it.
func (p *project) packageModule(dir string, imp jsImport) string {
	name, sub := packageName(imp.name)
	folder, installed := p.installed(dir, name)
	if !installed {
		folder = p.workspace(dir)[name]
	}
	if folder == "" && !installed {
		// A package may import itself, and one that its package.json finds by path.
		for d := range p.up(dir) {
			pkg := p.nodePackage(d)
			if pkg == nil {
				continue
			}
			if pkg.Name == name && len(pkg.Exports) > 0 {
				folder = d
			} else {
				folder = p.linked(d, pkg, name)
			}
			break
		}
	}
	pkg := p.nodePackage(folder)
	if folder == "" || pkg == nil {
		return ""
	}
	if len(pkg.Exports) > 0 {
		for _, target := range exported(pkg.Exports, "."+strings.TrimSuffix("/"+sub, "/"), imp.require) {
			if to := p.packageFile(folder, target, imp.jsKind); to != "" {
				return to
			}
		}
	}
	if sub == "" {
		return p.mainFile(folder, pkg, imp.jsKind)
	}
	return p.packageFile(folder, sub, imp.jsKind)
}

// privateModule resolves a name such as "#db" by the "imports" of the nearest package.
func (p *project) privateModule(dir string, imp jsImport) string {
	folder, _ := p.nearest(dir, "package.json")
	if folder == "" {
		return ""
	}
	for _, target := range exported(p.nodePackage(folder).Imports, imp.name, imp.require) {
		to := ""
		if isRelative(target) {
			to = p.packageFile(folder, target, imp.jsKind)
		} else if !strings.HasPrefix(target, "#") {
			to = p.packageModule(folder, jsImport{target, imp.jsKind})
		}
		if to != "" {
			return to
		}
	}
	return ""
}

// mainFile gives the file that an import of the whole package means.
func (p *project) mainFile(dir string, pkg *nodePackage, k jsKind) string {
	main := []string{pkg.Source, pkg.Module, pkg.Main, "index"}
	if k.require {
		main = []string{pkg.Source, pkg.Main, "index", pkg.Module}
	}
	for _, target := range append(main, pkg.Types, pkg.Typings) {
		if target != "" && filepath.Clean(target) != "." {
			if to := p.packageFile(dir, target, k); to != "" {
				return to
			}
		}
	}
	return ""
}

// packageFile gives the file of a package that its package.json means by target. Of a
// file that a build writes (dist/a.js) it is the source (src/a.k), if it is there:
// what people change.
func (p *project) packageFile(dir, target string, k jsKind) string {
	parts := strings.Split(filepath.ToSlash(filepath.Clean(target)), "/")
	path := filepath.Join(dir, target)
	written := !skipped(parts[0])
	if written {
		if to := p.fileOrIndex(path, k); to != "" {
			return to
		}
	}
	for n := 1; n < len(parts); n++ {
		rest := filepath.Join(parts[n:]...)
		for _, base := range []string{filepath.Join(dir, "src", rest), filepath.Join(dir, rest)} {
			for _, source := range builtFrom(base) {
				if p.isFile(source) {
					return source
				}
			}
		}
	}
	if !written {
		return p.fileOrIndex(path, k)
	}
	return ""
}

// fileOrIndex is jsFile without a look at the package.json of a folder, so that two
// of them cannot send each other in a circle.
func (p *project) fileOrIndex(path string, k jsKind) string {
	if to := p.jsPath(path, k); to != "" {
		return to
	}
	return p.jsExtended(filepath.Join(path, "index"), k)
}

// builtFrom gives the source files that a build turns into a file of that name.
func builtFrom(path string) []string {
	for _, ext := range []string{".d.ts", ".d.mts", ".d.cts", ".js", ".mjs", ".cjs", ".jsx"} {
		if base, ok := strings.CutSuffix(path, ext); ok {
			return []string{base + ".ts", base + ".tsx", base + ".mts", base + ".cts", base + ".js", base + ".jsx", base + ".mjs", base + ".cjs"}
		}
	}
	return []string{path}
}
