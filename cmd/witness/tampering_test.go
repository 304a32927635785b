package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"witness/cmd/witness/internal/term"
	"witness/engine/agent"
)

// TestSettingsFilesAreGuarded checks that the user is asked before an agent edits a settings file
// of any agent, or removes its directory.
func TestSettingsFilesAreGuarded(t *testing.T) {
	home, project := t.TempDir(), t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_STATE_HOME", filepath.Join(home, "state"))
	t.Setenv("WITNESS_STRICT", "1")
	t.Setenv("WITNESS_SYSTEM_CONFIG", filepath.Join(home, "none.toml"))
	if err := os.Mkdir(filepath.Join(project, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	asked := func(call map[string]any) bool {
		call["protocol"], call["session"], call["moment"], call["cwd"] = "witness/1", "s1", "before", project
		payload, err := json.Marshal(call)
		if err != nil {
			t.Fatal(err)
		}
		var out, stderr strings.Builder
		if status := plainHook(payload, &out, &stderr); status != term.ExitOK {
			t.Fatal(stderr.String())
		}
		return strings.Contains(out.String(), "changes ")
	}
	for _, a := range agent.All {
		for _, s := range a.Settings {
			path := filepath.Join(map[string]string{"project": project, "user": home}[s.Scope], filepath.FromSlash(s.Path))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, nil, 0o644); err != nil {
				t.Fatal(err)
			}
			if !asked(map[string]any{"tool": "edit", "files": []map[string]string{{"path": path, "kind": "edit"}}}) {
				t.Errorf("%s: the user is not asked before an edit of %s", a.Name, path)
			}
			if !asked(map[string]any{"tool": "run", "command": "rm -rf " + filepath.Dir(path)}) {
				t.Errorf("%s: the user is not asked before rm -rf of the directory of %s", a.Name, path)
			}
		}
	}
}
