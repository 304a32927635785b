package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"witness/cmd/witness/internal/term"
	"witness/engine/agent"
	"witness/internal/testfiles"
)

// TestTamperingLines checks that the user is asked about each line of attempts.tsv, and about none of everyday.tsv. A line is
// a world and a shell command, or a tool call as JSON. In the worlds wired and tracked all clients are wired, in
// tracked by files that are committed; the project of the world sql has SQL of its own.
func TestTamperingLines(t *testing.T) {
	if testing.Short() {
		t.Skip("takes twenty seconds of processor time: run it without -short")
	}
	for _, world := range []string{"wired", "tracked", "sql"} {
		t.Run(world, func(t *testing.T) {
			home, project := tamperingWorld(t, world)
			n := 0
			for file, want := range map[string]bool{"attempts.tsv": true, "everyday.tsv": false} {
				for line := range strings.Lines(testfiles.Read(t, filepath.Join("testdata", "tampering", file))) {
					in, call, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
					if in != world {
						continue
					}
					n++
					if asked := asksAbout(t, home, project, call, n); asked != want {
						t.Errorf("asked: %v, want %v: %s", asked, want, call)
					}
				}
			}
		})
	}
}

// asksAbout puts a call before a hook of Claude Code and reports whether the user is asked, or the call refused.
func asksAbout(t *testing.T, home, project, call string, n int) bool {
	tool, input := "Bash", map[string]any{"command": call}
	if strings.HasPrefix(call, `{"`) {
		var c struct {
			Tool  string         `json:"tool"`
			Input map[string]any `json:"input"`
		}
		if err := json.Unmarshal([]byte(strings.NewReplacer("{proj}", project, "{home}", home).Replace(call)), &c); err != nil {
			t.Fatal(err)
		}
		tool, input = c.Tool, c.Input
	} else if strings.Contains(call, "<<") {
		input["command"] = strings.ReplaceAll(call, `\n`, "\n")
	}
	payload, err := json.Marshal(map[string]any{
		"session_id": fmt.Sprintf("s%d", n), "transcript_path": "/x/.claude/s.jsonl", "cwd": project, "hook_event_name": "PreToolUse",
		"tool_name": tool, "tool_input": input, "tool_use_id": fmt.Sprintf("u%d", n),
	})
	if err != nil {
		t.Fatal(err)
	}
	var out, stderr strings.Builder
	if status := runHook("hook", []string{"claude"}, term.Streams{In: strings.NewReader(string(payload)), Out: &out, Err: &stderr}); status != term.ExitOK {
		t.Fatal(stderr.String())
	}
	return strings.Contains(out.String(), "no_tampering: ")
}

// settingsOf returns the settings of a client with witness's hooks, on one line if they are JSON.
func settingsOf(t *testing.T, s agent.Settings) string {
	text, err := s.Apply(nil)
	if err != nil {
		t.Fatalf("%s: %v", s.Path, err)
	}
	var line bytes.Buffer
	if json.Compact(&line, text) != nil {
		return string(text)
	}
	return line.String() + "\n"
}

// tamperingWorld makes a home and a project, and sets the environment of the hooks.
func tamperingWorld(t *testing.T, world string) (home, project string) {
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	home = filepath.Join(top, "home")
	project = filepath.Join(home, "src", "proj")
	write := func(path, text string) {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{
		"a.go", "notes.md", "src/main.py", "docs/witness.md", "README.md", ".env", "testdata/.witness.toml", "templates/.claude/settings.json",
		".github/hooks/pre.json", ".github/workflows/ci.yml", "bin/tool",
	} {
		write(filepath.Join(project, name), "x\n")
	}
	if world == "sql" {
		for _, name := range []string{"rules.d/orders.sql", "queries.d/report.sql", "facts.d/sales.sql"} {
			write(filepath.Join(project, name), "SELECT 1\n")
		}
	}
	git := func(args ...string) {
		cmd := exec.Command("git", append([]string{"-c", "user.name=x", "-c", "user.email=x@y"}, args...)...)
		cmd.Dir = project
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	git("init", "-q")
	git("add", "-A")
	git("commit", "-qm", "one")
	for _, a := range agent.All {
		for _, s := range a.Settings() {
			dir := map[string]string{"project": project, "user": home}[s.Scope]
			if world != "sql" || s.Scope == "user" {
				write(filepath.Join(dir, filepath.FromSlash(s.Path)), settingsOf(t, s))
			}
		}
	}
	const rule = "-- Mine.\n\n--- severity = \"warn\"\n--- message  = \"Nothing.\"\n\nSELECT 1 WHERE 0\n"
	if world != "sql" {
		write(filepath.Join(project, ".witness.toml"), "[rules]\nno_edit_unread = \"off\"\n")
		write(filepath.Join(project, ".witness", "rules.d", "mine.sql"), rule)
		write(filepath.Join(project, ".claude", "agents", "x.md"), "x\n")
	}
	if world == "tracked" {
		git("add", "-A")
		git("commit", "-qm", "two")
	}
	write(filepath.Join(project, ".mcp.json"), `{"mcpServers":{"facts":{"command":"uvx","args":["mcp-server-sqlite","--db-path","~/.local/state/witness/x/witness.db"]},"app":{"command":"uvx","args":["mcp-server-sqlite","--db-path","app.db"]}}}`)
	write(filepath.Join(home, ".config", "witness", "config.toml"), "[rules]\nno_edit_unread = \"off\"\n")
	write(filepath.Join(home, ".config", "witness", "rules.d", "demo.sql"), rule)
	write(filepath.Join(home, ".local", "bin", "witness"), "#!/bin/sh\n")
	write(filepath.Join(home, ".local", "state", "witness", "x", "witness.db"), "")
	write(filepath.Join(home, "src", "off", ".witness.toml"), "mode = \"observe\"\n")
	write(filepath.Join(home, "src", "off", ".claude", "settings.json"), "{}\n")
	if err := os.MkdirAll(filepath.Join(home, "src", "empty"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", home)
	t.Setenv("XDG_STATE_HOME", "")
	t.Setenv("XDG_CONFIG_HOME", "")
	t.Setenv("PATH", filepath.Join(home, ".local", "bin")+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv("WITNESS_STRICT", "1")
	// Processor time is longer on a busy machine, and what is asked about must not depend on it.
	limits := filepath.Join(top, "limits.toml")
	write(limits, "[limits]\nbefore_ms = 60000\n")
	t.Setenv("WITNESS_SYSTEM_CONFIG", limits)
	return home, project
}
