package agent

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
)

// plugin is what the clients call the plugin of witness, of the marketplace of that name.
const pluginID = "witness@witness"

// pluginEnabledIn is the first of some settings files that says whether the plugin is on, if it is:
// {"enabledPlugins":{"witness@witness":true}}, as "claude plugin install" (2.1.197) and
// "copilot plugin install" (1.0.102) write it.
func pluginEnabledIn(paths ...string) string {
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // no such settings
		}
		var tree struct {
			Enabled map[string]json.RawMessage `json:"enabledPlugins"`
		}
		// What does not parse names no plugin.
		_ = json.Unmarshal(blankComments(bytes.TrimPrefix(text, byteOrderMark)), &tree)
		if value, ok := tree.Enabled[pluginID]; ok {
			if isTrue(value) {
				return path
			}
			return ""
		}
	}
	return ""
}

// claudePlugin asks the local settings before the project's, and the user's last.
func claudePlugin(a Agent, w Where) string {
	return pluginEnabledIn(siblingFiles(a, w, "settings.local.json", "settings.json")...)
}

func copilotPlugin(a Agent, w Where) string {
	return pluginEnabledIn(filepath.Join(filepath.Dir(filepath.Dir(w.Path(a.Settings[1]))), "settings.json"))
}

// codexPlugin reads what "codex plugin add" (0.169.0) writes: a table with enabled = true.
func codexPlugin(a Agent, w Where) string {
	path := filepath.Join(filepath.Dir(w.Path(a.Settings[1])), "config.toml")
	config, _ := codexConfig(path)
	if lookupTOML(config, "plugins", pluginID, "enabled") != true {
		return ""
	}
	return path
}

// geminiPlugin finds the extension where "gemini extensions install" (0.61.0) puts it.
func geminiPlugin(a Agent, w Where) string {
	path := filepath.Join(filepath.Dir(w.Path(a.Settings[1])), "extensions", "witness", "gemini-extension.json")
	if _, err := os.Stat(path); err != nil {
		return ""
	}
	return path
}
