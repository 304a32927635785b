package imports_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"witness/engine/imports"
)

// TestLongNames gives each language a name that fills the file. The name resolves to
// nothing, takes no more than linear time, and does not hide the import that follows it.
func TestLongNames(t *testing.T) {
	long := func(part string) string { return strings.Repeat(part, 300_000/len(part)) }
	for _, c := range []struct{ name, file, src, to string }{
		{"js", "a.js", "import './" + long("a/") + "b'\nimport './b'\n", "b.js"},
		{"python", "a.py", "import " + long("a.") + "b\nfrom .b import c\n", "b.py"},
		{"python, relative", "a.py", "from ." + long("a.") + "b import c\nfrom .b import c\n", "b.py"},
		{"go", "a.go", "package a\nimport \"x.org/" + long("a/") + "b\"\nimport \"x.org/p\"\n", "p/p.go"},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := tree(t, map[string]string{
				c.file: c.src, c.to: "", "go.mod": "module x.org\n",
				"pyproject.toml": "[project]\nname = \"x\"\n",
			})
			var got []string
			for _, e := range imports.Of(root, filepath.Join(root, c.file), []byte(c.src)) {
				if e.To != "" && !slices.Contains(got, relative(t, root, e.To)) {
					got = append(got, relative(t, root, e.To))
				}
			}
			if want := []string{c.to}; !slices.Equal(got, want) {
				t.Errorf("the file imports %q, want %q", got, want)
			}
		})
	}
}

// TestHostileManifests gives the decoders of manifests files of 250 kB: those on which they
// would take minutes or gigabytes without a limit, and the slowest within the limits.
func TestHostileManifests(t *testing.T) {
	fill := func(part string) string { return strings.Repeat(part, 250_000/len(part)) }
	for _, c := range []struct{ name, manifest, text string }{
		{"go.mod, parentheses", "go.mod", fill("(\n")},
		{"go.mod, requirements", "go.mod", "module m\n" + fill("require a.b/c v1.0.0\n")},
		{"go.work, directories", "go.work", fill("use ./a\n")},
		{"json, nested arrays", "tsconfig.json", "// \n" + fill("[")},
		{"json, nested objects", "tsconfig.json", "// \n" + fill(`{"a":`)},
		{"json, comments", "tsconfig.json", fill("/**/") + "{}"},
		{"json, strings", "tsconfig.json", "// \n[" + fill(`"a",`) + "]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := tree(t, map[string]string{"go.mod": "module m\n", c.manifest: c.text, "src/b.py": "", "src/b.ts": ""})
			began := time.Now()
			imports.Of(root, filepath.Join(root, "src/a.py"), []byte("import c.d"))
			imports.Of(root, filepath.Join(root, "src/a.ts"), []byte("import 'c'"))
			imports.Of(root, filepath.Join(root, "src/a.go"), []byte("package a\nimport \"b.c/d\""))
			if took := time.Since(began); took > 5*time.Second {
				t.Errorf("took %v", took)
			} else {
				t.Log(took)
			}
		})
	}
}
