package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"witness/engine/agent"
)

// TestEverySettingsFileIsGuarded: whatever file an agent keeps its hooks in, another agent
// does not change it, nor take its folder away, without the user being asked.
func TestEverySettingsFileIsGuarded(t *testing.T) {
	home, project := t.TempDir(), t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", "")
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
		var out, complaint strings.Builder
		if status := run([]string{"hook", "plain"}, strings.NewReader(string(payload)), &out, &complaint); status != exitOK {
			t.Fatal(complaint.String())
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
				t.Errorf("%s: nobody is asked about an edit of %s", a.Name, path)
			}
			if !asked(map[string]any{"tool": "run", "command": "rm -rf " + filepath.Dir(path)}) {
				t.Errorf("%s: nobody is asked about rm -rf of the folder of %s", a.Name, path)
			}
		}
	}
}
