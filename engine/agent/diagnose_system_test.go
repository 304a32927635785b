package agent

import (
	"path/filepath"
	"strings"
	"testing"
)

// What an administrator's files turn off is reported, with the file that does it (measured on Linux with the versions in
// e2e/clients.txt).
func TestDiagnoseSystemSettings(t *testing.T) {
	trust := func(w Machine) string {
		return "[projects.'" + w.Project + "']\ntrust_level = \"trusted\"\n"
	}
	for _, test := range []struct {
		agent     Agent
		file      string
		off, not  string
		userTOML  string // more of the user's configuration of Codex, "" for none
		outranked bool   // whether that takes precedence
	}{
		{Claude, claudeSystemFolder() + "/managed-settings.json", `{"allowManagedHooksOnly": true}`, `{"allowManagedHooksOnly": false}`, "", false},
		{Claude, claudeSystemFolder() + "/managed-settings.d/10-hooks.json", `{"allowManagedHooksOnly": true}`, `{"allowManagedHooksOnly": true, "hooks": {"Stop": [{"hooks": [{"command": "witness hook claude"}]}]}}`, "", false},
		{Claude, claudeSystemFolder() + "/managed-settings.d/10-hooks.json", "\ufeff" + `{"disableAllHooks": true}`, `{}`, "", false},
		{Gemini, "/etc/gemini-cli/settings.json", `{"hooksConfig": {"enabled": false}}`, `{}`, "", false},
		{Qwen, "/etc/qwen-code/settings.json", `{"disableAllHooks": true}`, `{"disableAllHooks": false}`, "", false},
		{Codex, "/etc/codex/requirements.toml", "allow_managed_hooks_only = true\n", "allow_managed_hooks_only = false\n", "", false},
		{Codex, "/etc/codex/requirements.toml", "[features]\nhooks = false\n", "[features]\nhooks = true\n", "", false},
		{Codex, "/etc/codex/managed_config.toml", "features.hooks = false\n", "\n", "features.hooks = true\n", false},
		{Codex, "/etc/codex/config.toml", "features.hooks = false\n", "features.hooks = true\n", "features.hooks = true\n", true},
	} {
		w := Machine{Project: t.TempDir(), Home: t.TempDir(), System: t.TempDir(), Getenv: environment(nil)}
		path := filepath.Join(w.System, filepath.FromSlash(test.file))
		config := filepath.Join(w.Home, ".codex", "config.toml")
		write(t, config, trust(w))
		write(t, path, test.not)
		if problems := test.agent.Problems(w, test.agent.Settings()[0]); len(problems) != 0 {
			t.Errorf("%s: %s: %q", test.file, test.not, problems)
		}
		write(t, path, test.off)
		if problems := test.agent.Problems(w, test.agent.Settings()[0]); len(problems) != 1 || problems[0].Path != path {
			t.Errorf("%s: %s: %q", test.file, test.off, problems)
		}
		if test.userTOML == "" {
			continue
		}
		write(t, config, test.userTOML+trust(w))
		if problems := test.agent.Problems(w, test.agent.Settings()[0]); (len(problems) == 0) != test.outranked {
			t.Errorf("%s: %s, but %s for the user: %q", test.file, test.off, test.userTOML, problems)
		}
	}
}

// In the settings of a user or a project, what is an administrator's has no effect (Claude Code 2.1.330, measured).
func TestDiagnoseManagedHooksOnlyOfUser(t *testing.T) {
	w := Machine{Project: t.TempDir(), Home: t.TempDir(), System: t.TempDir(), Getenv: environment(nil)}
	write(t, filepath.Join(w.Home, ".claude", "settings.json"), `{"allowManagedHooksOnly": true}`)
	write(t, filepath.Join(w.Project, ".claude", "settings.json"), `{"allowManagedHooksOnly": true}`)
	if problems := Claude.Problems(w, Claude.Settings()[0]); problems != nil {
		t.Errorf("%q", problems)
	}
}

