package main

import (
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"witness"
	"witness/engine"
)

// TestBrainHasNoMistakes loads and checks every embedded file, and tells all mistakes at
// once: unknown keys, columns and parameters, statements that scan.
func TestBrainHasNoMistakes(t *testing.T) {
	files, mistakes, err := engine.Check(t.Context(), witness.Brain, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if files < 20 {
		t.Errorf("only %d files were looked at", files)
	}
	for _, m := range mistakes {
		t.Error(m)
	}
}

// TestImports holds the one direction of imports between the packages.
func TestImports(t *testing.T) {
	may := map[string][]string{
		"witness":                {},
		"witness/engine":         {"witness/engine/shell", "witness/engine/imports", "witness/engine/secret", "modernc.org/libc", "modernc.org/sqlite", "modernc.org/sqlite/lib", "golang.org/x/sys/unix", "github.com/BurntSushi/toml", "github.com/bmatcuk/doublestar/v4"},
		"witness/engine/shell":   {"mvdan.cc/sh/v3/syntax", "mvdan.cc/sh/v3/expand"},
		"witness/engine/imports": {},
		"witness/engine/secret":  {},
		"witness/engine/agent":   {"witness/engine", "github.com/tailscale/hujson"},
		"witness/cmd/witness": {
			"witness", "witness/engine", "witness/engine/agent", "github.com/alecthomas/kong", "github.com/bmatcuk/doublestar/v4", "github.com/mattn/go-isatty",
			"github.com/rogpeppe/go-internal/diff", "golang.org/x/sys/unix",
			"github.com/alecthomas/mango-kong", "github.com/muesli/roff", "github.com/rogpeppe/go-internal/testscript", "github.com/rogpeppe/go-internal/txtar",
		},
	}
	out, err := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Imports", "witness/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for dec := json.NewDecoder(strings.NewReader(string(out))); dec.More(); {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		allowed, known := may[p.ImportPath]
		if !known {
			continue // a tool of the repository, not part of the program
		}
		for _, i := range p.Imports {
			first, _, _ := strings.Cut(i, "/")
			if (strings.Contains(first, ".") || first == "witness") && !slices.Contains(allowed, i) {
				t.Errorf("%s must not import %s", p.ImportPath, i)
			}
		}
	}
}
