package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"witness/cmd/witness/internal/cli"
	"witness/cmd/witness/internal/term"
	"witness/cmd/witness/scripttest"
)

// TestSchemas compares the schemas that witness prints with the types of its outputs. With -update it writes them.
func TestSchemas(t *testing.T) {
	for name := range cli.Outputs() {
		schema, err := scripttest.Schema(name, false)
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if err := term.WriteJSON(&text, schema); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join("internal/cli/schemas", strings.ReplaceAll(name, " ", "_")+".json")
		if _, err := os.Stat(file); err != nil && *scripttest.Update {
			writeFile(t, file, "")
		}
		checkFile(t, file, text.String())
	}
	files, err := filepath.Glob("internal/cli/schemas/*.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		name := strings.ReplaceAll(strings.TrimSuffix(filepath.Base(file), ".json"), "_", " ")
		if _, ok := cli.Outputs()[name]; !ok {
			t.Errorf("%s is of no output", file)
		}
	}
}
