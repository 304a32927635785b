package project

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"witness/engine/bundle"
)

// TestHostileConfiguration checks that a file for which the TOML decoder would need minutes is
// refused, in the configuration and in a header, that a file with too many keys or bytes is refused
// whole, and that of many mistakes the first are reported with the number of the others.
func TestHostileConfiguration(t *testing.T) {
	deep := map[string]string{
		"key":   strings.Repeat("a.", 5_000) + "a = 1\n",
		"table": "[" + strings.Repeat("a.", 5_000) + "a]\n",
		"value": "x = " + strings.Repeat("{a=", 2000) + "1" + strings.Repeat("}", 2000) + "\n",
	}
	for name, text := range deep {
		if c := configOf(t, text); len(c.Errs) != 1 || !errors.Is(c.Errs[0], bundle.ErrDeep) {
			t.Errorf("%s: %v", name, c.Errs)
		}
		f := &bundle.File{Kind: bundle.Rules, Path: "a.sql", Text: "--- " + text + "SELECT 1"}
		if err := f.Parse(); !errors.Is(err, bundle.ErrDeep) {
			t.Errorf("%s in a header: %v", name, err)
		}
	}
	for name, text := range map[string]string{
		"keys":       strings.Repeat("a = 1\n", bundle.MaxEntries+1),
		"options":    "[rules.no_edit_unread]\n" + strings.Repeat("a = 1\n", bundle.MaxEntries),
		"values":     "a = [" + strings.Repeat("1,", bundle.MaxEntries) + "]\n",
		"exceptions": strings.Repeat("[[except]]\na = 1\n", bundle.MaxEntries),
		"tables":     strings.Repeat("[a]\n", bundle.MaxEntries+1),
	} {
		if c := configOf(t, text); len(c.Errs) != 1 || !errors.Is(c.Errs[0], bundle.ErrManyKeys) || len(c.rules) > 0 {
			t.Errorf("%s: %v", name, c.Errs)
		}
	}
	if c := configOf(t, "mode = \"observe\"\n"+strings.Repeat("# a comment\n", maxConfigSize/10)); len(c.Errs) != 1 || c.modes[layerProject] != "" {
		t.Errorf("a large file: %v", c.Errs)
	}
	mistakes := ""
	for i := range 100 {
		mistakes += fmt.Sprintf("key_%d = 1\n", i)
	}
	if c := configOf(t, mistakes); len(c.Errs) != maxMistakes+1 || !strings.HasSuffix(c.Errs[maxMistakes].Error(), ": 81 more mistakes") {
		t.Errorf("of 100 mistakes %d are reported: %v", len(c.Errs), c.Errs)
	}
	// Separators in strings and comments are text.
	if c := configOf(t, "[[except]]\nrule = 'a'\npath = 'b'\nreason = '''"+strings.Repeat("a, b = [c]\n", 1000)+"'''\n#"+strings.Repeat("=", 2000)+"\n"); len(c.Errs) != 0 || len(c.exceptions) != 1 {
		t.Errorf("a long reason: %v", c.Errs)
	}
}

// configOf loads the configuration of a project with this .witness.toml.
func configOf(t *testing.T, text string) *Config {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("HOME", dir)
	t.Setenv("XDG_CONFIG_HOME", "")
	t.Setenv("WITNESS_SYSTEM_CONFIG", filepath.Join(dir, "none.toml"))
	if err := os.WriteFile(filepath.Join(dir, ".witness.toml"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return LoadConfig(dir, dir, TrustAll)
}
