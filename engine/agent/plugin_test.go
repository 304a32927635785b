package agent

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// The plugin directory holds the hooks that "witness init" writes, and all manifests have the
// same version. "go test ./engine/agent -run TestPlugin -update" rewrites the hooks.
func TestPlugin(t *testing.T) {
	plugin := filepath.Join("..", "..", "plugin")
	for client, path := range map[string]string{
		"claude": "hooks/claude.json", "codex": "hooks/codex.json", "copilot": "hooks/copilot.json",
		"gemini": "gemini/hooks/hooks.json",
	} {
		who, _ := Find(client)
		hooks, err := who.Settings()[0].Apply(nil)
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

// An enabled plugin is recognised by what the client's own command writes, measured with the
// versions that plugin.go names.
func TestPluginEnabled(t *testing.T) {
	const codexOn = "[marketplaces.witness]\nsource_type = \"local\"\n\n[plugins.\"witness@witness\"]\nenabled = true\n"
	for _, test := range []struct {
		agent         Agent
		file, on, off string
	}{
		{Claude, ".claude/settings.json", `{"enabledPlugins": {"witness@witness": true}}`, `{"enabledPlugins": {"witness@witness": false}}`},
		{Copilot, ".copilot/settings.json", `{"enabledPlugins": {"witness@witness": true}}`, `{"enabledPlugins": {"other@witness": true}}`},
		{Codex, ".codex/config.toml", codexOn, "[plugins.\"witness@witness\"]\nenabled = false\n"},
		{Gemini, ".gemini/extensions/witness/gemini-extension.json", "{}", ""},
	} {
		w := Machine{Project: t.TempDir(), Home: t.TempDir(), Getenv: environment(nil)}
		path := filepath.Join(w.Home, filepath.FromSlash(test.file))
		write(t, path, test.on)
		if have := test.agent.Plugin(test.agent, w); have != path {
			t.Errorf("%s: on, but %q names it", test.agent.Name, have)
		}
		if test.off == "" {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		} else {
			write(t, path, test.off)
		}
		if have := test.agent.Plugin(test.agent, w); have != "" {
			t.Errorf("%s: off, but %s names it", test.agent.Name, have)
		}
	}
	// The project's settings take precedence over the user's.
	w := Machine{Project: t.TempDir(), Home: t.TempDir(), Getenv: environment(nil)}
	write(t, filepath.Join(w.Home, ".claude", "settings.json"), `{"enabledPlugins": {"witness@witness": true}}`)
	write(t, filepath.Join(w.Project, ".claude", "settings.json"), `{"enabledPlugins": {"witness@witness": false}}`)
	if have := Claude.Plugin(Claude, w); have != "" {
		t.Errorf("the project turns it off, but %s names it", have)
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
