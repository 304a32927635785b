package imports_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"witness/engine/imports"
)

// TestLongNames gives every language a name that fills the file. It leads nowhere, and
// takes no longer than its length: looked for folder by folder, it took hours. The import
// behind it is read.
func TestLongNames(t *testing.T) {
	long := func(part string) string { return strings.Repeat(part, 300_000/len(part)) }
	for _, c := range []struct{ name, file, src, to string }{
		{"js", "a.js", "import './" + long("a/") + "b'\nimport './b'\n", "b.js"},
		{"python", "a.py", "import " + long("a.") + "b\nfrom .b import c\n", "b.py"},
		{"python, relative", "a.py", "from ." + long("a.") + "b import c\nfrom .b import c\n", "b.py"},
		{"go", "a.go", "package a\nimport \"x.org/" + long("a/") + "b\"\nimport \"x.org/p\"\n", "p/p.go"},
		{"rust", "src/lib.rs", "mod b;\nfn f() { crate::" + long("a::") + "b() }\n", "src/b.rs"},
		{"rust, use", "src/lib.rs", "use crate::" + long("a::") + "b;\nmod b;\n", "src/b.rs"},
		{"rust, within one another", "src/lib.rs", "mod b;\n" + long("mod a {\n"), "src/b.rs"},
		{"java", "A.java", "import com." + long("a.") + "b;\nclass A { B b; }\n", "B.java"},
		{"java, package", "A.java", "package com." + long("a.") + "b;\nimport B;\nclass A {}\n", "B.java"},
		{"java, full name", "A.java", "class A { com." + long("a.") + "b x; B b; }\n", "B.java"},
		{"ruby", "a.rb", "require_relative '" + long("a/") + "b'\nrequire_relative 'b'\n", "b.rb"},
		{"php", "a.php", "<?php require __DIR__ . '/" + long("a/") + "b.php';\nrequire __DIR__ . '/b.php';\n", "b.php"},
		{"c", "a.c", "#include \"" + long("a/") + "b.h\"\n#include \"b.h\"\n", "b.h"},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := t.TempDir()
			for file, text := range map[string]string{
				c.file: c.src, c.to: "", "go.mod": "module x.org\n", "com/a/a/a.txt": "",
				"Cargo.toml": "[package]\nname = \"x\"\n",
			} {
				file = filepath.Join(root, file)
				if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
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
