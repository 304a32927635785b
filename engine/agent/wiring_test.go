package agent

import "testing"

// TestChangesEveryday states which changes of a settings file leave the hooks as they are.
func TestChangesEveryday(t *testing.T) {
	hooks := `"hooks": {"PreToolUse": [{"hooks": [{"command": "witness hook claude"}]}]}`
	settings := Settings{Path: ".claude/settings.json"}
	for _, c := range []struct {
		before, after string
		want          bool
	}{
		{`{` + hooks + `}`, `{"permissions": {"allow": ["Bash(ls)"]}, ` + hooks + `}`, true},
		{`{"model": "a", ` + hooks + `}`, `{` + hooks + `}`, true},
		{``, `{"model": "opus"}`, true},
		{`{` + hooks + `}`, `{}`, false},
		{`{` + hooks + `}`, `{"permissions": "Bash", ` + hooks + `}`, false}, // the client ignores the file
		{`{` + hooks + `}`, `{"permissions": {"allow": [1]}, ` + hooks + `}`, false},
		{`{` + hooks + `}`, `{"env": {"PATH": "/tmp"}, ` + hooks + `}`, false},
		{`{` + hooks + `}`, `{// hi` + "\n" + hooks + `}`, false},
		{`{` + hooks + `}`, `{` + hooks + `, "disableAllHooks": true}`, false},
		{`{"disableAllHooks": false}`, `{}`, false},
		{`{` + hooks + `}`, `{` + hooks + `, "swarm": {"agents": [8]}}`, true}, // the client passes over what it does not know
		{`{"swarm": 1, ` + hooks + `}`, `{` + hooks + `, "verbose": true}`, true},
		{`{` + hooks + `}`, `{` + hooks + `, "verbose": "yes"}`, false},
		{`{` + hooks + `}`, `{` + hooks + `, "statusLine": {"type": "command", "command": "date"}}`, true},
		{`{` + hooks + `}`, `{` + hooks + `, "statusLine": {"command": "date"}}`, false},
		{`{` + hooks + `}`, `{` + hooks + `, "cleanupPeriodDays": 0}`, false},
		{`{` + hooks + `}`, `{` + hooks, false},
	} {
		if got := Claude.ChangesEveryday(settings, []byte(c.before), []byte(c.after)); got != c.want {
			t.Errorf("from %s to %s: %v, not %v", c.before, c.after, got, c.want)
		}
	}
	if codex := (Settings{Path: ".codex/config.toml"}); !Codex.ChangesEveryday(codex, nil, []byte("model = \"x\"\n")) || Codex.ChangesEveryday(codex, nil, []byte("[features]\nhooks = false\n")) {
		t.Error("a TOML file is not read as one")
	}
}

// TestChangesUnknown states which parts of a settings file, without what is around them, leave the hooks as they are.
func TestChangesUnknown(t *testing.T) {
	for _, c := range []struct {
		before, after string
		want          bool
	}{
		{`"models": {"default": "a"},`, `"models": {"default": "b", "plan": "c"},`, true},
		{`"default": "a",`, `"default": "b",`, true},
		{`"swarm": {"on": true}`, ``, true},
		{"{\n  \"env\": {", "{\n  \"verbose\": true,\n  \"env\": {", true},
		{`true } }`, `true, "scan": true } }`, true},
		{`"timeout": 10`, `"timeout": 1`, false},
		{`"command": "lint"`, `"command": "lint", "async": true`, false},
		{`"hooks": {`, `"off": {`, false},
		{`"models": {`, `"models": `, false},
		{`"PATH": "/bin"`, `"PATH": "/tmp"`, false},
		{`"note": "a"`, `"note": "witness"`, false},
		{`"a`, `"b`, false},
		{`"a"`, `"a"`, false},
	} {
		if got := Claude.ChangesUnknown(c.before, c.after); got != c.want {
			t.Errorf("from %s to %s: %v, not %v", c.before, c.after, got, c.want)
		}
	}
	if Codex.ChangesUnknown(`"models": 1`, `"models": 2`) {
		t.Error("nothing is known of what this client does not know")
	}
}

// TestWiringHasVariables states which variables in a client's settings are a change of its wiring.
func TestWiringHasVariables(t *testing.T) {
	of := func(text string) string { return Claude.Wiring(Settings{Path: ".claude/settings.json"}, []byte(text)) }
	if of(`{"env": {"DEBUG": "1"}}`) != "" {
		t.Error("a variable that decides nothing counts")
	}
	for _, name := range []string{"PATH", "CLAUDE_CODE_SIMPLE", "CLAUDE_CONFIG_DIR", "WITNESS_DB"} {
		if of(`{"env": {"`+name+`": "1"}}`) == "" {
			t.Errorf("%s does not count", name)
		}
	}
}
