package agent

import (
	"os"
	"testing"
)

func TestHostOf(t *testing.T) {
	for text, want := range map[string]string{
		"https://example.org/a?b#c":                "example.org",
		"http://User:secret@Example.ORG:8080/":     "example.org",
		"http://127.0.0.1:9/x":                     "127.0.0.1",
		"http://[::1]:80/":                         "[::1]",
		"Summarize https://docs.rs/serde, please.": "docs.rs",
		"Summarize https://docs.rs.":               "docs.rs",
		"no address":                               "",
		"":                                         "",
	} {
		if got := hostOf(text); got != want {
			t.Errorf("hostOf(%q) = %q, want %q", text, got, want)
		}
	}
}

// TestAround decodes payloads of real clients, cut to what matters here.
func TestAround(t *testing.T) {
	for _, test := range []struct{ agent, payload, mode, kind, host string }{
		{"claude", `{"session_id":"s","transcript_path":"/h/.claude/s.jsonl","cwd":"/p","permission_mode":"bypassPermissions","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"},"tool_use_id":"u"}`, "bypass", "", ""},
		{"claude", `{"session_id":"s","transcript_path":"/h/.claude/s.jsonl","cwd":"/p","permission_mode":"plan","agent_id":"a1","agent_type":"Explore","hook_event_name":"SubagentStart"}`, "plan", "Explore", ""},
		{"claude", `{"session_id":"s","transcript_path":"/h/.claude/s.jsonl","cwd":"/p","permission_mode":"acceptEdits","hook_event_name":"PreToolUse","tool_name":"Task","tool_input":{"description":"x","prompt":"the \"agent_type\"","subagent_type":"general-purpose"},"tool_use_id":"u"}`, "edits", "general-purpose", ""},
		{"claude", `{"session_id":"s","transcript_path":"/h/.claude/s.jsonl","cwd":"/p","hook_event_name":"PreToolUse","tool_name":"WebFetch","tool_input":{"url":"http://127.0.0.1:9/x","prompt":"sum"},"tool_use_id":"u"}`, "", "", "127.0.0.1"},
		{"qwen", `{"session_id":"s","transcript_path":"/h/.qwen/s.jsonl","cwd":"/p","permission_mode":"yolo","hook_event_name":"PreToolUse","tool_name":"run_shell_command","tool_input":{"command":"ls"},"tool_use_id":"u"}`, "bypass", "", ""},
		{"droid", `{"session_id":"s","transcript_path":"/h/.factory/s.jsonl","cwd":"/p","permission_mode":"auto-high","hook_event_name":"PreToolUse","tool_name":"Execute","tool_input":{"command":"ls"}}`, "auto", "", ""},
	} {
		a, ok := Find(test.agent)
		if !ok {
			t.Fatal(test.agent)
		}
		events, err := a.Events([]byte(test.payload), os.Getenv)
		if err != nil || len(events) == 0 {
			t.Fatalf("%s: %v %v", test.payload, events, err)
		}
		e := events[len(events)-1]
		if e.Mode != test.mode || e.AgentType != test.kind || e.Host != test.host {
			t.Errorf("%s: mode %q, type %q, host %q", test.payload, e.Mode, e.AgentType, e.Host)
		}
	}
}
