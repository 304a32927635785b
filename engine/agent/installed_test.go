package agent

import (
	"bytes"
	"cmp"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"witness/engine/hook"
)

// In every available shell the lines that init writes exit with status 0, whatever happens to
// witness, and print nothing but its reply.
func TestHookLinesAlwaysExitZero(t *testing.T) {
	dir := t.TempDir()
	stub := func(name, script string) string {
		folder := filepath.Join(dir, name)
		if err := os.Mkdir(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "witness"), []byte("#!/bin/sh\n"+script), 0o755); err != nil {
			t.Fatal(err)
		}
		return folder + ":/usr/bin:/bin"
	}
	states := []struct{ name, path, said string }{
		{"missing", "/usr/bin:/bin", ""},
		{"panicking", stub("panicking", "echo panic: boom >&2\nexit 2\n"), ""},
		{"killed", stub("killed", "kill -9 $$\n"), ""},
		{"silent", stub("silent", "cat >/dev/null\n"), ""},
		{"speaking", stub("speaking", "cat >/dev/null\nprintf '%s\\n' '{\"a\":\"it'\\''s\"}'\n"), "{\"a\":\"it's\"}\n"},
	}
	lines := map[string]string{}
	for _, a := range All {
		for _, s := range a.Settings() {
			file, err := s.Apply(nil)
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(dir, a.Name+"'s hook")
			installed, err := s.Installed(path, file, *a)
			if err != nil || len(installed) == 0 && s.Path != ".agents/plugins/witness/plugin.json" {
				t.Errorf("%s %s: lines %q, %v", a.Name, s.Path, installed, err)
			}
			if s.Mode != 0 {
				if err := os.WriteFile(path, file, s.Mode); err != nil {
					t.Fatal(err)
				}
			}
			for _, line := range installed {
				if strings.HasPrefix(line, "env witness hook") && !strings.Contains(line, "||") {
					continue // a plugin starts witness itself
				}
				lines[line] = a.Name
			}
		}
	}
	input := bytes.Repeat([]byte("x"), 1<<20)
	for _, shell := range []string{"sh", "dash", "bash", "zsh", "fish", "ksh", "busybox"} {
		program, err := exec.LookPath(shell)
		if err != nil {
			continue
		}
		for line, name := range lines {
			for _, state := range states {
				args := []string{"-c", line}
				if shell == "busybox" {
					args = append([]string{"sh"}, args...)
				}
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				cmd := exec.CommandContext(ctx, program, args...)
				cmd.Env = []string{"PATH=" + state.path, "HOME=" + dir}
				cmd.Stdin = bytes.NewReader(input)
				var out, complaint bytes.Buffer
				cmd.Stdout, cmd.Stderr = &out, &complaint
				err := cmd.Run()
				if state.name == "killed" {
					complaint.Reset() // a message of the shell, which clients ignore at status 0
				}
				if err != nil || out.String() != state.said || complaint.Len() > 0 {
					t.Errorf("%s, %s, witness %s: %v, stdout %q, stderr %q", shell, name, state.name, err, &out, &complaint)
				}
				cancel()
			}
		}
	}
}

// Every agent's probe is decoded as a shell command before it runs, and can be blocked.
func TestProbesAreDecodedAndBlocked(t *testing.T) {
	for _, a := range All {
		if len(a.Settings()) == 0 {
			continue
		}
		payload := strings.NewReplacer("$CWD", "/home/dev/proj", "$COMMAND", "true").Replace(a.Probe())
		events, err := a.Decode([]byte(payload), environment(nil))
		if err != nil || len(events) != 1 || events[0].Moment != hook.Before || events[0].Command != "true" || events[0].Session != "doctor" {
			t.Errorf("%s: got %+v, %v", a.Name, events, err)
			continue
		}
		if dir := events[0].CWD; dir != "/home/dev/proj" && a.Name != "devin" {
			t.Errorf("%s: cwd %q", a.Name, dir)
		}
		reply := a.Answer(events[0], hook.Verdict{Findings: []hook.Finding{{Rule: "doctor", Severity: hook.Block, Message: "m"}}})
		if !bytes.Contains(reply, []byte("[witness] doctor: m")) {
			t.Errorf("%s: answered %q", a.Name, reply)
		}
		if who, ok := Caller(a.Name, environment(nil), []byte(payload)); !ok || who.Name != a.Name {
			t.Errorf("%s: its probe is identified as %s's", a.Name, who.Name)
		}
	}
}

