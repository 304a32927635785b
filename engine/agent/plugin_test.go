package agent

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// The plugin directory says what `witness init` writes, and one version in every manifest;
// `go test ./engine/agent -run TestPlugin -update` rewrites its hooks.
func TestPlugin(t *testing.T) {
	plugin := filepath.Join("..", "..", "plugin")
	for client, path := range map[string]string{
		"claude": "hooks/claude.json", "codex": "hooks/codex.json", "copilot": "hooks/copilot.json",
		"gemini": "gemini/hooks/hooks.json",
	} {
		who, _ := Find(client)
		hooks, err := who.Settings[0].Apply(nil)
		if err != nil {
			t.Fatal(err)
		}
		path = filepath.Join(plugin, filepath.FromSlash(path))
		if *update {
			if err := os.WriteFile(path, hooks, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if have := read(t, path); have != string(hooks) {
			t.Errorf("%s is not what witness init %s writes: just plugin", path, client)
		}
	}
	skill := filepath.Join("skills", "witness", "SKILL.md")
	if read(t, filepath.Join(plugin, skill)) != read(t, filepath.Join(plugin, "gemini", skill)) {
		t.Errorf("plugin/gemini/%s is not a copy of plugin/%s", skill, skill)
	}
	versions := map[string]string{}
	for _, manifest := range []string{".claude-plugin/plugin.json", ".codex-plugin/plugin.json", "plugin.json", "gemini/gemini-extension.json"} {
		var m struct{ Name, Version string }
		if err := json.Unmarshal([]byte(read(t, filepath.Join(plugin, filepath.FromSlash(manifest)))), &m); err != nil {
			t.Fatalf("plugin/%s: %v", manifest, err)
		}
		versions[m.Version] = manifest
	}
	if len(versions) != 1 {
		t.Errorf("the manifests differ in their version: %v", versions)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
