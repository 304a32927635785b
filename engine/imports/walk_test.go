package imports_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"witness/engine/imports"
)

// tree writes files, by relative path, to a new directory and returns the directory.
func tree(t testing.TB, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, content := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestWalkStopsAtItsLimit(t *testing.T) {
	root := tree(t, map[string]string{"a.js": "", "b/c.js": "", "d.js": "", "readme.md": ""})
	for limit, want := range map[int]string{0: "", 2: "a.js b/c.js", 3: "a.js b/c.js d.js", 9: "a.js b/c.js d.js"} {
		var got []string
		whole := imports.Walk(root, limit, nil, func(path string, _, _ int64, _ []imports.Edge) {
			got = append(got, relative(t, root, path))
		})
		if strings.Join(got, " ") != want || whole != (limit >= 3) {
			t.Errorf("limit %d: saw %v, whole %v", limit, got, whole)
		}
	}
}

func TestWalkSkipsKnownFiles(t *testing.T) {
	root := tree(t, map[string]string{"a.js": "import './b'", "b.js": ""})
	mtime := time.Unix(1700000000, 123000)
	if err := os.Chtimes(filepath.Join(root, "a.js"), mtime, mtime); err != nil {
		t.Fatal(err)
	}
	var asked, got []string
	whole := imports.Walk(root, 2, func(path string, size, at int64) bool {
		asked = append(asked, relative(t, root, path))
		return size == 12 && at == mtime.UnixNano()
	}, func(path string, _, _ int64, edges []imports.Edge) {
		got = append(got, relative(t, root, path))
	})
	if !whole || !slices.Equal(asked, []string{"a.js", "b.js"}) || !slices.Equal(got, []string{"b.js"}) {
		t.Errorf("asked for %v, yielded %v, whole %v", asked, got, whole)
	}
}

func TestWalkSkipsLargeFilesAndSymlinks(t *testing.T) {
	root := tree(t, map[string]string{"a.js": "import './large'; import './link'", "large.js": strings.Repeat(" ", 1<<20+1), "sub/b.js": ""})
	for link, target := range map[string]string{"link.js": "a.js", "sub/up": ".."} {
		if err := os.Symlink(target, filepath.Join(root, link)); err != nil {
			t.Skip(err)
		}
	}
	var got []string
	whole := imports.Walk(root, 100, nil, func(path string, _, _ int64, edges []imports.Edge) {
		got = append(got, relative(t, root, path))
		for _, e := range edges {
			got = append(got, relative(t, root, e.To))
		}
	})
	if want := []string{"a.js", "large.js", "link.js", "sub/b.js"}; !whole || !slices.Equal(got, want) {
		t.Errorf("got %v, want %v, whole %v", got, want, whole)
	}
}

func TestWalkReportsUnreadableDirectory(t *testing.T) {
	if imports.Walk(filepath.Join(t.TempDir(), "none"), 10, nil, nil) {
		t.Error("whole is true for a directory that does not exist")
	}
}

func TestOfUsesGivenContent(t *testing.T) {
	root := filepath.Join(tree(t, map[string]string{
		"project/a.ts": "import './old'", "project/new.ts": "", "project/old.ts": "", "outside.ts": "", "outside.py": "",
	}), "project")
	path := filepath.Join(root, "a.ts")
	got := imports.Of(root, path, []byte("\uFEFFimport './new'; import './new'; import './a'; import '../outside'"))
	want := []imports.Edge{
		{From: path, To: filepath.Join(root, "new.ts"), Name: "./new"},
		{From: path, Name: "../outside"},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	path = filepath.Join(root, "..", "b.py")
	if got, want := imports.Of(root, path, []byte("import outside")), []imports.Edge{{From: path, Name: "outside"}}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := imports.Of(root, filepath.Join(root, "a.txt"), []byte("import './new'")); got != nil {
		t.Errorf("a text file imports %v", got)
	}
}

func TestOfResolvesInstalledPackages(t *testing.T) {
	root := tree(t, map[string]string{
		"package.json":                            `{"workspaces": ["packages/*"]}`,
		"node_modules/ours/package.json":          `{"name": "ours"}`,
		"node_modules/ours/index.js":              "",
		"packages/ours/package.json":              `{"name": "ours"}`,
		"packages/ours/index.js":                  "",
		"packages/linked/package.json":            `{"name": "linked"}`,
		"packages/linked/index.js":                "",
		"node_modules/.pnpm/far/package.json":     `{"name": "far"}`,
		"node_modules/.pnpm/far/index.js":         "",
		"packages/not-installed/package.json":     `{"name": "not-installed"}`,
		"packages/not-installed/index.js":         "",
		"packages/app/node_modules/x/readme.json": "",
	})
	for link, target := range map[string]string{"linked": "../packages/linked", "far": ".pnpm/far"} {
		if err := os.Symlink(target, filepath.Join(root, "node_modules", link)); err != nil {
			t.Skip(err)
		}
	}
	root, err := filepath.EvalSymlinks(root)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	path := filepath.Join(root, "packages/app/a.js")
	for _, e := range imports.Of(root, path, []byte("import 'ours'; import 'linked'; import 'far'; import 'not-installed'")) {
		got = append(got, filepath.ToSlash(strings.TrimPrefix(e.To, root)))
	}
	if want := []string{"", "/packages/linked/index.js", "", "/packages/not-installed/index.js"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
