package project

import (
	"os"
	"testing"

	"witness/internal/testfiles"
)

// TestClasses checks the class of files by the embedded globs, and that those of the configuration
// are tried before them.
func TestClasses(t *testing.T) {
	assets := os.DirFS(testfiles.Root(t))
	c := newConfig()
	own := c.Classes(assets)
	for file, want := range map[string]string{
		"main.go": "code", "web/app.vue": "code", "setup.py": "code", "src/build/main.go": "code", "db/1.sql": "code",
		"main_test.go": "test", "pkg/tests/data.json": "test", "test_a.py": "test", "club/tests.py": "test", "latests.py": "code", "mod_test.ts": "test", "contest_a.py": "code", "a.spec.ts": "test",
		"src/test/java/A.java": "test", "latest/a.py": "code", "fixtures/README.md": "test",
		"package.json": "settings", ".github/workflows/ci.yml": "settings", "Dockerfile": "settings", "requirements-dev.txt": "settings",
		"vite.config.ts": "settings", ".eslintrc.js": "settings", "deploy/Makefile": "settings",
		"README.md": "document", "docs/index.rst": "document", "LICENSE": "document", "notes.txt": "document",
		"package-lock.json": "generated", "Cargo.lock": "generated", "dist/a.js": "generated", "api/a.pb.go": "generated", "a.min.js": "generated",
		"node_modules/x/README.md": "generated", "lib/m/.git.bak/hooks/pre-push.sample": "generated", "distance/a.js": "code",
		"/tmp/x.py": "scratch", "/tmp/a/test_b.py": "scratch", "a.go.orig": "scratch", "scratch/try.py": "scratch", "pi/test/.gitkeep": "scratch", "a/tmp.go": "code",
		"/C:/Users/u/.gemini/antigravity/scratch/app/a.py": "code", "/home/u/.gemini/antigravity-ide/scratch/app/a_test.go": "test", "antigravity/scratch/a.py": "scratch",
		"/home/u/other/a.py": "code", "logo.png": "", "style.css": "", "": "",
	} {
		if got := own.Of(file); got != want {
			t.Errorf("%s is %q, want %q", file, got, want)
		}
	}

	c = newConfig()
	c.apply(layerUser, "files.generated", Entry{Value: []any{"api/**"}})
	c.apply(layerProject, "files.document", Entry{Value: []any{"api/*.html", "*.golden"}})
	c.apply(layerProject, "files.test", Entry{Value: []any{"*.golden"}})
	own = c.Classes(assets)
	for file, want := range map[string]string{
		"api/index.html": "document", "api/client.go": "generated", "a.golden": "test", "main.go": "code",
	} {
		if got := own.Of(file); got != want {
			t.Errorf("with a configuration %s is %q, want %q", file, got, want)
		}
	}
}

// BenchmarkClasses measures what the first file of a hook costs: files.txt is decoded for it.
func BenchmarkClasses(b *testing.B) {
	assets := os.DirFS(testfiles.Root(b))
	for b.Loop() {
		newConfig().Classes(assets).Of("src/deep/folder/main.zz")
	}
}
