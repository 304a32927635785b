package agent

import "path/filepath"

// codexSystem returns the path of a file of the administrator.
func codexSystem(w Machine, name string) string {
	return w.Path(Settings{Scope: "system", Path: "/etc/codex/" + name})
}

// codexSystemHooks returns the path of a configuration of the system and whether it enables hooks, nil if it does not say.
// config.toml comes after the user's, managed_config.toml before all others (Codex 0.169.0, measured).
func codexSystemHooks(w Machine, name string) (path string, on any) {
	path = codexSystem(w, name)
	config, _ := codexConfig(path) // an invalid file of the system is not this user's to correct
	return path, codexHooksEnabled(config)
}

// codexRequiresManaged returns the path of the administrator's requirements if they turn hooks off, or all hooks but those of the
// administrator, "" if they do not (Codex 0.169.0, measured).
func codexRequiresManaged(w Machine) string {
	path := codexSystem(w, "requirements.toml")
	config, _ := codexConfig(path)
	if lookupTOML(config, "allow_managed_hooks_only") == true || codexHooksEnabled(config) == false {
		return filepath.Clean(path)
	}
	return ""
}
