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
