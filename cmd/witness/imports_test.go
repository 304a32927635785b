package main

import (
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"witness"
	"witness/engine/check"
)

// TestEmbeddedFilesHaveNoMistakes runs `witness rules check` on the embedded rules, readers and queries.
func TestEmbeddedFilesHaveNoMistakes(t *testing.T) {
	files, mistakes, err := check.Check(t.Context(), witness.Brain, t.TempDir())
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

// TestImports checks that each package imports only the packages and modules listed here.
func TestImports(t *testing.T) {
	const internal = "witness/cmd/witness/internal/"
	may := map[string][]string{
		"witness":                {},
		"witness/engine":         {"witness/engine/shell", "witness/engine/imports", "witness/engine/redact", "modernc.org/libc", "modernc.org/sqlite", "modernc.org/sqlite/lib", "golang.org/x/sys/unix", "github.com/BurntSushi/toml", "github.com/bmatcuk/doublestar/v4"},
		"witness/engine/shell":   {"mvdan.cc/sh/v3/syntax", "mvdan.cc/sh/v3/expand"},
		"witness/engine/imports": {"github.com/BurntSushi/toml", "github.com/tailscale/hujson"},
		"witness/engine/redact":  {},
		"witness/engine/agent":   {"witness/engine", "github.com/BurntSushi/toml", "github.com/tailscale/hujson"},
		"witness/cmd/witness": {
			"witness", "witness/engine", "witness/engine/agent", internal + "doctor", internal + "install", internal + "payload", internal + "replay",
			internal + "ruletest", internal + "term", "github.com/alecthomas/kong", "github.com/alecthomas/mango-kong", "github.com/muesli/roff",
		},
		internal + "doctor":   {"witness", "witness/engine", "witness/engine/agent", internal + "install", internal + "term"},
		internal + "install":  {"witness/engine", "witness/engine/agent", internal + "term"},
		internal + "payload":  {},
		internal + "replay":   {"witness", "witness/engine", "witness/engine/agent", internal + "term", "github.com/bmatcuk/doublestar/v4"},
		internal + "ruletest": {"witness", "witness/engine", internal + "term", "github.com/rogpeppe/go-internal/diff", "github.com/rogpeppe/go-internal/testscript", "github.com/rogpeppe/go-internal/txtar"},
		internal + "term":     {"witness/engine", "witness/engine/agent", "github.com/mattn/go-isatty", "golang.org/x/sys/unix"},
		internal + "testenv":  {},
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
		switch {
		case known:
		case strings.HasPrefix(p.ImportPath, internal):
			t.Errorf("%s is not listed", p.ImportPath)
			continue
		default:
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
