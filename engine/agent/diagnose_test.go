package agent

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The hashes are those that Codex CLI 0.169.0 wrote when its user trusted the hooks that init
// writes.
func TestDiagnoseCodexTrust(t *testing.T) {
	w := Machine{Project: filepath.Join(t.TempDir(), `pro"ject`), Home: t.TempDir(), Getenv: environment(nil)}
	s := Codex.Settings()[0]
	file, err := s.Apply(nil)
	if err != nil {
		t.Fatal(err)
	}
	write(t, w.Path(s), string(file))
	problems := Codex.Diagnose(Codex, w, s)
	if len(problems) != 2 || problems[0].What != "Codex does not trust this project and ignores its hooks" ||
		problems[1].What != "9 of 9 hooks are not trusted and do not run" {
		t.Errorf("nothing is trusted: %q", problems)
	}
	config := filepath.Join(w.Home, ".codex", "config.toml")
	quote := strings.NewReplacer(`"`, `\"`).Replace
	trusting := "model = \"m\"\n[projects.\"" + quote(w.Project) + "\"]\ntrust_level = \"trusted\"\n"
	for _, h := range [][2]string{
		{"pre_tool_use", "967d28966bc02573c0707e552825c06c9bc8203245e8c6d7e2d13f664db8a571"},
		{"post_tool_use", "70a81cfd8818809e71a7f01e050a2c7b76cdfc581401ecfa90141370893d3d0b"},
		{"pre_compact", "9d2286f4b51693b7649ec1d99b02df51c6eb89bfc83499b3f0270b5ce62b0fc8"},
		{"session_start", "cde7a4e3a05b82b8c70fa4ca40ef3ef945e0e27849ec4ac1844299501563fc9a"},
		{"session_end", "55f261d65227e30c867ca815aec9139e0694118eda619eda19e00a46d3b0a54b"},
		{"user_prompt_submit", "8d9c7326cedb6ab18aa7bb58990b13ed190ed2ec900d9122ee6be2ce29be0839"},
		{"subagent_start", "3d549627ae5aaf3100c6a08c6a1f4258619a633446c2b3f2b5017f1669adaae7"},
		{"subagent_stop", "dd95fdd8b623d96e8c7b7ba8d557c02c883ff094bb8614917e0b7b633d6ea3e0"},
		{"stop", "7568bc7c4c605b244bf009e87226c1796d0bd185d0f2c282b3af3e438b3f3a63"},
	} {
		trusting += "\n[hooks.state.\"" + quote(w.Path(s)) + ":" + h[0] + ":0:0\"]\ntrusted_hash = \"sha256:" + h[1] + "\"\n"
	}
	write(t, config, trusting)
	if problems = Codex.Diagnose(Codex, w, s); len(problems) != 0 {
		t.Errorf("all are trusted: %q", problems)
	}
	write(t, config, strings.Replace(trusting, "sha256:967", "sha256:a67", 1)+"[features]\nhooks = false\n")
	if problems = Codex.Diagnose(Codex, w, s); len(problems) != 2 || problems[1].What != "1 of 9 hooks are not trusted and do not run" {
		t.Errorf("one is trusted in another form, and hooks are off: %q", problems)
	}
}

// config.toml is read as Codex 0.169.0 reads it, in every spelling. The features and the
// precedence of the files are those that "codex features list" printed.
func TestDiagnoseCodexConfig(t *testing.T) {
	const (
		off     = "hooks are turned off: features.hooks is false"
		strange = "Codex does not trust this project and ignores its hooks"
		invalid = "this file is invalid, so Codex does not start: "
	)
	for _, test := range []struct {
		user, project string
		want          []string
	}{
		{"TRUST", "", nil},
		{"TRUST[features]\nhooks  =  false # x\n", "", []string{off}},
		{"TRUST[features]\n\"hooks\" = false\n", "", []string{off}},
		{"features.hooks = false\nTRUST", "", []string{off}},
		{"features = { hooks = false }\nTRUST", "", []string{off}},
		{"TRUST[features]\ncodex_hooks = false\n", "", []string{off}},
		{"TRUST[features]\nhooks = true\n", "", nil},
		{"notes = \"\"\"\n[features]\nhooks = false\n\"\"\"\nTRUST", "", nil},
		{"[projects.'HERE']\r\ntrust_level = \"trusted\"\r\n", "", nil},
		{"[projects.'HERE']\ntrust_level=\"trusted\"\n", "", nil},
		{"projects = { 'HERE' = { trust_level = 'trusted' } }\n", "", nil},
		{"[projects.'HERE']\ntrust_level=\"untrusted\"\n", "", []string{strange}},
		{"projects = 1\n", "", []string{strange}},
		{"TRUST", "[features]\nhooks = false\n", []string{off}},
		{"TRUST[features]\nhooks = false\n", "features.hooks = true\n", nil},
		{"", "[features]\nhooks = false\n", []string{strange}},
		{"x = \n", "", []string{invalid}},
		{"TRUST", "[features\n", []string{invalid}},
		{"", "[features\n", []string{strange}},
	} {
		w := Machine{Project: t.TempDir(), Home: t.TempDir(), Getenv: environment(nil)}
		user := strings.ReplaceAll(test.user, "TRUST", "[projects.'HERE']\ntrust_level = \"trusted\"\n")
		write(t, filepath.Join(w.Home, ".codex", "config.toml"), strings.ReplaceAll(user, "HERE", w.Project))
		write(t, filepath.Join(w.Project, ".codex", "config.toml"), test.project)
		problems := Codex.Diagnose(Codex, w, Codex.Settings()[0])
		same := len(problems) == len(test.want)
		for i := range min(len(problems), len(test.want)) {
			same = same && strings.HasPrefix(problems[i].What, test.want[i])
		}
		if !same {
			t.Errorf("%q, in the project %q: %q", test.user, test.project, problems)
		}
	}
}

