package imports_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"witness/engine/imports"
)

var update = flag.Bool("update", false, "rewrite the edges in testdata")

// TestProjects compares the edges of each project in testdata with its last file, edges,
// which has a line for each: `from -> to`, with the quoted name of the import in place of
// to if that is outside the project.
func TestProjects(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no projects in testdata: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			last := len(archive.Files) - 1
			if last < 0 || archive.Files[last].Name != "edges" {
				t.Fatalf("%s does not end in a file named edges", file)
			}
			root := t.TempDir()
			if err := txtar.Write(&txtar.Archive{Files: archive.Files[:last]}, root); err != nil {
				t.Fatal(err)
			}
			got := list(t, root)
			if *update {
				archive.Files[last].Data = []byte(got)
				if err := os.WriteFile(file, txtar.Format(archive), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if want := string(archive.Files[last].Data); got != want {
				t.Errorf("edges of %s:\n%s\nwant:\n%s", file, got, want)
			}
		})
	}
}

// list walks a project and returns its edges in the format of testdata.
func list(t *testing.T, root string) string {
	var b strings.Builder
	whole := imports.Walk(root, 1000, nil, func(path string, size, mtime int64, edges []imports.Edge) {
		seen := map[string]bool{}
		for _, e := range edges {
			to := fmt.Sprintf("%q", e.Name)
			if e.To != "" {
				to = relative(t, root, e.To)
			}
			line := fmt.Sprintf("%s -> %s\n", relative(t, root, e.From), to)
			if !seen[line] {
				seen[line] = true
				b.WriteString(line)
			}
		}
	})
	if !whole {
		t.Error("Walk reports that it did not visit all files")
	}
	return b.String()
}

func relative(t *testing.T, root, path string) string {
	rel, err := filepath.Rel(root, path)
	if err != nil {
		t.Fatal(err)
	}
	return filepath.ToSlash(rel)
}
