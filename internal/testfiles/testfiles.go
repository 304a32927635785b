// Package testfiles gives the tests of all packages the files of the repository.
package testfiles

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// Root returns the root of the repository, relative to the package that is tested.
func Root(tb testing.TB) string {
	tb.Helper()
	for dir := "."; len(dir) < 100; dir = filepath.Join("..", dir) {
		if _, err := os.Stat(filepath.Join(dir, "witness.go")); err == nil {
			return dir
		}
	}
	tb.Fatal("no witness.go above this folder")
	return ""
}

// Glob returns the paths that match a pattern relative to the root; there must be at least so many.
func Glob(tb testing.TB, pattern string, atLeast int) []string {
	tb.Helper()
	paths, err := filepath.Glob(filepath.Join(Root(tb), pattern))
	if err != nil || len(paths) < atLeast {
		tb.Fatalf("%s: %d files, %v; want %d", pattern, len(paths), err, atLeast)
	}
	return paths
}

// Read returns the text of a file.
func Read(tb testing.TB, path string) string {
	tb.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	return string(text)
}

// Own returns the texts of witness's own rules, readers and questions, by path.
func Own(tb testing.TB) map[string]string {
	tb.Helper()
	files := map[string]string{}
	for _, path := range slices.Concat(Rules(tb), Glob(tb, "facts.d/*.toml", 5), Glob(tb, "queries.d/*.sql", 5)) {
		name, err := filepath.Rel(Root(tb), path)
		if err != nil {
			tb.Fatal(err)
		}
		files[filepath.ToSlash(name)] = Read(tb, path)
	}
	return files
}

// Rules returns the paths of witness's own rules, also of those in the folders of packs.
func Rules(tb testing.TB) []string {
	tb.Helper()
	return slices.Concat(Glob(tb, "rules.d/*.sql", 20), Glob(tb, "rules.d/*/*.sql", 40))
}

// Scripts returns the files with this ending in the test scripts that match a pattern.
func Scripts(tb testing.TB, pattern, ending string) (texts []string) {
	tb.Helper()
	for _, path := range Glob(tb, pattern, 1) {
		script, err := txtar.ParseFile(path)
		if err != nil {
			tb.Fatal(err)
		}
		for _, file := range script.Files {
			if strings.HasSuffix(file.Name, ending) {
				texts = append(texts, string(file.Data))
			}
		}
	}
	return texts
}