// What turns off all hooks of a client is reported, wherever the client takes it from (measured with the versions in
// e2e/clients.txt).
func TestDiagnoseDisabledHooks(t *testing.T) {
	const project, user = "project", "user"
	for _, test := range []struct {
		agent         Agent
		where, file   string
		off, not      string // contents with which the hooks are off, and with which they are not
		above, decide string // a file of the project that takes precedence, and its content; "" if there is none
	}{
		{Claude, project, ".claude/settings.local.json", `{"disableAllHooks": true}`, `{"disableAllHooks": false}`, "", ""},
		{Claude, user, ".claude/settings.json", `{"disableAllHooks": true}`, `{"disableAllHooks": "true"}`, ".claude/settings.json", `{"disableAllHooks": false}`},
		{Claude, user, ".claude/settings.json", `{"env": {"CLAUDE_CODE_SAFE_MODE": "1"}}`, `{"env": {"CLAUDE_CODE_SAFE_MODE": "0"}}`, "", ""},
		{Gemini, project, ".gemini/settings.json", "{\n// x\n\"hooksConfig\": {\"enabled\": false}}", `{"hooksConfig": {"disabled": ["other"]}}`, "", ""},
		{Gemini, user, ".gemini/settings.json", `{"hooksConfig": {"enabled": false}}`, `{}`, ".gemini/settings.json", `{"hooksConfig": {"enabled": true}}`},
		{Gemini, user, ".gemini/settings.json", `{"hooksConfig": {"disabled": ["witness"]}}`, `{"hooksConfig": 1}`, "", ""},
		{Qwen, project, ".qwen/settings.json", `{"disableAllHooks": true}`, `{`, "", ""},
		{Qwen, user, ".qwen/settings.json", `{"disableAllHooks": true}`, `{}`, ".qwen/settings.json", `{"disableAllHooks": false}`},
		{Qwen, project, ".qwen/settings.json", `{"env": {"QWEN_CODE_SIMPLE": "true"}}`, `{"env": 1}`, "", ""},
		{Qwen, project, ".env", "A=1\nexport QWEN_CODE_SAFE_MODE=\"1\"\n", "# QWEN_CODE_SAFE_MODE=1\n", "", ""},
		{Qwen, user, ".qwen/.env", "QWEN_CODE_SAFE_MODE=1", "QWEN_CODE_SAFE_MODE=", "", ""},
		{Droid, project, ".factory/settings.json", `{"hooks": {"hooksDisabled": true}}`, `{"hooksDisabled": true}`, "", ""},
		{Droid, user, ".factory/settings.json", `{"hooks": {"hooksDisabled": true}}`, `{}`, ".factory/settings.json", `{"hooks": {"hooksDisabled": false}}`},
		{Droid, project, ".factory/hooks.json", `{"hooksDisabled": true}`, `{"hooks": {"hooksDisabled": true}}`, "", ""},
		{Copilot, project, ".github/copilot/settings.json", `{"disableAllHooks": true}`, `{"disableAllHooks": 1}`, "", ""},
		{Copilot, project, ".claude/settings.local.json", `{"disableAllHooks": true}`, `{}`, "", ""},
	} {
		w := Machine{Project: t.TempDir(), Home: t.TempDir(), Getenv: environment(map[string]string{"COPILOT_ALLOW_ALL": "true"})}
		path := filepath.Join(map[string]string{project: w.Project, user: w.Home}[test.where], filepath.FromSlash(test.file))
		write(t, path, test.not)
		if problems := test.agent.Problems(w, test.agent.Settings()[0]); problems != nil {
			t.Errorf("%s: %s: %q", test.agent.Name, test.not, problems)
		}
		write(t, path, test.off)
		if problems := test.agent.Problems(w, test.agent.Settings()[0]); len(problems) != 1 || problems[0].Path != path {
			t.Errorf("%s: %s: %q", test.agent.Name, test.off, problems)
		}
		if test.above == "" {
			continue
		}
		write(t, filepath.Join(w.Project, filepath.FromSlash(test.above)), test.decide)
		if problems := test.agent.Problems(w, test.agent.Settings()[0]); problems != nil {
			t.Errorf("%s: %s, but %s in the project: %q", test.agent.Name, test.off, test.decide, problems)
		}
	}
}

