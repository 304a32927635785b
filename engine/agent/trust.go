package agent

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"witness/engine/regular"
)

// Clients run the hooks of a project only in a folder that the user trusts. A client that does not trust it says
// little or nothing, and neither do its hooks.

// What the user has to do, in each client's words.
const (
	geminiTrustNote  = "Gemini runs hooks only in a folder that you trust: start gemini and choose \"Trust folder\"; later /permissions changes it."
	copilotTrustNote = "Copilot runs the hooks of a project only in a folder that you trust: start copilot and choose \"Yes, and remember this folder for future sessions\"; " +
		"copilot -p needs that, or --trust-folder."
)

// readJSON reads a JSON file, with comments or without. A file that is missing or invalid leaves the value as it is.
func readJSON(path string, value any) {
	text, err := regular.Read(path, MaxSettings)
	if err == nil {
		_ = json.Unmarshal(blankComments(bytes.TrimPrefix(text, byteOrderMark)), value)
	}
}

// realPath returns a path without links, or the path itself if it does not exist.
func realPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// isBelow reports whether path is folder or in it. Both must be clean.
func isBelow(path, folder string) bool {
	return path == folder || strings.HasPrefix(path, strings.TrimSuffix(folder, string(filepath.Separator))+string(filepath.Separator))
}

// geminiDistrusts looks for a folder that is marked DO_NOT_TRUST, in which no hooks run, not even the user's. The
// longest rule that matches the folder decides (Gemini CLI 0.61.0, measured and by its source).
func geminiDistrusts(a Agent, w Machine) []Problem {
	home := filepath.Dir(w.Path(a.Settings[1]))
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

// diagnoseCopilot looks for the folders that the user trusts. Without trust Copilot CLI 1.0.102 runs no hook of a
// project, without a word (measured).
func diagnoseCopilot(a Agent, w Machine, s Settings) []Problem {
	if s.Scope != "project" || w.Getenv("COPILOT_ALLOW_ALL") == "true" {
		return nil
	}
	home := filepath.Dir(filepath.Dir(w.Path(a.Settings[1])))
	for _, name := range []string{"settings.json", "config.json"} {
		var config struct {
			Trusted []string `json:"trustedFolders"`
			Earlier []string `json:"trusted_folders"`
		}
		readJSON(filepath.Join(home, name), &config)
		for _, folder := range append(config.Trusted, config.Earlier...) {
			if isBelow(realPath(w.Project), realPath(folder)) {
				return nil
			}
		}
	}
	return []Problem{{"Copilot does not trust this folder and ignores its hooks", filepath.Join(home, "config.json"), "start copilot in " + w.Project + " and choose \"Yes, and remember this folder for future sessions\""}}
}

// diagnosePi looks for the decision about the project in trust.json: the nearest folder's counts, and without one the
// user's default (pi 0.79.10, by its source; 0.87.1, measured). Earlier versions trust every project.
func diagnosePi(a Agent, w Machine, s Settings) []Problem {
	if s.Scope != "project" || piBeforeTrust() {
		return nil
	}
	home := filepath.Dir(filepath.Dir(w.Path(a.Settings[1])))
	path := filepath.Join(home, "trust.json")
	var decisions map[string]*bool
	readJSON(path, &decisions)
	fix := "start pi in " + w.Project + " and type /trust"
	for folder := realPath(w.Project); ; folder = filepath.Dir(folder) {
		switch trusted := decisions[folder]; {
		case trusted != nil && *trusted:
			return nil
		case trusted != nil:
			return []Problem{{fmt.Sprintf("pi does not trust this project and does not load its extensions: %s is set to false", folder), path, fix}}
		}
		if folder == filepath.Dir(folder) {
			break
		}
	}
	var settings struct {
		Default string `json:"defaultProjectTrust"`
	}
	readJSON(filepath.Join(home, "settings.json"), &settings)
	if settings.Default == "always" {
		return nil
	}
	return []Problem{{"pi does not trust this project yet and does not load its extensions", path, fix}}
}

// piBeforeTrust reports whether the pi on PATH is older than 0.79, the first version that asks for trust.
func piBeforeTrust() bool {
	v, ok := programVersion("pi", "/pi-coding-agent")
	return ok && v[0] == 0 && v[1] < 79
}

// diagnoseDroid looks for droid's own switch among the hooks (droid 0.215.0, measured).
func diagnoseDroid(a Agent, w Machine, _ Settings) []Problem {
	off := func(value json.RawMessage) bool {
		var hooks struct {
			Disabled bool `json:"hooksDisabled"`
		}
		_ = json.Unmarshal(value, &hooks) // hooks of another form turn nothing off
		return hooks.Disabled
	}
	problems := disablingSettings(off, hooksKey, siblingFiles(a, w, "settings.json", "settings.local.json")...)
	for i := range problems {
		problems[i].What, problems[i].Fix = `"hooksDisabled" in "hooks" turns all hooks off`, "type /hooks in droid and turn hooks on"
	}
	return problems
}
