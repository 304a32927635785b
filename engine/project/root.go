// Package project finds the project that contains a directory, the sources of its rules, readers
// and queries, the path of its store, and its configuration, merged from several layers.
//
// Read root.go for how a project is found, store_path.go for where its store is, config.go for the
// layers, and config_keys.go for the table of configuration keys.
package project

import (
	"cmp"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"unicode"
)

// A Project is the working directory of a call and the project that contains it.
type Project struct {
	Dir  string // absolute, with symbolic links resolved
	Root string // the project's root, see Find

	resolved map[string]string // directories with their symbolic links resolved, see Path
	roots    map[string]string // of directories inside the project, see Around
}

// Find returns the project that contains dir, a call's working directory, or the process's if it
// is "". Its root is the nearest ancestor with .git, or else with .witness; else started, the directory in
// which the client was started, because dir changes with every cd; else the nearest ancestor that
// has a store; else dir itself.
func Find(dir, started string) Project {
	if dir = Resolve(dir); len(dir) > MaxPath {
		dir = ""
	}
	if wd, err := os.Getwd(); dir == "" && err == nil {
		dir = Resolve(wd) // clients run their hooks in the working directory
	}
	if root := markedRoot(dir); root != "" {
		return Project{Dir: dir, Root: root}
	}
	if started = Resolve(started); started != "" && Within(dir, started) {
		return Project{Dir: dir, Root: started}
	}
	homes, stores, up := Homes(), StateDir(), dir
	for range maxAncestors {
		if slices.Contains(homes, up) {
			break
		}
		if _, err := os.Stat(filepath.Join(stores, storeName(up), "witness.db")); err == nil {
			return Project{Dir: dir, Root: up}
		}
		if filepath.Dir(up) == up {
			break
		}
		up = filepath.Dir(up)
	}
	return Project{Dir: dir, Root: dir}
}

// maxAncestors is the maximum number of ancestors of a directory for which a store is looked up. A
// command can name many directories that do not exist and are thousands of levels deep.
const maxAncestors = 100

// markedRoot returns the project that dir is in: the nearest ancestor of dir, or dir itself, that is a repository;
// else the nearest one with a .git of another kind, else with .witness; else "". A folder of a repository may have a .witness for its
// own rules and is no project of its own. The home directory is never a project: with a dotfiles
// repository in it, everything below would belong to one project.
func markedRoot(dir string) string {
	var git, witness string // the nearest with these marks
	homes := Homes()
	for up := existing(dir); up != "" && !slices.Contains(homes, up); up = filepath.Dir(up) {
		if exists(filepath.Join(up, ".git")) {
			if isRepository(up) {
				return up
			}
			git = cmp.Or(git, up)
		}
		if witness == "" && exists(filepath.Join(up, ".witness")) {
			witness = up
		}
		if filepath.Dir(up) == up {
			break
		}
	}
	return cmp.Or(git, witness)
}

// Around returns the root of the project that contains a canonical directory, "" if there is none. Inside of this project that
// is the project itself, or a repository in it: a submodule, a worktree, a clone. Elsewhere the root is found by its marks, or
// it is started, the directory in which the client was started.
func (p *Project) Around(dir, started string) string {
	if Within(dir, p.Root) {
		return p.inside(existing(dir))
	}
	if root := markedRoot(dir); root != "" {
		return root
	}
	if started = Resolve(started); started != "" && Within(dir, started) {
		return started
	}
	return ""
}

// inside returns the root of the repository around a directory of the project. The results are cached
// for all directories on the way up, because the files of one call are mostly neighbours.
func (p *Project) inside(dir string) string {
	if dir == p.Root || !Within(dir, p.Root) {
		return p.Root
	}
	root, known := p.roots[dir]
	if known {
		return root
	}
	if exists(filepath.Join(dir, ".git")) && (isRepository(dir) || !isRepository(p.Root)) && !slices.Contains(Homes(), dir) {
		root = dir
	} else {
		root = p.inside(filepath.Dir(dir))
	}
	if p.roots == nil {
		p.roots = map[string]string{}
	}
	p.roots[dir] = root
	return root
}

