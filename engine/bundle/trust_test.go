//go:build unix

package bundle

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// TestIndexKeepsAcceptedForm checks that in a folder with an index the accepted form of a rule decides whether
// the rule concerns a call, and that accepting another form counts at once although no file has changed.
func TestIndexKeepsAcceptedForm(t *testing.T) {
	root := t.TempDir()
	write := func(name, tool string) string {
		text := fmt.Sprintf("--- tools   = [%q]\n--- message = \"x\"\n\nSELECT 1\n", tool)
		path := filepath.Join(root, "rules.d", name+".sql")
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return text
	}
	for i := range MinIndexed {
		write(fmt.Sprintf("r%d", i), "fetch")
	}
	accepted := ReadAccepted(filepath.Join(t.TempDir(), "trust"))
	accept := func(text string) {
		err := accepted.Accept(root, map[string]string{"rules.d/r0.sql": text}, func(string) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		accepted = ReadAccepted(accepted.folder)
	}
	accept(write("r0", "edit"))
	write("r0", "fetch") // the agent's change

	stored := map[string]string{}
	load := func() (names []string) {
		var ix *Index
		loader := Loader{
			Sources: []Source{{Origin: "project", FS: Dir(root), Accepted: accepted}},
			Index: func(kind, dir string, version func() string) *Index {
				wants := func(h *Header) bool { return slices.Contains(h.Tools, "edit") }
				ix = OpenIndex(kind, dir, version, func(path string) string { return stored[path] }, wants, time.Now().Add(time.Hour))
				return ix
			},
		}
		for _, f := range loader.Load(Rules) {
			if f.Parse() == nil && slices.Contains(f.Tools, "edit") {
				names = append(names, f.Name)
			}
		}
		maps.Copy(stored, ix.Changed())
		return names
	}
	for range 2 { // the second time with the index
		if names := load(); !slices.Equal(names, []string{"r0"}) {
			t.Fatalf("%v are in force, not the accepted form of r0", names)
		}
	}
	accept(write("r0", "fetch"))
	if names := load(); len(names) > 0 {
		t.Errorf("%v are in force, although another form of r0 was accepted", names)
	}
}

// TestDamagedAcceptedText checks that a text in the state folder counts only with the hash that was accepted.
func TestDamagedAcceptedText(t *testing.T) {
	accepted := ReadAccepted(filepath.Join(t.TempDir(), "trust"))
	if err := accepted.Accept("/p", map[string]string{"rules.d/a.sql": "text"}, func(string) bool { return true }); err != nil {
		t.Fatal(err)
	}
	if text, ok := accepted.Standing("rules.d/a.sql"); !ok || text != "text" {
		t.Fatalf("the accepted text is %q, %v", text, ok)
	}
	if err := os.WriteFile(filepath.Join(accepted.folder, hashOf("text")), []byte("other"), 0o600); err != nil {
		t.Fatal(err)
	}
	if text, ok := accepted.Standing("rules.d/a.sql"); ok {
		t.Errorf("%q is taken for the accepted text", text)
	}
}
