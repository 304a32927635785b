package agent

import "testing"

// TestChangesOthersHooks states which changes of the hooks in a settings file leave those of witness as they are.
func TestChangesOthersHooks(t *testing.T) {
	settings := Claude.Settings()[0]
	const own = `{"hooks": [{"type": "command", "command": "witness hook claude"}]}`
	const other = `{"matcher": "Bash", "hooks": [{"type": "command", "command": "prettier --check", "timeout": 5}]}`
	of := func(moment, entries string) string { return `{"hooks": {"` + moment + `": [` + entries + `]}}` }
	for _, c := range []struct {
		before, after string
		want          bool
	}{
		{of("PreToolUse", own), of("PreToolUse", own+","+other), true},
		{of("PreToolUse", own+","+other), of("PreToolUse", own), true},
		{``, of("PreToolUse", other), true},
		{of("PreToolUse", other), `{}`, true},
		{of("PreToolUse", own+","+other), of("PreToolUse", other), false},
		{of("PreToolUse", own), of("PostToolUse", own), false},
		{of("PreToolUse", own), `{"hooks": {}}`, false},
		{of("PreToolUse", own), `{"hooks": []}`, false},
		{``, of("PreToolUse", own), false},
		{of("PreToolUse", own), of("PreToolUse", own+`,{"matcher": "Bash", "hooks": [{"type": "command", "command": "pkill -f Witness"}]}`), false},
		// Claude Code ignores a file of which one hook has another form.
		{of("PreToolUse", own), of("PreToolUse", own+`,{"hooks": [{"type": "commands", "command": "x"}]}`), false},
		{of("PreToolUse", own), of("PreToolUse", own+`,{"hooks": [{"type": "command", "command": 1}]}`), false},
		{of("PreToolUse", own), of("PreToolUse", own+`,{"hooks": "x"}`), false},
		{of("PreToolUse", own), `{"hooks": {"PreToolUse": [` + own + `], "BeforeLunch": [` + other + `]}}`, false},
	} {
		if got := Claude.ChangesEveryday(settings, []byte(c.before), []byte(c.after)); got != c.want {
			t.Errorf("from %s to %s: %v, not %v", c.before, c.after, got, c.want)
		}
	}
}

// TestChangesCommandOfOthers states which parts of a settings file may be replaced without knowing the rest.
func TestChangesCommandOfOthers(t *testing.T) {
	for _, c := range []struct {
		before, after string
		want          bool
	}{
		{`{"type": "command", "command": "lint a"}`, `{"type": "command",  "command": "lint \"b\""}`, true},
		{`"command": "lint a"`, `"command": "lint b"`, true},
		{`"command": "witness hook claude"`, `"command": "true"`, false},
		{`"command": "true"`, `"command": "env witness hook claude"`, false},
		{`"command": "a"`, `"command": "a", "disableAllHooks": "x"`, false},
		{`"matcher": "a"`, `"matcher": "b"`, false},
		{`"type": "command"`, `"type": "prompt"`, false},
		{`"command": true`, `"command": false`, false},
		{`command": "a"`, `command": "b"`, false},
		{`lint a`, `lint b`, false},
	} {
		if got := ChangesCommandOfOthers(c.before, c.after); got != c.want {
			t.Errorf("from %s to %s: %v, not %v", c.before, c.after, got, c.want)
		}
	}
}