// existing returns the longest prefix of a path that exists.
func existing(dir string) string {
	if _, err := os.Lstat(dir); err == nil || dir == "" {
		return dir
	}
	prefix := dir[:len(filepath.VolumeName(dir))] + string(filepath.Separator)
	for i := len(prefix); i < len(dir); i++ {
		if !os.IsPathSeparator(dir[i]) {
			continue
		}
		if _, err := os.Lstat(dir[:i]); err != nil {
			break
		}
		prefix = dir[:i]
	}
	return prefix
}

// MaxPath is the maximum length of a path that is looked up, in bytes. Linux accepts no longer one,
// and to check the ancestors of a hostile one would take minutes.
const MaxPath = 4096

// Resolve cleans an absolute path and resolves the symbolic links of the part that exists. For a
// relative path it returns "".
func Resolve(dir string) string {
	dir = fromWindows(dir)
	if dir == "" || !filepath.IsAbs(dir) {
		return ""
	}
	dir = filepath.Clean(dir)
	if len(dir) > MaxPath {
		return dir
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		return real
	}
	if prefix := existing(dir); prefix != dir {
		return filepath.Join(Resolve(prefix), dir[len(prefix):])
	}
	parent := filepath.Dir(dir) // dir is a dangling link
	if parent == dir {
		return dir
	}
	return filepath.Join(Resolve(parent), filepath.Base(dir))
}

// fromWindows returns a path of Windows with a drive letter as an absolute path of another system, on which its recording is read:
// C:\shop\a.go as /C:/shop/a.go, as which C:/shop/a.go is meant, too.
func fromWindows(path string) string {
	if runtime.GOOS == "windows" || len(path) < 3 || path[1] != ':' || path[2] != '/' && path[2] != '\\' || !unicode.IsLetter(rune(path[0])) {
		return path
	}
	return "/" + strings.ToUpper(path[:1]) + strings.ReplaceAll(path[1:], `\`, "/")
}

// Path returns the canonical path of a file: absolute, cleaned, with the symbolic links of its
// directory resolved. A file that is itself a link keeps its own name.
func (p *Project) Path(name string) string {
	if name == "" {
		return ""
	}
	name = fromWindows(name)
	if rest, ok := strings.CutPrefix(name, "~/"); ok && Home() != "" {
		name = filepath.Join(Home(), rest) // as clients and MCP servers read it; shell lines are expanded before
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(p.Dir, name)
	}
	dir, base := filepath.Split(filepath.Clean(name))
	if strings.TrimSuffix(dir, string(filepath.Separator)) == p.Dir {
		return filepath.Join(p.Dir, base) // its links are resolved
	}
	if p.resolved == nil {
		p.resolved = map[string]string{}
	}
	real, known := p.resolved[dir]
	if !known {
		real = Resolve(dir)
		p.resolved[dir] = real
	}
	return filepath.Join(real, base)
}

// File returns a path as it is displayed: relative to the project's root with slashes, or absolute
// if it is outside.
func (p *Project) File(path string) string { return File(p.Root, path) }

// File returns a path as it is displayed in the project at root, "" if the path is in no project.
func File(root, path string) string {
	if root == "" || !Within(path, root) {
		return path
	}
	rel, err := filepath.Rel(root, path)
	if err != nil {
		return path
	}
	return filepath.ToSlash(rel)
}

// Within reports whether path is dir or inside it. Both must be clean.
func Within(path, dir string) bool {
	return path == dir || strings.HasPrefix(path, strings.TrimSuffix(dir, string(filepath.Separator))+string(filepath.Separator))
}

// RootOf returns the nearest ancestor of dir, or dir itself, with .git, or else with .witness, and
// dir if there is neither.
func RootOf(dir string) string {
	if root := markedRoot(Resolve(dir)); root != "" {
		return root
	}
	return dir
}
