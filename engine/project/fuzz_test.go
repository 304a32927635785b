package project

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"witness/internal/testfiles"
)

// FuzzConfig checks that no file makes LoadConfig panic, that a project cannot set the limits, and
// that every mistake begins with the file's name.
func FuzzConfig(f *testing.F) {
	f.Add("[rules]\nno_thrashing = [\"warn\", { threshold = 5 }]\n[privacy]\npatterns = ['x(?P<secret>y)']\n", true)
	for _, ending := range []string{".toml", ".json"} {
		for _, text := range testfiles.Scripts(f, "testscripts/*/*.txtar", "witness"+ending) {
			f.Add(text, false)
		}
	}
	f.Add("[limits]\nbefore_ms = 0\nrules.a = { severity = \"block\", locked = true }", false)
	f.Add(`{"rules": {"a": ["off", {"threshold": 1e400}], "b": {"locked": true}}}`, true)
	f.Fuzz(func(t *testing.T, text string, user bool) {
		dir := t.TempDir()
		t.Setenv("HOME", dir)
		t.Setenv("XDG_CONFIG_HOME", "")
		t.Setenv("WITNESS_SYSTEM_CONFIG", filepath.Join(dir, "none.toml"))
		empty := LoadConfig(dir, dir, AsHooks)
		for _, ending := range []string{"toml", "json"} {
			path := filepath.Join(dir, ".witness."+ending)
			if user {
				path = filepath.Join(dir, ".config", "witness", "config."+ending)
			}
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
				t.Fatal(err)
			}
			c := LoadConfig(dir, dir, AsHooks)
			if c.BeforeMS < 1 || c.AfterMS < 1 || !user && (c.BeforeMS != empty.BeforeMS || len(c.Secrets.Patterns) > 0) {
				t.Errorf("%q sets %d and %d ms and %v", text, c.BeforeMS, c.AfterMS, c.Secrets.Patterns)
			}
			for _, err := range c.Errs {
				if !strings.HasPrefix(err.Error(), path) {
					t.Errorf("the mistake in %q does not name the file: %v", text, err)
				}
			}
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}
	})
}
