package main

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"witness"
	"witness/engine/check"
	"witness/engine/project"
	"witness/internal/testfiles"
)

// TestEmbeddedFilesHaveNoMistakes runs `witness rules check` on the embedded rules, readers and queries.
func TestEmbeddedFilesHaveNoMistakes(t *testing.T) {
	files, mistakes, err := check.Check(t.Context(), witness.Files, t.TempDir(), project.AsHooks, true)
	if err != nil {
		t.Fatal(err)
	}
	if files < 20 {
		t.Errorf("only %d files were checked", files)
	}
	for _, m := range mistakes {
		t.Error(m)
	}
}

// engineOrder lists the packages of the engine from the bottom to the top: each may import those
// before it and no other. The packages on one line are independent of each other.
var engineOrder = [][]string{
	{"regular", "sqltext", "tasks"},
	{"hook", "redact", "shell", "git", "marks"},
	{"agent", "calls", "deeds", "demands", "words"},
	{"bundle"},
	{"lines", "project"},
	{"packages", "remote", "selection", "store"},
	{"chain", "fleet", "runs"},
	{"facts"},
	{"disk", "guard", "readers"},
	{"state"},
	{"eval"},
	{""}, // the pipeline
	{"check", "spent"},
	{"inspect", "receipt", "report", "telemetry"},
}

// TestImports checks that the packages import each other in one direction, and only the modules
// listed here.
func TestImports(t *testing.T) {
	const engine, internal = "witness/engine", "witness/cmd/witness/internal/"
	root := strings.TrimSuffix(engine, "/engine") // the module may have another path: .ci/address
	modules := map[string][]string{
		engine + "/shell":     {"mvdan.cc/sh/v3/syntax", "mvdan.cc/sh/v3/expand"},
		engine + "/tasks":     {"github.com/BurntSushi/toml", "github.com/tailscale/hujson"},
		engine + "/words":     {"github.com/BurntSushi/toml"},
		engine + "/demands":   {"github.com/BurntSushi/toml"},
		engine + "/agent":     {"github.com/BurntSushi/toml", "github.com/tailscale/hujson"},
		engine + "/calls":     {"github.com/bmatcuk/doublestar/v4"},
		engine + "/bundle":    {"github.com/BurntSushi/toml", "github.com/bmatcuk/doublestar/v4", "golang.org/x/sys/unix"},
		engine + "/project":   {"github.com/BurntSushi/toml", "github.com/bmatcuk/doublestar/v4", "github.com/tailscale/hujson", "golang.org/x/sys/unix"},
		engine + "/spent":     {"github.com/dustin/go-humanize"},
		engine + "/store":     {"modernc.org/libc", "modernc.org/sqlite", "modernc.org/sqlite/lib"},
		engine + "/disk":      {"golang.org/x/sys/unix"},
		engine + "/eval":      {"github.com/bmatcuk/doublestar/v4"},
		engine:                {"github.com/BurntSushi/toml"},
		engine + "/check":     {"github.com/BurntSushi/toml"},
		engine + "/report":    {"github.com/dustin/go-humanize"}, // which modernc.org/libc brings in any case
		internal + "cli":      {"github.com/alecthomas/kong", "github.com/alecthomas/mango-kong", "github.com/muesli/roff", "github.com/rogpeppe/go-internal/diff"},
		internal + "replay":   {"github.com/bmatcuk/doublestar/v4"},
		internal + "ruletest": {"github.com/rogpeppe/go-internal/diff", "github.com/rogpeppe/go-internal/testscript", "github.com/rogpeppe/go-internal/txtar"},
		internal + "watch":    {"golang.org/x/sys/unix", "golang.org/x/sys/windows", "golang.org/x/term"},
		internal + "term":     {"github.com/mattn/go-isatty", "github.com/rivo/uniseg", "golang.org/x/sys/unix", "golang.org/x/term"},
	}
	// below maps a package to the packages of the module that it may import.
	below := map[string][]string{engine + "/agent": {engine + "/hook", engine + "/regular"}}
	var lower []string
	for _, rank := range engineOrder {
		var names []string
		for _, name := range rank {
			path := strings.TrimSuffix(engine+"/"+name, "/")
			names = append(names, path)
			if _, ok := below[path]; !ok {
				below[path] = lower
			}
		}
		lower = slices.Concat(lower, names)
	}
	below[root] = nil
	for _, name := range []string{"term", "install", "doctor", "replay", "ruletest", "watch"} {
		below[internal+name] = slices.Concat(lower, []string{root, internal + "term"})
	}
	below[internal+"doctor"] = append(below[internal+"doctor"], internal+"install", internal+"replay")
	below[internal+"cli"] = slices.Concat(lower, []string{root})
	for path := range below {
		if strings.HasPrefix(path, internal) && path != internal+"cli" {
			below[internal+"cli"] = append(below[internal+"cli"], path)
		}
	}
	below["witness/cmd/witness"] = []string{internal + "cli", internal + "term"}

	out, err := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Imports", root+"/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for dec := json.NewDecoder(strings.NewReader(string(out))); dec.More(); {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		allowed, listed := below[p.ImportPath]
		switch {
		case listed:
			seen++
		case strings.HasPrefix(p.ImportPath, engine) && p.ImportPath != engine+"/internal/testfiles", strings.HasPrefix(p.ImportPath, internal):
			t.Errorf("%s is not listed", p.ImportPath)
		}
		if !listed {
			continue // a tool of the repository, not part of the program
		}
		for _, i := range p.Imports {
			first, _, _ := strings.Cut(i, "/")
			own := i == root || strings.HasPrefix(i, root+"/")
			switch {
			case own && !slices.Contains(allowed, i), !own && strings.Contains(first, ".") && !slices.Contains(modules[p.ImportPath], i):
				t.Errorf("%s must not import %s", p.ImportPath, i)
			}
		}
	}
	if seen != len(below) {
		t.Errorf("%d of the %d packages listed exist", seen, len(below))
	}
}

