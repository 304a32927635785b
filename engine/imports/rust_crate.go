package imports

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// A cargo holds the fields of a Cargo.toml that locate crates. Paths are absolute.
type cargo struct {
	lib       string            // the name of the library in code; "" if there is no package
	libRoot   string            // the root file of the library
	roots     []string          // the root files of its crates, except those in tests, examples, benches and src/bin
	paths     map[string]string // dependencies by path: name in code to directory
	renamed   map[string]string // renamed dependencies: name in code to that of the package
	workspace bool              // it is the root of a workspace
	members   []string          // globs of the workspace's packages
	shared    map[string]string // dependencies by path of the workspace: name in code to directory
}

// A cargoTOML is the part of a Cargo.toml that is decoded.
type cargoTOML struct {
	Package struct {
		Name  string
		Build any // a path, or false
	}
	Lib                       cargoTarget
	Bin, Example, Test, Bench []cargoTarget
	Workspace                 *struct {
		Members []string
		cargoDependencies
	}
	Target map[string]cargoDependencies
	cargoDependencies
}

// A cargoTarget is a library, binary, example, test or benchmark.
type cargoTarget struct{ Name, Path string }

// A cargoDependencies holds tables of dependencies: name to version, or to a table.
type cargoDependencies struct {
	Dependencies      map[string]any
	DevDependencies   map[string]any `toml:"dev-dependencies"`
	BuildDependencies map[string]any `toml:"build-dependencies"`
}

// cargo reads the Cargo.toml of a directory.
func (r *rustResolver) cargo(dir string) *cargo {
	return memo(&r.cargos, dir, func() *cargo {
		var manifest cargoTOML
		decodeTOML(r.text(filepath.Join(dir, "Cargo.toml")), &manifest)
		c := &cargo{
			lib:     cmp.Or(manifest.Lib.Name, crateName(manifest.Package.Name)),
			libRoot: filepath.Join(dir, cmp.Or(manifest.Lib.Path, "src/lib.rs")),
			paths:   map[string]string{}, renamed: map[string]string{}, shared: map[string]string{},
		}
		c.roots = []string{c.libRoot, filepath.Join(dir, "src", "main.rs")}
		if build, ok := manifest.Package.Build.(string); ok {
			c.roots = append(c.roots, filepath.Join(dir, build))
		}
		for _, t := range slices.Concat(manifest.Bin, manifest.Example, manifest.Test, manifest.Bench) {
			if t.Path != "" {
				c.roots = append(c.roots, filepath.Join(dir, t.Path))
			}
		}
		c.addDependencies(dir, manifest.cargoDependencies, c.paths)
		for _, target := range slices.Sorted(maps.Keys(manifest.Target)) {
			c.addDependencies(dir, manifest.Target[target], c.paths)
		}
		if w := manifest.Workspace; w != nil {
			c.workspace, c.members = true, w.Members
			c.addDependencies(dir, w.cargoDependencies, c.shared)
		}
		return c
	})
}

// addDependencies adds the dependencies of a Cargo.toml in dir. Those by path go to paths.
func (c *cargo) addDependencies(dir string, deps cargoDependencies, paths map[string]string) {
	for _, table := range []map[string]any{deps.Dependencies, deps.DevDependencies, deps.BuildDependencies} {
		for name, value := range table {
			fields, _ := value.(map[string]any)
			if path, ok := fields["path"].(string); ok {
				paths[crateName(name)] = filepath.Join(dir, path)
			}
			if pkg, ok := fields["package"].(string); ok {
				c.renamed[crateName(name)] = crateName(pkg)
			}
		}
	}
}

// crateName returns the name that code uses for a package.
func crateName(name string) string { return strings.ReplaceAll(name, "-", "_") }

// crateRoot returns the root file of the library that the file at path knows by name: that
// of its own package, of a dependency by path, or of a member of the workspace; or "".
func (r *rustResolver) crateRoot(path, name string) string {
	dir, _ := r.nearest(filepath.Dir(path), "Cargo.toml")
	if dir == "" {
		return ""
	}
	own := r.cargo(dir)
	if name == own.lib && r.isFile(own.libRoot) {
		return own.libRoot
	}
	if d, ok := own.paths[name]; ok {
		return r.first(r.cargo(d).libRoot)
	}
	for d := range r.ancestors(dir) {
		if c := r.cargo(d); c.workspace {
			return r.memberRoot(d, c, own, name)
		}
	}
	return ""
}

