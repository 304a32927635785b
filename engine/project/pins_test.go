package project

import (
	"os"
	"path/filepath"
	"testing"

	"witness/engine/bundle"
)

// TestPackIsReadAsVerified exchanges a file of a pack, and adds one, after the digest was compared: what is loaded is what was verified.
func TestPackIsReadAsVerified(t *testing.T) {
	root := t.TempDir()
	rules := filepath.Join(root, ".witness", "packs", "tidy", "rules.d")
	write := func(path, text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(rules, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"one.sql", "two.sql", "three.sql"} {
		write(filepath.Join(rules, name), "-- Good.\n--- message = \"good\"\nSELECT 1")
	}
	files, err := PackFiles(bundle.Dir(filepath.Join(root, ".witness", "packs", "tidy")))
	if err != nil {
		t.Fatal(err)
	}
	write(filepath.Join(root, ".witness.toml"), Pinned("", Pin{Name: "tidy", From: "../tidy", Digest: PackDigest(files)}))
	sources := packSources(nil, root, nil)
	if len(sources) != 1 {
		t.Fatalf("the pack has %d sources", len(sources))
	}
	write(filepath.Join(rules, "one.sql"), "-- Bad.\n--- message = \"bad\"\nSELECT 1")
	write(filepath.Join(rules, "four.sql"), "-- Bad.\n--- message = \"bad\"\nSELECT 1")
	for _, f := range (bundle.Loader{Sources: sources}).Load(bundle.Rules) {
		if err := f.Parse(); err == nil && f.Message != "good" {
			t.Errorf("%s is in force with the message %q, which nobody has verified", f.Name, f.Message)
		}
	}
	if len(packSources(nil, root, nil)) != 0 {
		t.Error("a pack that was changed is a source")
	}
}