// TestPackageSizes checks that each package of the engine has at most 25 files and 4,000 lines, except
// the two whose subjects are larger: the shell's commands and the agents.
func TestPackageSizes(t *testing.T) {
	for _, rank := range engineOrder {
		for _, name := range rank {
			if name == "shell" || name == "agent" {
				continue
			}
			files, lines := 0, 0
			for _, path := range testfiles.Glob(t, "engine/"+name+"/*.go", 1) {
				if !strings.HasSuffix(path, "_test.go") {
					files, lines = files+1, lines+strings.Count(testfiles.Read(t, path), "\n")
				}
			}
			if files > 25 || lines > 4000 {
				t.Errorf("engine/%s has %d files and %d lines", name, files, lines)
			}
		}
	}
}

// maxMethods is how many methods a type may have.
const maxMethods = 40

// TestMethods checks that no type of the module has more than maxMethods methods.
func TestMethods(t *testing.T) {
	methods := map[string]int{}
	err := filepath.WalkDir(testfiles.Root(t), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv != nil {
				methods[filepath.Base(filepath.Dir(path))+"."+typeName(f.Recv.List[0].Type)]++
			}
		}
		return nil
	})
	if err != nil || len(methods) < 100 {
		t.Fatalf("%d types with methods, %v", len(methods), err)
	}
	for name, n := range methods {
		if n > maxMethods {
			t.Errorf("%s has %d methods, more than %d: a part of its fields, with the methods that use them, wants to be a type of its own", name, n, maxMethods)
		}
	}
}

// typeName returns the name of the type of a receiver.
func typeName(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.StarExpr:
		return typeName(x.X)
	case *ast.IndexExpr:
		return typeName(x.X)
	case *ast.IndexListExpr:
		return typeName(x.X)
	}
	return ""
}

// TestNothingIsCompiledAtStart checks that no package compiles a regular expression when the program starts: each hook would pay for it.
func TestNothingIsCompiledAtStart(t *testing.T) {
	for _, pattern := range []string{"engine/*.go", "engine/*/*.go", "cmd/witness/*.go", "cmd/witness/internal/*/*.go"} {
		for _, path := range testfiles.Glob(t, pattern, 1) {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, decl := range file.Decls {
				if variables, ok := decl.(*ast.GenDecl); ok {
					ast.Inspect(variables, func(n ast.Node) bool {
						if called, ok := n.(*ast.SelectorExpr); ok && called.Sel.Name == "MustCompile" {
							t.Errorf("%s compiles a regular expression at the start; use sync.OnceValue", path)
						}
						_, isFunction := n.(*ast.FuncLit)
						return !isFunction
					})
				}
			}
		}
	}
}
