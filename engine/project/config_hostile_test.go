package project

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"witness/engine/bundle"
)

// TestHostileConfiguration checks that a file for which the TOML decoder would need minutes is
// refused, in the configuration and in a header, and that the number of reported mistakes and of
// exceptions is limited.
func TestHostileConfiguration(t *testing.T) {
	deep := map[string]string{
		"key":   strings.Repeat("a.", 100_000) + "a = 1\n",
		"table": "[" + strings.Repeat("a.", 100_000) + "a]\n",
		"value": "x = " + strings.Repeat("{a=", 40_000) + "1" + strings.Repeat("}", 40_000) + "\n",
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
	if c := configOf(t, strings.Repeat("[[except]]\nrule = 'a'\n", 5000)); len(c.Errs) != maxErrs+1 {
		t.Errorf("%d mistakes are reported", len(c.Errs))
	}
	if c := configOf(t, strings.Repeat("[[except]]\nrule = 'a'\npath = 'b'\nreason = 'c'\n", 5000)); len(c.exceptions) != maxExceptions || len(c.Errs) != 1 {
		t.Errorf("%d exceptions, %v", len(c.exceptions), c.Errs)
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
