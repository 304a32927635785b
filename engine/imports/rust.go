package imports

import (
	"path/filepath"
	"slices"
	"strings"
)

// A rustResolver resolves the modules that Rust files declare, the files they include, and
// the modules and crates of the project that their paths lead to. A path leads to the last
// file on it; the items within that file are not looked up.
type rustResolver struct {
	*tree
	cargos  map[string]*cargo                // by directory
	modules map[string]map[string]rustModule // by file, as modulesIn returns them
}

func (r *rustResolver) edges(path, src string, add func(name, to string)) {
	unit := scanRust(src)
	own := r.position(path)
	for _, m := range unit.modules {
		if !m.inline {
			addAll(add, "mod "+m.name, r.moduleFiles(path, own.root == path, m))
		}
	}
	for _, file := range unit.included {
		add(file, r.first(filepath.Join(filepath.Dir(path), file)))
	}
	declared := modulesByPath(unit.modules)
	for _, rp := range unit.paths {
		to, known := r.resolvePath(path, own, declared, rp)
		if known || rp.use {
			add(strings.TrimPrefix(rp.name, "::"), to)
		}
	}
}

// modulesByPath returns modules by their path within the file.
func modulesByPath(list []rustModule) map[string]rustModule {
	modules := make(map[string]rustModule, len(list))
	for _, m := range list {
		modules[m.path] = m
	}
	return modules
}

// childDir returns the directory of the modules that a file declares. root reports whether
// the file is the root of a crate.
func childDir(path string, root bool) string {
	stem := strings.TrimSuffix(filepath.Base(path), ".rs")
	if root || stem == "mod" || stem == "lib" || stem == "main" {
		return filepath.Dir(path)
	}
	return filepath.Join(filepath.Dir(path), stem)
}

// moduleFiles returns the files of a module that the file at path declares with `mod name;`.
// There are several if #[cfg_attr] selects one by platform.
func (r *rustResolver) moduleFiles(path string, root bool, m rustModule) []string {
	dir := childDir(path, root)
	if m.anchored || m.paths != nil && len(m.dirs) == 0 {
		dir = filepath.Dir(path)
	}
	dir = filepath.Join(append([]string{dir}, m.dirs...)...)
	var files []string
	for _, file := range m.paths {
		if to := r.first(filepath.Join(dir, file)); to != "" {
			files = append(files, to)
		}
	}
	if files == nil {
		// The modules of a file that is itself found by #[path] are in its directory.
		own := filepath.Dir(path)
		if to := r.first(filepath.Join(dir, m.name+".rs"), filepath.Join(dir, m.name, "mod.rs"),
			filepath.Join(own, m.name+".rs"), filepath.Join(own, m.name, "mod.rs")); to != "" {
			files = []string{to}
		}
	}
	return files
}

// resolvePath returns the file that a Rust path in the file at path leads to. known is false
// if its first name is neither a module in scope nor a crate of the project.
func (r *rustResolver) resolvePath(path string, own rustPosition, declared map[string]rustModule, rp rustPath) (to string, known bool) {
	names := strings.Split(rp.name, "::")
	switch names[0] {
	case "":
		names = names[1:]
	case "crate":
		return r.followFromRoot(own, names[1:]), true
	case "self", "super":
		return r.resolveRelative(path, own, declared, rp.enclosing, names), true
	default:
		local := slices.Concat(rp.enclosing, names)
		if _, ok := declared[strings.Join(local[:len(rp.enclosing)+1], "::")]; ok {
			return r.follow(path, own.root == path, declared, local), true
		}
	}
	if len(names) == 0 {
		return "", false
	}
	if root := r.crateRoot(path, names[0]); root != "" {
		return r.follow(root, true, nil, names[1:]), true
	}
	return "", false
}

// resolveRelative resolves a path that begins with self or super, in the inline modules
// enclosing of the file at path.
func (r *rustResolver) resolveRelative(path string, own rustPosition, declared map[string]rustModule, enclosing, names []string) string {
	up := 0 // how many modules above the file's own
	for len(names) > 0 && (names[0] == "self" || names[0] == "super") {
		if names[0] == "super" && len(enclosing) > 0 {
			enclosing = enclosing[:len(enclosing)-1]
		} else if names[0] == "super" {
			up++
		}
		names = names[1:]
	}
	if up == 0 {
		return r.follow(path, own.root == path, declared, slices.Concat(enclosing, names))
	}
	if up > len(own.modules) {
		return ""
	}
	return r.followFromRoot(own, slices.Concat(own.modules[:len(own.modules)-up], names))
}

// followFromRoot follows names from the root of a crate.
func (r *rustResolver) followFromRoot(own rustPosition, names []string) string {
	if own.root == "" {
		return ""
	}
	return r.follow(own.root, true, nil, names)
}

// follow follows names through the modules of the file at path and returns the last file on
// the way. declared are the modules of that file; if it is nil, the file is read.
func (r *rustResolver) follow(path string, root bool, declared map[string]rustModule, names []string) string {
	prefix := "" // the inline modules that contain the next name
	for _, name := range names {
		if declared == nil {
			declared = r.modulesIn(path)
		}
		m, ok := declared[prefix+name]
		if !ok {
			break
		}
		if m.inline {
			prefix += name + "::"
			continue
		}
		files := r.moduleFiles(path, root, m)
		if files == nil {
			break
		}
		path, root, declared, prefix = files[0], false, nil, ""
	}
	return path
}

// modulesIn returns the modules that a file on disk declares, by their path within it.
func (r *rustResolver) modulesIn(path string) map[string]rustModule {
	return memo(&r.modules, path, func() map[string]rustModule {
		return modulesByPath(scanRust(r.text(path)).modules)
	})
}
