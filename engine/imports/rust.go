package imports

import (
	"path/filepath"
	"strings"
)

// rust adds the modules that a Rust file declares, the files it includes, and the modules and crates of the
// project that its paths lead to. A path is followed as far as there are files: what
// it names in the last of them is not looked for.
func (p *project) rust(path, src string, add func(name, to string)) {
	s := scanRust(src)
	own := p.rustPlace(path)
	for _, m := range s.modules {
		if m.inline {
			continue
		}
		files := p.declared(path, own.root == path, m)
		for _, to := range files {
			add("mod "+m.name, to)
		}
		if files == nil {
			add("mod "+m.name, "")
		}
	}
	for _, file := range s.pasted {
		add(file, p.first(filepath.Join(filepath.Dir(path), file)))
	}
	declared := modulesOf(s.modules)
	for _, rp := range s.paths {
		to, known := p.rustPath(path, own, declared, rp)
		if known || rp.use {
			add(strings.TrimPrefix(rp.name, "::"), to)
		}
	}
}

// modulesOf indexes modules by their path within the file: "a", "a::b".
func modulesOf(list []rustModule) map[string]rustModule {
	modules := make(map[string]rustModule, len(list))
	for _, m := range list {
		modules[strings.Join(append(m.inside[:len(m.inside):len(m.inside)], m.name), "::")] = m
	}
	return modules
}

// childFolder is where the modules that a file declares lie. root says that it is the
// root of a crate.
func childFolder(path string, root bool) string {
	stem := strings.TrimSuffix(filepath.Base(path), ".rs")
	if root || stem == "mod" || stem == "lib" || stem == "main" {
		return filepath.Dir(path)
	}
	return filepath.Join(filepath.Dir(path), stem)
}

// declared gives the files of a module that path declares with `mod name;`: several if
// it depends on the platform which of them it is.
func (p *project) declared(path string, root bool, m rustModule) []string {
	folder := childFolder(path, root)
	if m.anchored || m.paths != nil && len(m.inside) == 0 {
		folder = filepath.Dir(path)
	}
	folder = filepath.Join(append([]string{folder}, m.folders...)...)
	var files []string
	for _, file := range m.paths {
		if to := p.first(filepath.Join(folder, file)); to != "" {
			files = append(files, to)
		}
	}
	if files == nil {
		// The modules of a file that is itself found by #[path] lie beside it.
		beside := filepath.Dir(path)
		if to := p.first(filepath.Join(folder, m.name+".rs"), filepath.Join(folder, m.name, "mod.rs"),
			filepath.Join(beside, m.name+".rs"), filepath.Join(beside, m.name, "mod.rs")); to != "" {
			files = []string{to}
		}
	}
	return files
}

// rustPath gives the file that a path in the file at path leads to. known is false if
// its first name is neither a module that can be seen here nor a crate of the project.
func (p *project) rustPath(path string, own rustPlace, declared map[string]rustModule, rp rustPath) (to string, known bool) {
	names := strings.Split(rp.name, "::")
	switch names[0] {
	case "":
		names = names[1:]
	case "crate":
		return p.fromRoot(own, names[1:]), true
	case "self", "super":
		inside := rp.inside
		up := 0
		for len(names) > 0 && (names[0] == "self" || names[0] == "super") {
			if names[0] == "super" && len(inside) > 0 {
				inside = inside[:len(inside)-1]
			} else if names[0] == "super" {
				up++
			}
			names = names[1:]
		}
		if up == 0 {
			return p.descend(path, own.root == path, declared, append(inside[:len(inside):len(inside)], names...)), true
		}
		if up > len(own.modules) {
			return "", true
		}
		parent := own.modules[:len(own.modules)-up]
		return p.fromRoot(own, append(parent[:len(parent):len(parent)], names...)), true
	default:
		local := append(rp.inside[:len(rp.inside):len(rp.inside)], names...)
		if _, ok := declared[strings.Join(local[:len(rp.inside)+1], "::")]; ok {
			return p.descend(path, own.root == path, declared, local), true
		}
	}
	if len(names) == 0 {
		return "", false
	}
	if root := p.crateRoot(path, names[0]); root != "" {
		return p.descend(root, true, nil, names[1:]), true
	}
	return "", false
}

// fromRoot follows names from the root of the crate. A package with a library and a
// program has two roots: it is the one that declares the first module of the file.
func (p *project) fromRoot(own rustPlace, names []string) string {
	if own.root == "" {
		return ""
	}
	return p.descend(own.root, true, nil, names)
}

// descend follows names through the modules of the file at path, and gives the last
// file on the way.
func (p *project) descend(path string, root bool, declared map[string]rustModule, names []string) string {
	var inside []string
	for _, name := range names {
		if declared == nil {
			declared = p.rustModules(path)
		}
		m, ok := declared[strings.Join(append(inside[:len(inside):len(inside)], name), "::")]
		if !ok {
			break
		}
		if m.inline {
			inside = append(inside, name)
			continue
		}
		files := p.declared(path, root, m)
		if files == nil {
			break
		}
		path, root, declared, inside = files[0], false, nil, nil
	}
	return path
}

// rustModules gives the modules that a file on disk declares.
func (p *project) rustModules(path string) map[string]rustModule {
	return memo(&p.modules, path, func() map[string]rustModule {
		return modulesOf(scanRust(p.text(path)).modules)
	})
}
