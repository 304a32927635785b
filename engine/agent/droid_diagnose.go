package agent

import "encoding/json"

// diagnoseDroid looks for droid's own switch: among the hooks of its settings, where the project's decides before the
// user's, and in hooks.json (droid 0.215.0, measured; it does not heed settings.local.json).
func diagnoseDroid(a Agent, w Machine, _ Settings) []Problem {
	off := func(value json.RawMessage) *bool {
		var hooks struct {
			Disabled *bool `json:"hooksDisabled"`
		}
		_ = json.Unmarshal(value, &hooks) // hooks of another form turn nothing off
		return hooks.Disabled
	}
	problems := disablingSettings(off, hooksKey, siblingFiles(a, w, "settings.json")...)
	for i := range problems {
		problems[i].What = `"hooksDisabled" in "hooks" turns all hooks off`
	}
	for _, path := range siblingFiles(a, w, "hooks.json") {
		problems = append(problems, disablingSettings(boolValue, "hooksDisabled", path)...)
	}
	for i := range problems {
		problems[i].Fix = "type /hooks in droid and turn hooks on"
	}
	return problems
}
