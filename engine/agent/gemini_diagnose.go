package agent

import (
	"encoding/json"
	"path/filepath"
	"slices"
)

// geminiSystemSettings is what precedes the settings of projects and users (Gemini CLI 0.61.0, measured on Linux).
const geminiSystemSettings = "/etc/gemini-cli/settings.json"

// diagnoseGemini looks for the setting that turns off all hooks or those named witness, and for a folder that is
// not trusted.
func diagnoseGemini(a Agent, w Machine, _ Settings) []Problem {
	type hooksConfig struct {
		Enabled  *bool    `json:"enabled"`
		Disabled []string `json:"disabled"`
	}
	off := func(value json.RawMessage) *bool {
		var config hooksConfig
		_ = json.Unmarshal(value, &config) // a value of another form turns nothing off
		if config.Enabled == nil {
			return nil
		}
		off := !*config.Enabled
		return &off
	}
	files := append([]string{w.systemFile("GEMINI_CLI_SYSTEM_SETTINGS_PATH", geminiSystemSettings)}, siblingFiles(a, w, "settings.json")...)
	problems := disablingSettings(off, "hooksConfig", files...)
	for _, path := range files {
		var settings struct {
			Config hooksConfig `json:"hooksConfig"`
		}
		if readJSON(path, &settings); slices.Contains(settings.Config.Disabled, "witness") {
			problems = append(problems, Problem{`"hooksConfig" turns the hooks named witness off`, path, "remove \"witness\" from \"disabled\" in " + path})
		}
	}
	return append(problems, geminiDistrusts(a, w)...)
}

// geminiDistrusts looks for a folder that is marked DO_NOT_TRUST, in which no hooks run, not even the user's. The
// longest rule that matches the folder decides (Gemini CLI 0.61.0, measured and by its source).
func geminiDistrusts(a Agent, w Machine) []Problem {
	home := filepath.Dir(w.Path(a.Settings()[1]))
	path := filepath.Join(home, "trustedFolders.json")
	if moved := w.Getenv("GEMINI_CLI_TRUSTED_FOLDERS_PATH"); moved != "" {
		path = moved
	}
	var settings struct {
		Security struct {
			FolderTrust struct {
				Enabled *bool `json:"enabled"`
			} `json:"folderTrust"`
		} `json:"security"`
	}
	readJSON(filepath.Join(home, "settings.json"), &settings)
	if on := settings.Security.FolderTrust.Enabled; on != nil && !*on || w.Getenv("GEMINI_CLI_TRUST_WORKSPACE") == "true" {
		return nil
	}
	var rules map[string]string
	readJSON(path, &rules)
	longest, level := "", ""
	for folder, l := range rules {
		covered := folder
		if l == "TRUST_PARENT" {
			covered = filepath.Dir(folder)
		}
		if isBelow(realPath(w.Project), realPath(covered)) && len(folder) > len(longest) {
			longest, level = folder, l
		}
	}
	if level != "DO_NOT_TRUST" {
		return nil
	}
	return []Problem{{"Gemini does not trust this folder and runs no hooks in it: " + longest + " is marked DO_NOT_TRUST", path, "start gemini in " + w.Project + ", type /permissions and trust the folder"}}
}