// Variables with which a user's settings give the hooks another store or configuration (measured with the versions in
// e2e/clients.txt: Claude Code overrides those of the environment, Gemini CLI and Qwen Code add).
func TestDiagnoseMovedByVariables(t *testing.T) {
	for _, test := range []struct {
		agent      Agent
		file, text string
		env        map[string]string
		name       string // "" if nothing is moved
	}{
		{Claude, ".claude/settings.json", `{"env": {"HOME": "/tmp/x"}}`, nil, "HOME"},
		{Claude, ".claude/settings.json", "\ufeff" + `{"env": {"XDG_STATE_HOME": "/tmp/x"}}`, nil, "XDG_STATE_HOME"},
		{Claude, ".claude/settings.json", `{"env": {"XDG_CONFIG_HOME": "/tmp/x"}}`, map[string]string{"XDG_CONFIG_HOME": "/y"}, "XDG_CONFIG_HOME"},
		{Claude, ".claude/settings.json", `{"env": {"XDG_CONFIG_HOME": "/y"}}`, map[string]string{"XDG_CONFIG_HOME": "/y"}, ""},
		{Claude, ".claude/settings.json", `{"env": {"WITNESS_DB": "/tmp/x.db", "PAGER": "cat"}}`, nil, "WITNESS_DB"},
		{Claude, ".claude/settings.json", `{"env": {"WITNESS_RULES_NO_VERIFY": "block"}}`, nil, ""},
		{Gemini, ".gemini/.env", "XDG_STATE_HOME=/tmp/x\n", nil, "XDG_STATE_HOME"},
		{Gemini, ".gemini/.env", "XDG_STATE_HOME=/tmp/x\n", map[string]string{"XDG_STATE_HOME": "/y"}, ""},
		{Gemini, ".gemini/.env", "HOME=/tmp/x\n", map[string]string{"HOME": "/home/me"}, ""},
		{Qwen, ".qwen/settings.json", `{"env": {"XDG_STATE_HOME": "/tmp/x", "HOME": "/tmp/x"}}`, map[string]string{"HOME": "/home/me"}, "XDG_STATE_HOME"},
	} {
		w := Machine{Project: t.TempDir(), Home: t.TempDir(), System: t.TempDir(), Getenv: environment(test.env)}
		path := filepath.Join(w.Home, filepath.FromSlash(test.file))
		write(t, path, test.text)
		problems := test.agent.Problems(w, test.agent.Settings()[0])
		if test.name == "" && problems != nil || test.name != "" && (len(problems) != 1 || !strings.Contains(problems[0].What, "sets "+test.name+" ") || problems[0].Path != path) {
			t.Errorf("%s: %s, with %v: %q", test.agent.Name, test.text, test.env, problems)
		}
	}
}

// A byte order mark that a client does not read counts as a change of what decides about hooks.
func TestWiringSeesMark(t *testing.T) {
	for _, a := range []Agent{Codex, Droid, Gemini, Claude, Qwen} {
		s := a.Settings()[0]
		file, err := s.Apply(nil)
		if err != nil {
			t.Fatal(err)
		}
		marked := append([]byte("\ufeff"), file...)
		if same := a.Wiring(s, file) == a.Wiring(s, marked); same != (a.Marked() == "") {
			t.Errorf("%s: a mark changes nothing: %v", a.Name, same)
		}
		if everyday := a.ChangesEveryday(s, file, marked); everyday != (a.Marked() == "") {
			t.Errorf("%s: a mark is everyday: %v", a.Name, everyday)
		}
	}
}

// A hook finds out which of the variables that it has are from a file of the user's.
func TestMovedHere(t *testing.T) {
	w := Machine{Home: t.TempDir(), Getenv: environment(map[string]string{"HOME": "/tmp/x", "XDG_STATE_HOME": "/tmp/s", "WITNESS_DB": "/tmp/d"})}
	path := filepath.Join(w.Home, ".claude", "settings.json")
	write(t, path, `{"env": {"HOME": "/tmp/x", "XDG_STATE_HOME": "/tmp/other", "XDG_CONFIG_HOME": "/tmp/c"}}`)
	if moved := MovedHere(w); len(moved) != 1 || moved[0] != (Moved{"HOME", path}) {
		t.Errorf("%v", moved)
	}
}
