package agent

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestClaudeDecodes(t *testing.T) {
	checkGolden(t, Claude, map[string]string{"CLAUDE_PROJECT_DIR": "/home/dev/proj"})
}

func FuzzClaude(f *testing.F) { fuzz(f, Claude) }

// Payloads that the recorded sessions lack: some were observed elsewhere (the timeouts, with
// Claude Code 2.1.197), some may come with another version.
func TestClaudeDecodesOtherShapes(t *testing.T) {
	for _, test := range []struct{ name, payload, want string }{
		{"part of a file", `{"hook_event_name":"PostToolUse","tool_name":"Read","tool_input":{"file_path":"/p/a"},"tool_response":{"type":"text","file":{"content":"x","numLines":1,"startLine":1,"totalLines":9}}}`, "after read Read ok read:/p/a cwd="},
		{"fields of other types", `{"hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":["ls"],"tool_response":"text","duration_ms":"1","agent_id":7}`, "after run Bash unknown cwd="},
		{"an interrupt", `{"hook_event_name":"PostToolUseFailure","tool_name":"Bash","error":"Exit code 130\nhalf","is_interrupt":true}`, `after run Bash unknown (interrupted) output="half" cwd=`},
		{"an interrupt told after success", `{"hook_event_name":"PostToolUse","tool_name":"Bash","tool_response":{"stdout":"half","interrupted":true}}`, `after run Bash unknown output="half" cwd=`},
		{"killed at its timeout", `{"hook_event_name":"PostToolUseFailure","tool_name":"Bash","error":"Exit code 143\nCommand timed out after 2s\npartial"}`, `after run Bash unknown (timeout) output="partial" cut cwd=`},
		{"words of the client in an output", `{"hook_event_name":"PostToolUseFailure","tool_name":"Bash","error":"Exit code 3\nCommand timed out after 1s"}`, `after run Bash failed exit=3 output="Command timed out after 1s" cwd=`},
		{"another error of a command", `{"hook_event_name":"PostToolUseFailure","tool_name":"Bash","error":"Exit code unknown\nx"}`, `after run Bash failed output="Exit code unknown\nx" cwd=`},
		{"a Write that the user changed", `{"hook_event_name":"PostToolUse","tool_name":"Write","tool_input":{"file_path":"/p/a","content":"x"},"tool_response":{"userModified":true}}`, "after write Write ok write:/p/a cwd="},
		{"another shell", `{"hook_event_name":"PreToolUse","tool_name":"PowerShell","tool_input":{"command":"ls"}}`, `before run PowerShell command="ls" cwd=`},
		{"stderr apart", `{"hook_event_name":"PostToolUse","tool_name":"Bash","tool_response":{"stdout":"a","stderr":"b"}}`, `after run Bash ok exit=0 output="a\nb" cwd=`},
		{"an edit whose text is not there", batch("Edit", "<tool_use_error>String to replace not found in file.\\nString: was cancelled by user</tool_use_error>"), "after edit Edit failed (no match) batch edit:/p/a cwd="},
		{"an edit of an unread file", batch("Edit", "<tool_use_error>File has not been read yet. Read it first before writing to it.</tool_use_error>"), "after edit Edit failed (not read) batch edit:/p/a cwd="},
		{"a parallel call failed", batch("Edit", "<tool_use_error>Sibling tool call errored</tool_use_error>"), "after edit Edit denied (sibling) batch edit:/p/a cwd="},
		{"a parallel call failed, newer words", batch("Bash", "<tool_use_error>Cancelled: parallel tool call Read(/p/b…) errored</tool_use_error>"), "after run Bash denied (sibling) batch cwd="},
		{"the user refused", batch("Edit", "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file)."), "after edit Edit denied (refused by the user) batch edit:/p/a cwd="},
		{"a hook refused, with the words of Claude Code 2.1.330", batch("Bash", "PreToolUse:Bash hook error: [witness] no_commit_failing: x"), "after run Bash denied (refused by a hook) batch cwd="},
		{"a hook refused", batch("Bash", "[witness] no_commit_failing: x"), "after run Bash denied (refused by a hook) batch cwd="},
		{"no such tool", batch("MultiEdit", "<tool_use_error>Error: No such tool available: MultiEdit</tool_use_error>"), "after edit MultiEdit failed (not started) batch edit:/p/a cwd="},
		{"a result of another form", batch("Edit", "Something new"), "after edit Edit unknown batch cwd="},
		{"no fields at all", `{"hook_event_name":"PreToolUse"}`, "before other  cwd="},
		{"another hook", `{"hook_event_name":"Notification"}`, ""},
		{"no hook", `{}`, ""},
	} {
		events, err := Claude.Decode([]byte(test.payload), environment(nil))
		got := ""
		for _, e := range events {
			got += brief(e)
		}
		if err != nil || got != test.want {
			t.Errorf("%s: got %q, %v; want %q", test.name, got, err, test.want)
		}
	}
	checkMalformed(t, Claude, "PreToolUse")
}