// FindSign finds every agent by its own folder in the home directory.
func TestFindDetectsEveryAgent(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for _, a := range All {
		if len(a.Settings()) == 0 {
			continue
		}
		w := Machine{Project: t.TempDir(), Home: t.TempDir(), Getenv: environment(nil)}
		if got := w.FindSign(*a); got != "" {
			t.Errorf("%s: found by %s although nothing is installed", a.Name, got)
		}
		if len(a.words("in_home")) == 0 {
			t.Errorf("%s: no sign in the home directory", a.Name)
			continue
		}
		sign := filepath.Join(w.Home, a.words("in_home")[0])
		if err := os.MkdirAll(sign, 0o755); err != nil {
			t.Fatal(err)
		}
		if got := w.FindSign(*a); got != sign {
			t.Errorf("%s: found by %q, not by %s", a.Name, got, sign)
		}
	}
}

func TestMachinePath(t *testing.T) {
	w := Machine{Project: "/p", Home: "/h", Getenv: environment(map[string]string{"CODEX_HOME": "/moved", "GEMINI_CLI_HOME": "/g", "QWEN_HOME": "relative"})}
	for _, test := range []struct {
		agent   Agent
		setting int
		want    string
	}{
		{Codex, 0, "/p/.codex/hooks.json"},
		{Codex, 1, "/moved/hooks.json"},
		{Gemini, 1, "/g/.gemini/settings.json"},
		{Qwen, 1, "/h/.qwen/settings.json"},
		{Claude, 1, "/h/.claude/settings.json"},
	} {
		if got := w.Path(test.agent.Settings()[test.setting]); got != filepath.FromSlash(test.want) {
			t.Errorf("%s: %s, want %s", test.agent.Name, got, test.want)
		}
	}
}

// Hooks of other tools are listed if they precede the hooks of witness.
func TestBeforeListsPrecedingHooks(t *testing.T) {
	s := Claude.Settings()[0]
	file, err := s.Apply([]byte(`{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"guard.sh"}]}]}}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Before(file); len(got) != 1 || got[0] != "PreToolUse: guard.sh" {
		t.Errorf("before: %q", got)
	}
	if got := s.Before([]byte(`{"hooks":{"Stop":[{"hooks":[{"command":"env witness hook claude"}]},{"hooks":[{"command":"late"}]}]}}`)); got != nil {
		t.Errorf("behind: %q", got)
	}
}

// A finding at the start of a session is in the reply of every agent that takes context then.
func TestStartIsAnswered(t *testing.T) {
	hooks := map[string]string{
		"copilot": "sessionStart", "cursor": "sessionStart", "kiro": "AgentSpawn", "opencode": "event:session.created", "kilo": "event:session.created", "pi": "session_start",
	}
	for _, a := range All {
		if slices.Contains(a.NoContextAt(), hook.Start) || a.Name == "plain" {
			continue
		}
		event := cmp.Or(hooks[a.Name], "SessionStart")
		if !slices.ContainsFunc(a.Settings(), func(s Settings) bool { return strings.Contains(s.merged()+s.Whole+s.Block, event) }) {
			t.Errorf("%s: its settings have no %s", a.Name, event)
		}
		start := hook.Event{Moment: hook.Start, Hook: event, Name: event}
		v := hook.Verdict{Findings: []hook.Finding{{Rule: "briefing", Severity: hook.Warn, Message: "red\nTestX"}}}
		if reply := string(a.Answer(start, v)); !strings.Contains(strings.ReplaceAll(reply, `\n`, "\n"), "[witness] briefing: red\nTestX") {
			t.Errorf("%s: answered %q", a.Name, reply)
		}
	}
}
