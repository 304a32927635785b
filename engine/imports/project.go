package imports

import (
	"io"
	"iter"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// maxSize is the size in bytes above which a file is not read: what is larger is
// generated, and no one edits it.
const maxSize = 1 << 20

// A project is a folder on disk, with what was read of it so far. It lives for one
// call of Of or Walk, so that nothing in it can be out of date.
type project struct {
	root  string
	dirs  map[string]map[string]bool // the entries of a folder: by name, whether it is a folder
	texts map[string]string

	tsconfigs  map[string]*tsconfig
	packages   map[string]*nodePackage
	workspaces map[string]map[string]string
	gomods     map[string]*gomod
	gopackages map[string][]string
	cargos     map[string]*cargo
	modules    map[string]map[string]rustModule
	sources    []string
	outermost  map[string]bool
	kotlins    map[string][]string
	composers  map[string]*composer
	flags      *compileFlags
}

func open(root string) *project {
	return &project{root: filepath.Clean(root), dirs: map[string]map[string]bool{}, texts: map[string]string{}}
}

// memo gives m[k], computed once. The entry is set to the zero value first, so that
// files which name each other in a circle end.
func memo[V any](m *map[string]V, k string, compute func() V) V {
	if v, ok := (*m)[k]; ok {
		return v
	}
	if *m == nil {
		*m = map[string]V{}
	}
	var zero V
	(*m)[k] = zero
	v := compute()
	(*m)[k] = v
	return v
}

// inside reports whether path is the root or below it.
func (p *project) inside(path string) bool {
	return path == p.root || strings.HasPrefix(path, strings.TrimSuffix(p.root, string(filepath.Separator))+string(filepath.Separator))
}

// maxPath is how long a path can be at most. A name in a file may be longer, up to all of
// the file, and each of its parts would be looked for as a folder.
const maxPath = 4096

// entries lists a folder of the project. Names are compared with the listing, not by
// asking for a file, so that case matters on every system.
func (p *project) entries(dir string) map[string]bool {
	if len(dir) > maxPath || !p.inside(dir) {
		return nil
	}
	return memo(&p.dirs, dir, func() map[string]bool {
		if !p.reaches(dir) {
			return nil
		}
		list, _ := os.ReadDir(dir)
		entries := make(map[string]bool, len(list))
		for _, e := range list {
			isDir := e.IsDir()
			if e.Type()&os.ModeSymlink != 0 {
				info, err := os.Stat(filepath.Join(dir, e.Name()))
				if err != nil {
					continue
				}
				isDir = info.IsDir()
			}
			entries[e.Name()] = isDir
		}
		return entries
	})
}

// reaches reports whether dir is a folder, from the root downwards: so a long path ends
// where its first folder is missing.
func (p *project) reaches(dir string) bool {
	from := len(strings.TrimSuffix(p.root, string(filepath.Separator))) + 1
	for upper := p.root; from < len(dir); {
		name, _, _ := strings.Cut(dir[from:], string(filepath.Separator))
		if !p.entries(upper)[name] {
			return false
		}
		from += len(name)
		upper = dir[:from]
		from++
	}
	return true
}

// sorted lists the names of a folder's files, or of its folders, in order.
func (p *project) sorted(dir string, folders bool) []string {
	var names []string
	for name, isDir := range p.entries(dir) {
		if isDir == folders {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func (p *project) isFile(path string) bool {
	if path == p.root {
		return false
	}
	isDir, ok := p.entries(filepath.Dir(path))[filepath.Base(path)]
	return ok && !isDir
}

func (p *project) isDir(path string) bool {
	return path == p.root || p.entries(filepath.Dir(path))[filepath.Base(path)]
}

// first gives the first of paths that is a file, or "".
func (p *project) first(paths ...string) string {
	for _, path := range paths {
		if p.isFile(path) {
			return path
		}
	}
	return ""
}

// up gives dir and the folders above it, up to the root.
func (p *project) up(dir string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for p.inside(dir) && yield(dir) && dir != p.root {
			dir = filepath.Dir(dir)
		}
	}
}

// nearest gives the first folder, from dir upwards, that has one of the files, with
// the path of that file; or "" twice.
func (p *project) nearest(dir string, names ...string) (folder, file string) {
	for d := range p.up(dir) {
		for _, name := range names {
			if f := filepath.Join(d, name); p.isFile(f) {
				return d, f
			}
		}
	}
	return "", ""
}

// text gives the content of a file of the project, or "".
func (p *project) text(path string) string {
	if !p.isFile(path) {
		return ""
	}
	return memo(&p.texts, path, func() string { return string(readFile(path, maxSize)) })
}

// readFile gives a regular file's content, or nil if it cannot be read or is longer
// than limit.
func readFile(path string, limit int64) []byte {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > limit {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	text := make([]byte, info.Size())
	n, err := io.ReadFull(f, text)
	if err != nil && err != io.ErrUnexpectedEOF && err != io.EOF {
		return nil
	}
	return text[:n]
}

// expand gives the folders below dir that a workspace glob names: "packages/*",
// "apps/**", "tools/cli".
func (p *project) expand(dir, glob string) []string {
	dirs := []string{dir}
	for segment := range strings.SplitSeq(path.Clean(filepath.ToSlash(glob)), "/") {
		var next []string
		for _, d := range dirs {
			switch {
			case segment == "**":
				next = append(next, p.below(d)...)
			case strings.ContainsAny(segment, "*?[{"):
				for _, name := range p.sorted(d, true) {
					if ok, _ := path.Match(segment, name); ok && !skipped(name) {
						next = append(next, filepath.Join(d, name))
					}
				}
			default:
				if sub := filepath.Join(d, segment); p.inside(sub) && p.isDir(sub) {
					next = append(next, sub)
				}
			}
		}
		dirs = next
	}
	return dirs
}

// below gives dir and every folder below it that Walk would enter.
func (p *project) below(dir string) []string {
	dirs := []string{dir}
	for i := 0; i < len(dirs) && len(dirs) < maxFolders; i++ {
		for _, name := range p.sorted(dirs[i], true) {
			sub := filepath.Join(dirs[i], name)
			if info, err := os.Lstat(sub); err == nil && info.IsDir() && !skipped(name) {
				dirs = append(dirs, sub)
			}
		}
	}
	return dirs
}

// maxFolders bounds a search through a tree of folders.
const maxFolders = 20000
