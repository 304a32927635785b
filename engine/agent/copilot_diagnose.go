package agent

import "path/filepath"

// diagnoseCopilot looks for the folders that the user trusts. Without trust Copilot CLI 1.0.102 runs no hook of a
// project, without a word (measured).
//
// Each of the project's settings below turns off all hooks, also the user's and those of other files (1.0.102, measured);
// the user's settings cannot.
func diagnoseCopilot(a Agent, w Machine, s Settings) (problems []Problem) {
	for _, name := range []string{".github/copilot/settings.json", ".github/copilot/settings.local.json", ".claude/settings.json", ".claude/settings.local.json"} {
		problems = append(problems, disablingSettings(boolValue, "disableAllHooks", filepath.Join(w.Project, filepath.FromSlash(name)))...)
	}
	if s.Scope != "project" || w.Getenv("COPILOT_ALLOW_ALL") == "true" {
		return problems
	}
	home := filepath.Dir(filepath.Dir(w.Path(a.Settings()[1])))
	for _, name := range []string{"settings.json", "config.json"} {
		var config struct {
			Trusted []string `json:"trustedFolders"`
			Earlier []string `json:"trusted_folders"`
		}
		readJSON(filepath.Join(home, name), &config)
		for _, folder := range append(config.Trusted, config.Earlier...) {
			if isBelow(realPath(w.Project), realPath(folder)) {
				return problems
			}
		}
	}
	return append(problems, Problem{"Copilot does not trust this folder and ignores its hooks", filepath.Join(home, "config.json"), "start copilot in " + w.Project + " and choose \"Yes, and remember this folder for future sessions\""})
}
