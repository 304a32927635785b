package imports_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"witness/engine/imports"
)

// BenchmarkOf reads one file of 200 kB for each language: a file of testdata followed by
// ordinary code. Nothing is kept between iterations, as between hooks.
func BenchmarkOf(b *testing.B) {
	for _, lang := range []struct{ project, file string }{
		{"js_syntax", "src/main.js"},
		{"ts_files", "src/app.tsx"},
		{"python", "pkg/core.py"},
		{"go", "main.go"},
	} {
		b.Run(lang.project, func(b *testing.B) {
			archive, err := txtar.ParseFile(filepath.Join("testdata", lang.project+".txtar"))
			if err != nil {
				b.Fatal(err)
			}
			root := b.TempDir()
			if err := txtar.Write(archive, root); err != nil {
				b.Fatal(err)
			}
			var text string
			for _, f := range archive.Files {
				if f.Name == lang.file {
					text = string(f.Data)
				}
			}
			const code = "  total = compute(value, \"a text\", 42) + limit / 2\n  check(list[i], other.name)\n"
			content := []byte(text + strings.Repeat(code, 200_000/len(code)))
			path := filepath.Join(root, lang.file)
			b.SetBytes(int64(len(content)))
			b.ReportAllocs()
			for b.Loop() {
				imports.Of(root, path, content)
			}
		})
	}
}
