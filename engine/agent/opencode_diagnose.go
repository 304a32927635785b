package agent

// diagnoseOpencode looks for the variable with which opencode passes over what a project brings, its plugins too
// (1.18.33, measured). The user's plugin is loaded in any case.
func diagnoseOpencode(_ Agent, w Machine, s Settings) []Problem {
	const name = "OPENCODE_DISABLE_PROJECT_CONFIG"
	if s.Scope != "project" || !isOn(w.Getenv(name)) {
		return nil
	}
	return []Problem{{name + " keeps the plugin of a project from being loaded", "", "unset " + name + ", or: witness init --user opencode"}}
}
