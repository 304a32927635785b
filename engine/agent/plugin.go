package agent

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"

	"witness/engine/regular"
)

// pluginID is the name under which clients register the plugin: plugin@marketplace.
const pluginID = "witness@witness"

// pluginScope is the scope of hooks that are installed as a plugin, for Diagnose.
const pluginScope = "plugin"

// PluginSettings are the Settings with which Diagnose is called for a plugin.
func PluginSettings() Settings { return Settings{Scope: pluginScope} }

// pluginEnabledIn returns the first of the settings files that mentions the plugin, if it enables
// it: {"enabledPlugins":{"witness@witness":true}}. That is what "claude plugin install" (Claude
// Code 2.1.197) and "copilot plugin install" (Copilot CLI 1.0.102) write, both measured.
func pluginEnabledIn(paths ...string) string {
	for _, path := range paths {
		text, err := regular.Read(path, MaxSettings)
		if err != nil {
			continue // no such settings
		}
		var tree struct {
			Enabled map[string]json.RawMessage `json:"enabledPlugins"`
		}
		// A file that does not parse enables no plugin.
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

// claudePlugin reads the local settings before the project's, and the user's last.
func claudePlugin(a Agent, w Machine) string {
	return pluginEnabledIn(siblingFiles(a, w, "settings.local.json", "settings.json")...)
}

// copilotPlugin reads settings.json in the client's home folder.
func copilotPlugin(a Agent, w Machine) string {
	return pluginEnabledIn(filepath.Join(filepath.Dir(filepath.Dir(w.Path(a.Settings()[1]))), "settings.json"))
}

// codexPlugin looks for the table with enabled = true that "codex plugin add" writes (Codex
// 0.169.0, measured).
func codexPlugin(a Agent, w Machine) string {
	path := filepath.Join(filepath.Dir(w.Path(a.Settings()[1])), "config.toml")
	config, _ := codexConfig(path)
	if lookupTOML(config, "plugins", pluginID, "enabled") != true {
		return ""
	}
	return path
}

// geminiPlugin looks for the extension where "gemini extensions install" puts it (Gemini CLI
// 0.61.0, measured).
func geminiPlugin(a Agent, w Machine) string {
	path := filepath.Join(filepath.Dir(w.Path(a.Settings()[1])), "extensions", "witness", "gemini-extension.json")
	if _, err := os.Stat(path); err != nil {
		return ""
	}
	return path
}

// isTrue reports whether a JSON value is true.
func isTrue(value json.RawMessage) bool { return string(value) == "true" }
