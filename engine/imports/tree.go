package imports

import (
	"iter"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/regular"
)

const (
	// maxSize is the size in bytes above which a file is not read. Larger source files
	// are generated.
	maxSize = 1 << 20
	// maxPath is the length above which a path is not looked up. A name in a hostile file
	// can be as long as the file, and each of its elements would be looked up.
	maxPath = 4096
	// maxDirs bounds the directories that tree.below returns.
	maxDirs = 20000
)

// isSkipped reports whether directories of that name hold no source files of the project:
// installed packages, build output, caches, and hidden directories.
func isSkipped(name string) bool {
	switch name {
	case "node_modules", "vendor", "target", "dist", "build", "__pycache__":
		return true
	}
	return strings.HasPrefix(name, ".")
}

// A tree is the directory of a project, with the listings and texts read so far. Paths
// are absolute; those outside the root are treated as missing.
type tree struct {
	root  string
	dirs  map[string]map[string]bool // directory to its entries: name to whether it is a directory
	texts map[string]string
}

// memo returns m[k] and computes it first if it is missing. While it is computed the entry
// has the zero value, which ends a recursion through files that refer to each other.
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
func (t *tree) inside(path string) bool {
	return path == t.root || strings.HasPrefix(path, strings.TrimSuffix(t.root, string(filepath.Separator))+string(filepath.Separator))
}

// entries lists a directory. A file is looked up in the listing of its directory, not by
// os.Stat, so that names are case-sensitive on every system.
func (t *tree) entries(dir string) map[string]bool {
	if len(dir) > maxPath || !t.inside(dir) {
		return nil
	}
	return memo(&t.dirs, dir, func() map[string]bool {
		if !t.exists(dir) {
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

// exists reports whether dir is a directory. It descends from the root and stops at the
// first element that is missing, so that a long path costs little.
func (t *tree) exists(dir string) bool {
	from := len(strings.TrimSuffix(t.root, string(filepath.Separator))) + 1
	for parent := t.root; from < len(dir); {
		name, _, _ := strings.Cut(dir[from:], string(filepath.Separator))
		if !t.entries(parent)[name] {
			return false
		}
		from += len(name)
		parent = dir[:from]
		from++
	}
	return true
}

// files returns the sorted names of the files in a directory.
func (t *tree) files(dir string) []string { return t.names(dir, false) }

// subdirs returns the sorted names of the directories in a directory.
func (t *tree) subdirs(dir string) []string { return t.names(dir, true) }

func (t *tree) names(dir string, dirs bool) []string {
	var names []string
	for name, isDir := range t.entries(dir) {
		if isDir == dirs {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func (t *tree) isFile(path string) bool {
	if path == t.root {
		return false
	}
	isDir, ok := t.entries(filepath.Dir(path))[filepath.Base(path)]
	return ok && !isDir
}

func (t *tree) isDir(path string) bool {
	return path == t.root || t.entries(filepath.Dir(path))[filepath.Base(path)]
}

// first returns the first of paths that is a file, or "".
func (t *tree) first(paths ...string) string {
	for _, path := range paths {
		if t.isFile(path) {
			return path
		}
	}
	return ""
}

// ancestors yields dir and its parents up to the root.
func (t *tree) ancestors(dir string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for t.inside(dir) && yield(dir) && dir != t.root {
			dir = filepath.Dir(dir)
		}
	}
}

// nearest returns the first directory, from dir upwards, that contains one of the files,
// and the path of that file; or two empty strings.
func (t *tree) nearest(dir string, names ...string) (found, file string) {
	for d := range t.ancestors(dir) {
		for _, name := range names {
			if f := filepath.Join(d, name); t.isFile(f) {
				return d, f
			}
		}
	}
	return "", ""
}

// text returns the content of a file, or "" if it is missing, unreadable or larger than
// maxSize.
func (t *tree) text(path string) string {
	if !t.isFile(path) {
		return ""
	}
	return memo(&t.texts, path, func() string { return string(readFile(path, maxSize)) })
}

// readFile returns the content of a file, or nil if it cannot be read or is larger than limit.
func readFile(path string, limit int64) []byte {
	text, err := regular.Read(path, limit)
	if err != nil {
		return nil
	}
	return text
}

// glob returns the directories below dir that match a pattern of a workspace, such as
// "packages/*", "apps/**" or "tools/cli".
func (t *tree) glob(dir, pattern string) []string {
	dirs := []string{dir}
	for segment := range strings.SplitSeq(path.Clean(filepath.ToSlash(pattern)), "/") {
		var next []string
		for _, d := range dirs {
			switch {
			case segment == "**":
				next = append(next, t.below(d)...)
			case strings.ContainsAny(segment, "*?[{"):
				for _, name := range t.subdirs(d) {
					if ok, _ := path.Match(segment, name); ok && !isSkipped(name) {
						next = append(next, filepath.Join(d, name))
					}
				}
			default:
				if sub := filepath.Join(d, segment); t.inside(sub) && t.isDir(sub) {
					next = append(next, sub)
				}
			}
		}
		dirs = next
	}
	return dirs
}

// below returns dir and every directory below it that Walk would enter.
func (t *tree) below(dir string) []string {
	dirs := []string{dir}
	for i := 0; i < len(dirs) && len(dirs) < maxDirs; i++ {
		for _, name := range t.subdirs(dirs[i]) {
			sub := filepath.Join(dirs[i], name)
			if info, err := os.Lstat(sub); err == nil && info.IsDir() && !isSkipped(name) {
				dirs = append(dirs, sub)
			}
		}
	}
	return dirs
}

// absolute returns path as it is if it is absolute, and joined to dir otherwise.
func absolute(dir, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}

// isRelative reports whether a name begins with "./" or "../", or is "." or "..".
func isRelative(name string) bool {
	return name == "." || name == ".." || strings.HasPrefix(name, "./") || strings.HasPrefix(name, "../")
}
