package agent

import (
	"path/filepath"
	"testing"
)

// shells are environments that a client may be started in: no agent's, that of each, and
// those of two at once.
func shells() (list []map[string]string) {
	names := []string{"", "COPILOT_CLI", "CURSOR_VERSION", "GEMINI_SESSION_ID", "QWEN_PROJECT_DIR", "DROID_PROJECT_DIR", "DEVIN_PROJECT_DIR"}
	for _, name := range names {
		list = append(list, map[string]string{name: "1"}, map[string]string{name: "1", "CLAUDECODE": "1"})
	}
	return list
}

// Every recorded payload is its own client's, whatever shell the client was started in.
func TestCallerOfRecorded(t *testing.T) {
	names, err := filepath.Glob(filepath.Join("testdata", "*", "*.jsonl"))
	if err != nil || len(names) == 0 {
		t.Fatal("no payloads", err)
	}
	for _, name := range names {
		want := filepath.Base(filepath.Dir(name))
		for i, line := range lines(t, name) {
			for _, env := range shells() {
				if who, _ := Caller("", environment(env), line); who.Name != want {
					t.Errorf("%s:%d: in %v taken for %q", name, i+1, env, who.Name)
				}
			}
		}
	}
}

// A documented payload that does not show whose it is is nobody's, whatever shell the client
// was started in.
func TestCallerOfNobody(t *testing.T) {
	for _, payload := range []string{
		`{"session_id":"s","cwd":"/home/dev/proj","hook_event_name":"Stop","stop_hook_active":false}`,                                                  // Kimi
		`{"session_id":"s","cwd":"/home/dev/proj","hook_event_name":"SessionStart","source":"startup"}`,                                                // Kimi
		`{"hook_event_name":"preToolUse","cwd":"/home/dev/proj","session_id":"s","tool_name":"fs_write","tool_input":{"path":"/home/dev/proj/a.txt"}}`, // Kiro
		`{"hook_event_name":"SessionStart","session_id":"s","source":"startup"}`,                                                                       // Devin
		``, `{}`, `garbage`,
	} {
		for _, env := range shells() {
			if who, ok := Caller("", environment(env), []byte(payload)); ok {
				t.Errorf("%s: in %v taken for %s", payload, env, who.Name)
			}
		}
	}
}
