package agent

// diagnoseQwen looks for the setting that turns all hooks off.
func diagnoseQwen(a Agent, w Machine, _ Settings) []Problem {
	files := append([]string{w.systemFile("QWEN_CODE_SYSTEM_SETTINGS_PATH", qwenSystemSettings)}, siblingFiles(a, w, "settings.json")...)
	return disablingSettings(boolValue, "disableAllHooks", files...)
}

// qwenSystemSettings is what precedes the settings of projects and users (Qwen Code 0.24.4, measured on Linux).
const qwenSystemSettings = "/etc/qwen-code/settings.json"
