package main

import (
	"path/filepath"
	"strings"
	"testing"

	"witness/engine/bundle"
)

// TestEveryFileHasScript checks that every embedded rule, reader, query and view has a script in testscripts, and
// every script there has its file.
func TestEveryFileHasScript(t *testing.T) {
	for _, kind := range []string{"rules", "facts", "queries", "views"} {
		names := func(suffix string, patterns ...string) map[string]bool {
			set := map[string]bool{}
			for _, pattern := range patterns {
				files, err := filepath.Glob(filepath.Join("../..", pattern))
				if err != nil {
					t.Fatal(err)
				}
				for _, f := range files {
					if name := strings.TrimSuffix(filepath.Base(f), suffix); !strings.HasPrefix(name, "_") {
						set[name] = true
					}
				}
			}
			return set
		}
		folder := kind + ".d"
		if kind == "views" {
			folder = kind
		}
		ext := bundle.Extensions(kind)[0]
		files, scripts := names(ext, folder+"/*"+ext, folder+"/*/*"+ext), names(".txtar", "testscripts/"+kind+"/*.txtar")
		for name := range files {
			if !scripts[name] {
				t.Errorf("%s/%s%s has no testscripts/%s/%s.txtar", folder, name, ext, kind, name)
			}
		}
		for name := range scripts {
			if !files[name] {
				t.Errorf("testscripts/%s/%s.txtar tests nothing: there is no %s/%s%s", kind, name, folder, name, ext)
			}
		}
	}
}
