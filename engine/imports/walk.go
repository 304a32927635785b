package imports

import (
	"os"
	"path/filepath"
	"strings"
)

// skipped reports whether a folder of that name holds nothing that people write:
// installed packages, build products, caches, and everything hidden.
func skipped(name string) bool {
	switch name {
	case "node_modules", "vendor", "target", "dist", "build", "__pycache__":
		return true
	}
	return strings.HasPrefix(name, ".")
}

// IsConfig reports whether what a file of that name says decides where imports lead:
// tsconfig.json, go.mod and their like.
func IsConfig(name string) bool {
	switch name {
	case "package.json", "pnpm-workspace.yaml", "go.mod", "go.work", "Cargo.toml", "composer.json", "compile_commands.json", "pyproject.toml":
		return true
	}
	return strings.HasSuffix(name, ".json") && (strings.HasPrefix(name, "tsconfig") || strings.HasPrefix(name, "jsconfig"))
}

// Walk reads the source files below root and calls yield with each file's edges,
// folder by folder, in the order of their names. It enters no hidden folder, no .git, node_modules, vendor,
// target, dist, build or __pycache__, follows no symbolic link, and passes over files
// of more than 1 MB.
//
// The files that IsConfig knows are source files without edges.
//
// For every source file, known is asked first, with its size in bytes and the time of
// its last change in nanoseconds since 1970; where it answers true, the file is
// neither read nor yielded. It may be nil. At most limit source files are looked at,
// known ones included. Walk reports whether it saw everything: neither the limit nor
// an unreadable file or folder kept it from any.
//
// That a file has not changed does not prove that its edges have not: an import that
// led nowhere may lead to a file that was created since, or elsewhere by a changed tsconfig.json.
func Walk(root string, limit int, known func(path string, size, mtime int64) bool,
	yield func(path string, size, mtime int64, edges []Edge),
) (whole bool) {
	w := walker{project: open(root), left: limit, known: known, yield: yield, whole: true}
	w.folder(w.root)
	return w.whole
}

type walker struct {
	*project
	left  int // how many more source files may be looked at
	known func(path string, size, mtime int64) bool
	yield func(path string, size, mtime int64, edges []Edge)
	whole bool
}

// folder walks one folder, and reports whether to go on.
func (w *walker) folder(dir string) bool {
	list, err := os.ReadDir(dir)
	if err != nil {
		w.whole = false
	}
	for _, e := range list {
		path := filepath.Join(dir, e.Name())
		switch {
		case e.IsDir():
			if !skipped(e.Name()) && !w.folder(path) {
				return false
			}
		case e.Type().IsRegular() && (language(path) != nil || IsConfig(e.Name())):
			if w.left <= 0 {
				w.whole = false
				return false
			}
			w.left--
			w.file(path, e)
		}
	}
	return true
}

func (w *walker) file(path string, e os.DirEntry) {
	info, err := e.Info()
	if err != nil {
		w.whole = false
		return
	}
	size, mtime := info.Size(), info.ModTime().UnixNano()
	config := IsConfig(e.Name())
	if size > maxSize && !config || w.known != nil && w.known(path, size, mtime) {
		return
	}
	if config {
		w.yield(path, size, mtime, nil)
		return
	}
	content := readFile(path, maxSize)
	if content == nil {
		w.whole = false
		return
	}
	w.yield(path, size, mtime, w.edges(path, string(content)))
}