// batch returns a PostToolBatch with one call and what the model reads as its result.
func batch(tool, response string) string {
	return `{"hook_event_name":"PostToolBatch","tool_calls":[{"tool_name":"` + tool + `","tool_input":{"file_path":"/p/a","command":"ls"},"tool_response":"` + response + `"}]}`
}

// Copilot CLI 1.0.102 sent this to a hook of .claude/settings.json. It must not be recorded as a
// success.
func TestClaudeIgnoresCopilotPayload(t *testing.T) {
	payload := []byte(`{"hook_event_name": "PostToolUse", "session_id": "02f35bea-a81a-4471-9178-111c9da54b80", "timestamp": "2026-11-20T20:33:20.234Z", "cwd": "/home/dev/proj", "tool_name": "Bash", "tool_input": {"command": "echo bad; exit 3", "description": "d", "mode": "sync"}, "tool_result": {"result_type": "success", "text_result_for_llm": "bad\n<shellId: 1 completed with exit code 3>"}}`)
	getenv := func(name string) string { return map[string]string{"COPILOT_CLI": "1"}[name] }
	if events, err := Claude.Decode(payload, getenv); events != nil || err != nil {
		t.Errorf("got %v, %v", events, err)
	}
}

// The id of the call follows megabytes of other members, so the payload must be read to its end.
func TestClaudeDecodesHugePayload(t *testing.T) {
	payload := `{"session_id":"s","hook_event_name":"PostToolUse","tool_name":"Edit","tool_input":{"file_path":"/p/a"},"tool_response":{"originalFile":"` +
		strings.Repeat(`x\"\n`, 4<<20) + `"},"tool_use_id":"t"}`
	events, err := Claude.Decode([]byte(payload), environment(nil))
	if err != nil || len(events) != 1 || events[0].Call != "t" || events[0].Files[0].Path != "/p/a" {
		t.Errorf("got %v, %v", events, err)
	}
}

func TestClaudeDetect(t *testing.T) {
	line := lines(t, filepath.Join("testdata", "claude", "basic.jsonl"))[0]
	moved := strings.ReplaceAll(string(line), "/.claude/", "/moved/")
	for _, test := range []struct {
		name, env, payload string
		want               bool
	}{
		{"environment alone", "CLAUDECODE=1", "", false},
		{"environment, another in its shell", "CLAUDECODE=1", `{"hook_event_name":"PreToolUse","session_id":"x","cwd":"/p"}`, false},
		{"environment, its files moved", "CLAUDECODE=1", moved, true},
		{"its files moved", "", moved, false},
		{"payload", "", string(line), true},
		{"nothing", "", "", false},
		{"another payload", "", `{"hook_event_name":"PreToolUse","session_id":"x"}`, false},
		{"Claude in Copilot's shell", "COPILOT_CLI=1", string(line), true},
		{"another in Gemini's shell in Claude's", "CLAUDECODE=1 GEMINI_SESSION_ID=x", moved, false},
	} {
		getenv := func(name string) string {
			for _, pair := range strings.Fields(test.env) {
				if key, value, _ := strings.Cut(pair, "="); key == name {
					return value
				}
			}
			return ""
		}
		if got := Claude.Detect(getenv, []byte(test.payload)); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

// BenchmarkClaudeDecodes measures the payload after an edit of a file of 1 MB.
func BenchmarkClaudeDecodes(b *testing.B) {
	file := strings.Repeat("func f() { return \\\"x\\\" }\\n", 40000)
	payload := []byte(`{"session_id":"s","hook_event_name":"PostToolUse","tool_name":"Edit","tool_input":{"file_path":"/p/a"},"tool_response":{"originalFile":"` + file + `"},"tool_use_id":"t"}`)
	b.SetBytes(int64(len(payload)))
	for b.Loop() {
		if events, err := Claude.Decode(payload, environment(nil)); err != nil || events[0].Call != "t" {
			b.Fatal(events, err)
		}
	}
}

// TestClaudeSubagentWithoutType checks that the end of an agent that has no type, the client's own summariser, is nobody's stop.
func TestClaudeSubagentWithoutType(t *testing.T) {
	for member, want := range map[string]int{`"agent_type":"Explore",`: 1, `"agent_type":"",`: 0, `"agent_type":null,`: 0, ``: 0} {
		payload := `{"session_id":"s","transcript_path":"/h/.claude/projects/p/s.jsonl","cwd":"/p","hook_event_name":"SubagentStop","agent_id":"a",` + member + `"stop_hook_active":false}`
		if events, err := Claude.Events([]byte(payload), func(string) string { return "" }); err != nil || len(events) != want {
			t.Errorf("%s: %d events %v, want %d", member, len(events), err, want)
		}
	}
}
