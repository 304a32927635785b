package imports

import (
	"path/filepath"
	"slices"
	"strings"
)

// A cargo is what a Cargo.toml says of where crates lie.
type cargo struct {
	lib       string            // the name of the library, "" if there is no package
	libRoot   string            // absolute
	roots     []string          // absolute: the root files of all crates that are given by path
	paths     map[string]string // dependencies by path: name to absolute folder
	renamed   map[string]string // dependencies under another name: that to the package's
	workspace bool
	members   []string // globs of the workspace's packages
	shared    map[string]string
}

func (p *project) cargo(dir string) *cargo {
	return memo(&p.cargos, dir, func() *cargo {
		c := &cargo{paths: map[string]string{}, renamed: map[string]string{}, shared: map[string]string{}}
		lib, libPath := "", filepath.Join("src", "lib.rs")
		for _, e := range readTOML(p.text(filepath.Join(dir, "Cargo.toml"))) {
			key, value := strings.Join(e.keys, "."), tomlString(e.value)
			last := e.keys[len(e.keys)-1]
			switch {
			case key == "package.name":
				c.lib = crateName(value)
			case key == "lib.name":
				lib = value
			case key == "package.build":
				c.roots = append(c.roots, filepath.Join(dir, value))
			case key == "lib.path":
				libPath = value
			case key == "workspace.members":
				c.members = tomlStrings(e.value)
			case last == "path" && len(e.keys) == 3 && slices.Contains([]string{"bin", "test", "example", "bench"}, e.keys[0]):
				c.roots = append(c.roots, filepath.Join(dir, value))
			case len(e.keys) >= 3 && strings.HasSuffix(e.keys[len(e.keys)-3], "dependencies"):
				c.dependency(dir, e.keys[0] == "workspace", crateName(e.keys[len(e.keys)-2]), last, value)
			}
			c.workspace = c.workspace || e.keys[0] == "workspace"
		}
		if lib != "" {
			c.lib = lib
		}
		c.libRoot = filepath.Join(dir, libPath)
		c.roots = append([]string{c.libRoot, filepath.Join(dir, "src", "main.rs")}, c.roots...)
		return c
	})
}

func (c *cargo) dependency(dir string, shared bool, name, field, value string) {
	switch {
	case field == "path" && shared:
		c.shared[name] = filepath.Join(dir, value)
	case field == "path":
		c.paths[name] = filepath.Join(dir, value)
	case field == "package":
		c.renamed[name] = crateName(value)
	}
}

// crateName is the name that code gives a package.
func crateName(name string) string { return strings.ReplaceAll(name, "-", "_") }

// crateRoot gives the root file of a library that a file may name: that of its own
// package, of a dependency given by path, or of a member of the workspace.
func (p *project) crateRoot(path, name string) string {
	dir, _ := p.nearest(filepath.Dir(path), "Cargo.toml")
	if dir == "" {
		return ""
	}
	own := p.cargo(dir)
	if name == own.lib && p.isFile(own.libRoot) {
		return own.libRoot
	}
	if folder, ok := own.paths[name]; ok {
		return p.first(p.cargo(folder).libRoot)
	}
	for d := range p.up(dir) {
		c := p.cargo(d)
		if !c.workspace {
			continue
		}
		if folder, ok := c.shared[name]; ok {
			return p.first(p.cargo(folder).libRoot)
		}
		if real := own.renamed[name]; real != "" {
			name = real
		}
		for _, glob := range c.members {
			for _, folder := range p.expand(d, glob) {
				if member := p.cargo(folder); member.lib == name {
					return p.first(member.libRoot)
				}
			}
		}
		break
	}
	return ""
}

// A rustPlace is where a file stands in its crate.
type rustPlace struct {
	root    string   // the root file of the crate, "" if it is not known
	modules []string // the modules from the root to the file's own
}

// rustPlace finds the crate of a file by where it lies, as Cargo lays out packages.
func (p *project) rustPlace(path string) rustPlace {
	dir, _ := p.nearest(filepath.Dir(path), "Cargo.toml")
	if dir == "" {
		return rustPlace{}
	}
	roots := p.cargo(dir).roots
	rel, err := filepath.Rel(dir, path)
	if err != nil {
		return rustPlace{}
	}
	parts := strings.Split(filepath.ToSlash(rel), "/")
	in := 0 // how many parts lead to a folder whose files are crates of their own
	switch {
	case parts[0] == "tests" || parts[0] == "examples" || parts[0] == "benches":
		in = 1
	case parts[0] == "src" && len(parts) > 2 && parts[1] == "bin":
		in = 2
	}
	switch {
	case slices.Contains(roots, path), len(parts) == 1, in > 0 && len(parts) == in+1:
		return rustPlace{root: path}
	case in > 0:
		root := filepath.Join(dir, filepath.Join(parts[:in+1]...), "main.rs")
		if root == path {
			return rustPlace{root: path}
		}
		roots = []string{root}
		if !p.isFile(root) && in == 1 {
			return p.sharedPlace(filepath.Join(dir, parts[0]), path)
		}
	}
	place := rustPlace{}
	for _, root := range roots {
		modules := modulesBelow(filepath.Dir(root), path)
		if !p.isFile(root) || modules == nil {
			continue
		}
		if place.root == "" {
			place = rustPlace{root, modules}
		}
		declared := p.rustModules(root)
		if _, ok := declared[modules[0]]; ok {
			return rustPlace{root, modules}
		}
		for name, m := range declared {
			if m.paths != nil && slices.Contains(p.declared(root, true, m), path) {
				return rustPlace{root, strings.Split(name, "::")}
			}
		}
	}
	return place
}

// sharedPlace finds the crate of a file in a folder beside tests. Several tests may
// share it: then it stands in no one place.
func (p *project) sharedPlace(dir, path string) rustPlace {
	place := rustPlace{}
	modules := modulesBelow(dir, path)
	for _, name := range p.sorted(dir, false) {
		root := filepath.Join(dir, name)
		if filepath.Ext(name) != ".rs" {
			continue
		}
		if _, ok := p.rustModules(root)[modules[0]]; ok {
			if place.root != "" {
				return rustPlace{}
			}
			place = rustPlace{root, modules}
		}
	}
	return place
}

// modulesBelow gives the modules that lead from a folder to a file, nil if the file
// does not lie below it.
func modulesBelow(dir, path string) []string {
	rel, err := filepath.Rel(dir, path)
	if err != nil || strings.HasPrefix(rel, "..") {
		return nil
	}
	rel = strings.TrimSuffix(filepath.ToSlash(rel), ".rs")
	return strings.Split(strings.TrimSuffix(rel, "/mod"), "/")
}
