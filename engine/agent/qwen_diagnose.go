package agent

// diagnoseQwen looks for the setting that turns all hooks off.
func diagnoseQwen(a Agent, w Machine, _ Settings) []Problem {
	return disablingSettings(boolValue, "disableAllHooks", siblingFiles(a, w, "settings.json")...)
}