// memberRoot returns the root file of the library that a package, own, knows by name, if it
// belongs to the workspace in dir.
func (r *rustResolver) memberRoot(dir string, workspace, own *cargo, name string) string {
	if d, ok := workspace.shared[name]; ok {
		return r.first(r.cargo(d).libRoot)
	}
	name = cmp.Or(own.renamed[name], name)
	for _, glob := range workspace.members {
		for _, d := range r.glob(dir, glob) {
			if member := r.cargo(d); member.lib == name {
				return r.first(member.libRoot)
			}
		}
	}
	return ""
}

// A rustPosition is the position of a file in its crate.
type rustPosition struct {
	root    string   // the root file of the crate; "" if it is not known
	modules []string // the modules from the root to the file's own; nil for the root
}

// position finds the crate of a file by the directory layout of Cargo.
func (r *rustResolver) position(path string) rustPosition {
	dir, _ := r.nearest(filepath.Dir(path), "Cargo.toml")
	if dir == "" {
		return rustPosition{}
	}
	roots := r.cargo(dir).roots
	rel, err := filepath.Rel(dir, path)
	if err != nil {
		return rustPosition{}
	}
	parts := strings.Split(filepath.ToSlash(rel), "/")
	n := 0 // the number of parts of a directory in which each file is a crate, if any
	switch {
	case parts[0] == "tests" || parts[0] == "examples" || parts[0] == "benches":
		n = 1
	case parts[0] == "src" && len(parts) > 2 && parts[1] == "bin":
		n = 2
	}
	switch {
	case slices.Contains(roots, path), len(parts) == 1, n > 0 && len(parts) == n+1:
		return rustPosition{root: path}
	case n > 0:
		root := filepath.Join(dir, filepath.Join(parts[:n+1]...), "main.rs")
		if root == path {
			return rustPosition{root: path}
		}
		roots = []string{root}
		if !r.isFile(root) && n == 1 {
			return r.sharedPosition(filepath.Join(dir, parts[0]), path)
		}
	}
	return r.positionBelow(roots, path)
}

// positionBelow returns the position of a file in the crate of one of the roots: that which
// declares the file's first module, or else the first whose directory contains the file.
func (r *rustResolver) positionBelow(roots []string, path string) rustPosition {
	pos := rustPosition{}
	for _, root := range roots {
		modules := modulesBetween(filepath.Dir(root), path)
		if !r.isFile(root) || modules == nil {
			continue
		}
		if pos.root == "" {
			pos = rustPosition{root, modules}
		}
		declared := r.modulesIn(root)
		if _, ok := declared[modules[0]]; ok {
			return rustPosition{root, modules}
		}
		for name, m := range declared {
			if m.paths != nil && slices.Contains(r.moduleFiles(root, true, m), path) {
				return rustPosition{root, strings.Split(name, "::")}
			}
		}
	}
	return pos
}

// sharedPosition returns the position of a file in a subdirectory of tests, examples or
// benches. It is not known if several crates in dir declare the file's first module.
func (r *rustResolver) sharedPosition(dir, path string) rustPosition {
	pos := rustPosition{}
	modules := modulesBetween(dir, path)
	for _, name := range r.files(dir) {
		root := filepath.Join(dir, name)
		if filepath.Ext(name) != ".rs" {
			continue
		}
		if _, ok := r.modulesIn(root)[modules[0]]; ok {
			if pos.root != "" {
				return rustPosition{}
			}
			pos = rustPosition{root, modules}
		}
	}
	return pos
}

// modulesBetween returns the modules that lead from a directory to a file below it, or nil
// if the file is elsewhere.
func modulesBetween(dir, path string) []string {
	rel, err := filepath.Rel(dir, path)
	if err != nil || strings.HasPrefix(rel, "..") {
		return nil
	}
	rel = strings.TrimSuffix(filepath.ToSlash(rel), ".rs")
	return strings.Split(strings.TrimSuffix(rel, "/mod"), "/")
}
