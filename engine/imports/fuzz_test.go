package imports_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"witness/engine/imports"
)

// FuzzOf starts from the source files and manifests in testdata. The input serves as the
// source file and as each of the manifests of its project.
func FuzzOf(f *testing.F) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, member := range archive.Files {
			f.Add(filepath.Base(member.Name), string(member.Data))
		}
	}
	f.Fuzz(func(t *testing.T, name, content string) {
		files := map[string]string{"sub/a.js": "", "sub/a.py": ""}
		for _, manifest := range []string{
			"package.json", "tsconfig.json", "pnpm-workspace.yaml", "go.mod", "go.work", "pyproject.toml",
		} {
			files[manifest] = content
		}
		root := tree(t, files)
		for _, ext := range []string{filepath.Ext(name), ".tsx", ".vue", ".py", ".go"} {
			path := filepath.Join(root, "sub", "file"+ext)
			for _, e := range imports.Of(root, path, []byte(content)) {
				if e.From != path || e.Name == "" || e.To == path {
					t.Fatalf("%q has the edge %q", path, e)
				}
				if e.To != "" && (e.To != filepath.Clean(e.To) || !strings.HasPrefix(e.To, root+string(filepath.Separator))) {
					t.Fatalf("%q has an edge out of its project: %q", path, e)
				}
			}
		}
	})
}
