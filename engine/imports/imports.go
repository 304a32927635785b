// Package imports reads the imports of source files and resolves them to files of
// the project on disk. It reads text, never runs a compiler or a package manager,
// and knows nothing of what is installed outside the project: an import that leaves
// it is an edge to nothing.
package imports

import (
	"path/filepath"
	"strings"
)

// An Edge is one import of a file: to another file of the project, or to a package
// outside it.
type Edge struct {
	From string // absolute path of the importing file
	To   string // absolute path of the imported file, "" if it leaves the project or nothing is there
	Name string // the import as written; of a list of names, the module with one of them
}

// Of gives the edges of one file, given its content, in the order in which they are
// written and each once. root is the absolute path of the project, path that of the
// file. A file in a language that is not known has none. A file does not import itself.
func Of(root, path string, content []byte) []Edge {
	return open(root).edges(path, string(content))
}

// A reader calls add for every import in src, the content of path: its name, and the
// file of the project that it means, or "".
type reader func(p *project, path, src string, add func(name, to string))

// language gives the reader for a file, by its extension, or nil.
func language(path string) reader {
	switch filepath.Ext(path) {
	case ".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".vue", ".svelte":
		return (*project).javascript
	case ".py", ".pyi":
		return (*project).python
	case ".go":
		return (*project).golang
	case ".rs":
		return (*project).rust
	case ".java", ".kt", ".kts":
		return (*project).java
	case ".rb", ".rake", ".gemspec", ".ru":
		return (*project).ruby
	case ".php":
		return (*project).php
	case ".c", ".h", ".cc", ".hh", ".cpp", ".hpp", ".cxx", ".hxx", ".inl", ".ipp", ".m", ".mm":
		return (*project).c
	}
	return nil
}

func (p *project) edges(path, src string) []Edge {
	read := language(path)
	if read == nil {
		return nil
	}
	var edges []Edge
	seen := map[Edge]bool{}
	read(p, path, strings.TrimPrefix(src, "\uFEFF"), func(name, to string) {
		e := Edge{From: path, To: to, Name: name}
		if name == "" || to == path || seen[e] {
			return
		}
		seen[e] = true
		edges = append(edges, e)
	})
	return edges
}
