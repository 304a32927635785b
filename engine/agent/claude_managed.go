package agent

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"witness/engine/regular"
)

// claudeSystemFolder returns the folder of the settings that an administrator writes, as the program names it.
func claudeSystemFolder() string {
	switch runtime.GOOS {
	case "darwin":
		return "/Library/Application Support/ClaudeCode"
	case "windows":
		return `C:\Program Files\ClaudeCode`
	}
	return "/etc/claude-code"
}

// claudeManagedFiles returns the paths of the administrator's settings in the order of their precedence. They precede
// all others (Claude Code 2.1.330, measured).
func claudeManagedFiles(w Machine) []string {
	folder := w.Path(Settings{Scope: "system", Path: claudeSystemFolder()})
	entries, _ := os.ReadDir(filepath.Join(folder, "managed-settings.d")) // most machines have none
	paths := []string{filepath.Join(folder, "managed-settings.json")}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".json") {
			paths = append(paths, filepath.Join(folder, "managed-settings.d", e.Name()))
		}
	}
	slices.Reverse(paths)
	return paths
}

// onlyManagedHooks returns a Problem for the administrator's setting with which Claude Code runs no hooks but those of
// the administrator's files. In the settings of a user or a project it has no effect (Claude Code 2.1.330, measured).
func onlyManagedHooks(files []string) []Problem {
	for _, path := range files {
		if text, err := regular.Read(path, MaxSettings); err == nil && strings.Contains(string(text), "witness hook claude") {
			return nil
		}
	}
	path := fileThatSets(boolValue, "allowManagedHooksOnly", files...)
	if path == "" {
		return nil
	}
	return []Problem{{
		`"allowManagedHooksOnly" makes Claude Code ignore all hooks but those of the administrator`, path,
		"have the administrator of this machine add the hooks of witness there: witness init claude --print",
	}}
}
