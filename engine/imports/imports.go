// Package imports reads the imports of source files and resolves them to files of the
// project on disk.
//
// It reads text only: it runs no compiler or package manager and does not look outside
// the project, so an import of an installed package is an edge without a target. It knows
// JavaScript and TypeScript, Python and Go.
//
// Start at Of, for one file, and Walk, for a project. Each language has a type that
// implements language: its scanner, in <language>_scan.go, finds the imports in the text;
// its resolver, in <language>.go, finds the files they mean. What resolvers know about the
// disk comes from tree. A scanner is a function of the text alone, so it can be replaced
// for one language without changes to anything else.
package imports

import (
	"os"
	"path/filepath"
	"strings"
)

// An Edge is one import of a file: of another file of the project, or of a package
// outside it.
type Edge struct {
	From string // absolute path of the importing file
	To   string // absolute path of the imported file; "" if it is outside the project or does not exist
	Name string // the import as written; for a list of names, the module joined with one of them
}

// Of returns the edges of one file, in the order of the source and without duplicates.
// root is the absolute path of the project, path that of the file, and content what the
// file is taken to contain. A file in an unsupported language has no edges. An import of
// the file itself is left out.
func Of(root, path string, content []byte) []Edge {
	return openProject(root).edges(path, string(content))
}

// A language finds the imports of source files written in it.
type language interface {
	// edges calls add for each import in src, the content of path: with the import as
	// written, and the absolute path of the file of the project that it means, or "".
	edges(path, src string, add func(name, to string))
}

// addAll adds an import that means several files, or none.
func addAll(add func(name, to string), name string, files []string) {
	if len(files) == 0 {
		add(name, "")
	}
	for _, to := range files {
		add(name, to)
	}
}

// A project is a directory tree with a resolver for each language. Resolvers remember
// what they have read, so a project is used for one call of Of or Walk only.
type project struct {
	*tree
	languages map[string]language // by extension of the file
}

func openProject(root string) *project {
	t := &tree{root: filepath.Clean(root)}
	p := &project{tree: t, languages: map[string]language{}}
	for _, l := range []struct {
		language
		extensions string
	}{
		{&jsResolver{tree: t}, ".js .jsx .mjs .cjs .ts .tsx .mts .cts .vue .svelte"},
		{&pythonResolver{tree: t}, ".py .pyi"},
		{&goResolver{tree: t}, ".go"},
	} {
		for ext := range strings.FieldsSeq(l.extensions) {
			p.languages[ext] = l.language
		}
	}
	return p
}

func (p *project) edges(path, src string) []Edge {
	lang := p.languages[filepath.Ext(path)]
	if lang == nil {
		return nil
	}
	var edges []Edge
	seen := map[Edge]bool{}
	lang.edges(path, strings.TrimPrefix(src, "\uFEFF"), func(name, to string) {
		e := Edge{From: path, To: to, Name: name}
		if name == "" || to == path || seen[e] {
			return
		}
		seen[e] = true
		edges = append(edges, e)
	})
	return edges
}

// IsConfig reports whether a file with that base name affects how imports are resolved:
// tsconfig.json, go.mod and other manifests.
func IsConfig(name string) bool {
	switch name {
	case "package.json", "pnpm-workspace.yaml", "go.mod", "go.work", "pyproject.toml":
		return true
	}
	return strings.HasSuffix(name, ".json") && (strings.HasPrefix(name, "tsconfig") || strings.HasPrefix(name, "jsconfig"))
}

// Walk calls yield for each source file below root with its edges, in the order of
// filepath.WalkDir. It skips hidden directories, node_modules, vendor, target, dist, build
// and __pycache__, symbolic links, and files larger than 1 MB. The files for which
// IsConfig is true count as source files without edges.
//
// known, which may be nil, is called first for each source file, with its size in bytes
// and its modification time in nanoseconds since 1970. If it returns true, the file is
// neither read nor yielded. An unchanged file may still have changed edges: its imports
// may mean a file created since, or another one because a manifest changed.
//
// At most limit source files are visited, known ones included. Walk reports whether it
// visited all of them: whole is false if it reached the limit or could not read a file or
// directory.
func Walk(root string, limit int, known func(path string, size, mtime int64) bool,
	yield func(path string, size, mtime int64, edges []Edge),
) (whole bool) {
	w := walker{project: openProject(root), left: limit, known: known, yield: yield, whole: true}
	w.dir(w.root)
	return w.whole
}

type walker struct {
	*project
	left  int // how many more source files may be visited
	known func(path string, size, mtime int64) bool
	yield func(path string, size, mtime int64, edges []Edge)
	whole bool
}

// dir walks one directory and reports whether to continue.
func (w *walker) dir(dir string) bool {
	list, err := os.ReadDir(dir)
	if err != nil {
		w.whole = false
	}
	for _, e := range list {
		path := filepath.Join(dir, e.Name())
		switch {
		case e.IsDir():
			if !isSkipped(e.Name()) && !w.dir(path) {
				return false
			}
		case e.Type().IsRegular() && (w.languages[filepath.Ext(path)] != nil || IsConfig(e.Name())):
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
	var edges []Edge
	if !config {
		content := readFile(path, maxSize)
		if content == nil {
			w.whole = false
			return
		}
		edges = w.edges(path, string(content))
	}
	w.yield(path, size, mtime, edges)
}