// A variable in the environment turns off the hooks of its client only.
func TestDiagnoseVariables(t *testing.T) {
	w := Machine{Project: t.TempDir(), Home: t.TempDir(), Getenv: environment(map[string]string{"OPENCODE_PURE": "1"})}
	if problems := Opencode.Problems(w, Opencode.Settings()[0]); len(problems) != 1 || problems[0].Fix != "unset OPENCODE_PURE" {
		t.Errorf("opencode: %q", problems)
	}
	w.Getenv = environment(map[string]string{"OPENCODE_DISABLE_PROJECT_CONFIG": "1"})
	for i, want := range []int{1, 0} { // of the project, of the user
		if problems := Opencode.Problems(w, Opencode.Settings()[i]); len(problems) != want {
			t.Errorf("opencode, %s: %q", Opencode.Settings()[i].Scope, problems)
		}
	}
	w.Getenv = environment(map[string]string{"CLAUDE_CODE_SIMPLE": "0"})
	if problems := Claude.Problems(w, Claude.Settings()[0]); problems != nil {
		t.Errorf("claude: %q", problems)
	}
}

// The settings of pi leave the extension of the same scope out (measured with pi 0.87.1).
func TestDiagnosePiExtensions(t *testing.T) {
	for entries, out := range map[string]string{
		`[]`: "", `["other.ts"]`: "", `["-other.ts", "!lib/*"]`: "",
		`["-extensions/witness.ts"]`:               "-extensions/witness.ts",
		`["-./extensions/witness.ts"]`:             "-./extensions/witness.ts",
		`["!witness.ts"]`:                          "!witness.ts",
		`["!extensions/*.ts"]`:                     "!extensions/*.ts",
		`["!**/*.ts"]`:                             "!**/*.ts",
		`["!**"]`:                                  "!**",
		`["!**", "+extensions/witness.ts"]`:        "",
		`["+extensions/witness.ts", "!witness.*"]`: "",
	} {
		w := Machine{Project: t.TempDir(), Home: t.TempDir(), Getenv: environment(nil)}
		write(t, filepath.Join(w.Home, ".pi", "agent", "settings.json"), `{"extensions": `+entries+`}`)
		problems := Pi.Problems(w, Pi.Settings()[1])
		if out == "" && problems != nil || out != "" && (len(problems) != 1 || !strings.Contains(problems[0].What, `"`+out+`"`)) {
			t.Errorf("%s: %q", entries, problems)
		}
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestDiagnoseClaudePath checks that a PATH in the settings is a problem if hooks do not find witness on it.
func TestDiagnoseClaudePath(t *testing.T) {
	w := Machine{Project: t.TempDir(), Home: t.TempDir(), Getenv: environment(nil)}
	bin := filepath.Join(w.Home, "bin")
	write(t, filepath.Join(bin, "witness"), "")
	for path, want := range map[string]bool{
		"/nowhere":                   true,
		filepath.Join(w.Home, "src"): true,
		"/nowhere" + string(filepath.ListSeparator) + bin: false,
		"/nowhere:$PATH": false,
		"":               false,
	} {
		write(t, filepath.Join(w.Project, ".claude", "settings.local.json"), `{"env": {"PATH": `+strconv.Quote(path)+`}}`)
		problems := Claude.Diagnose(Claude, w, Claude.Settings()[0])
		found := slices.ContainsFunc(problems, func(p Problem) bool { return strings.Contains(p.What, `"PATH"`) })
		if found != want {
			t.Errorf("%q: %q", path, problems)
		}
	}
}
