package agent

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"witness/engine"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestClaudeHears compares the events of every recorded payload (testdata/claude) with a golden
// file of one line per event.
func TestClaudeHears(t *testing.T) {
	var got strings.Builder
	for _, name := range recorded(t) {
		fmt.Fprintf(&got, "# %s\n", filepath.Base(name))
		for i, line := range lines(t, name) {
			events, err := Claude.Hear(line, launchedIn("/home/dev/proj"))
			if err != nil {
				t.Fatalf("%s:%d: %v", name, i+1, err)
			}
			for _, e := range events {
				if e.Session == "" || e.Agent != "claude" || e.Hook == "" || e.CWD == "" || e.Project != "/home/dev/proj" {
					t.Errorf("%s:%d: incomplete: %+v", name, i+1, e)
				}
				fmt.Fprintf(&got, "%d %s\n", i+1, brief(e))
			}
		}
	}
	golden := filepath.Join("testdata", "claude", "golden")
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	wanted := strings.Split(string(want), "\n")
	for i, line := range strings.Split(got.String(), "\n") {
		if i >= len(wanted) || line != wanted[i] {
			t.Fatalf("%s:%d: got\n%s\nwant\n%s", golden, i+1, line, strings.Join(wanted[min(i, len(wanted)):min(i+1, len(wanted))], ""))
		}
	}
}

// brief formats an event on one line; long texts are shortened and followed by their length.
func brief(e engine.Event) string {
	text := func(s string) string {
		if len(s) > 60 {
			return fmt.Sprintf("%q…%d", s[:40], len(s))
		}
		return fmt.Sprintf("%q", s)
	}
	words := []string{e.Moment}
	add := func(ok bool, format string, values ...any) {
		if ok {
			words = append(words, fmt.Sprintf(format, values...))
		}
	}
	add(e.Tool != "", "%s %s", e.Tool, e.Name)
	add(e.Outcome != "", "%s", e.Outcome)
	add(e.Actor != "", "actor=%s", e.Actor)
	add(e.Hook == "PostToolBatch", "batch")
	add(e.Source != "", "source=%s", e.Source)
	add(e.Active, "active")
	for _, f := range e.Files {
		add(true, "%s:%s", f.Kind, f.Path)
		add(f.Content != "", "content=%s", text(f.Content))
	}
	add(e.Command != "", "command=%s", text(e.Command))
	if e.Exit != nil {
		add(true, "exit=%d", *e.Exit)
	}
	add(e.Output != "", "output=%s", text(e.Output))
	add(e.Cut, "cut")
	add(e.Background, "background")
	add(!strings.HasPrefix(e.CWD, "/home/dev/proj") || e.CWD != "/home/dev/proj", "cwd=%s", e.CWD)
	return strings.Join(words, " ")
}

// Payloads that the recorded sessions lack: some were observed elsewhere (the timeouts, with
// Claude Code 2.1.197), some may come with another version.
func TestClaudeHearsOtherShapes(t *testing.T) {
	for _, test := range []struct{ name, payload, want string }{
		{"part of a file", `{"hook_event_name":"PostToolUse","tool_name":"Read","tool_input":{"file_path":"/p/a"},"tool_response":{"type":"text","file":{"content":"x","numLines":1,"startLine":1,"totalLines":9}}}`, "after read Read ok read:/p/a cwd="},
		{"fields of other types", `{"hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":["ls"],"tool_response":"text","duration_ms":"1","agent_id":7}`, "after run Bash unknown cwd="},
		{"an interrupt", `{"hook_event_name":"PostToolUseFailure","tool_name":"Bash","error":"Exit code 130\nhalf","is_interrupt":true}`, `after run Bash unknown output="half" cwd=`},
		{"an interrupt told after success", `{"hook_event_name":"PostToolUse","tool_name":"Bash","tool_response":{"stdout":"half","interrupted":true}}`, `after run Bash unknown output="half" cwd=`},
		{"killed at its timeout", `{"hook_event_name":"PostToolUseFailure","tool_name":"Bash","error":"Exit code 143\nCommand timed out after 2s\npartial"}`, `after run Bash unknown output="partial" cut cwd=`},
		{"words of the client in an output", `{"hook_event_name":"PostToolUseFailure","tool_name":"Bash","error":"Exit code 3\nCommand timed out after 1s"}`, `after run Bash failed exit=3 output="Command timed out after 1s" cwd=`},
		{"another error of a command", `{"hook_event_name":"PostToolUseFailure","tool_name":"Bash","error":"Exit code unknown\nx"}`, `after run Bash failed output="Exit code unknown\nx" cwd=`},
		{"a Write that the user changed", `{"hook_event_name":"PostToolUse","tool_name":"Write","tool_input":{"file_path":"/p/a","content":"x"},"tool_response":{"userModified":true}}`, "after write Write ok write:/p/a cwd="},
		{"another shell", `{"hook_event_name":"PreToolUse","tool_name":"PowerShell","tool_input":{"command":"ls"}}`, `before run PowerShell command="ls" cwd=`},
		{"stderr apart", `{"hook_event_name":"PostToolUse","tool_name":"Bash","tool_response":{"stdout":"a","stderr":"b"}}`, `after run Bash ok exit=0 output="a\nb" cwd=`},
		{"no fields at all", `{"hook_event_name":"PreToolUse"}`, "before other  cwd="},
		{"another hook", `{"hook_event_name":"Notification"}`, ""},
		{"no hook", `{}`, ""},
	} {
		events, err := Claude.Hear([]byte(test.payload), launchedIn(""))
		got := ""
		for _, e := range events {
			got += brief(e)
		}
		if err != nil || got != test.want {
			t.Errorf("%s: got %q, %v; want %q", test.name, got, err, test.want)
		}
	}
	for _, payload := range []string{"", "garbage", "[]", `"text"`, "3", `{"hook_event_name":"PreToolUse"`, `{"hook_event_name":"PreToolUse"} {}`} {
		if events, err := Claude.Hear([]byte(payload), launchedIn("")); err == nil || events != nil {
			t.Errorf("%q: got %v, want an error", payload, events)
		}
	}
}

// Copilot CLI 1.0.102 sent this to a hook of .claude/settings.json. It must not be recorded as a
// success.
func TestClaudeIgnoresCopilotPayload(t *testing.T) {
	payload := []byte(`{"hook_event_name": "PostToolUse", "session_id": "02f35bea-a81a-4471-9178-111c9da54b80", "timestamp": "2026-11-20T20:33:20.234Z", "cwd": "/home/dev/proj", "tool_name": "Bash", "tool_input": {"command": "echo bad; exit 3", "description": "d", "mode": "sync"}, "tool_result": {"result_type": "success", "text_result_for_llm": "bad\n<shellId: 1 completed with exit code 3>"}}`)
	getenv := func(name string) string { return map[string]string{"COPILOT_CLI": "1"}[name] }
	if events, err := Claude.Hear(payload, getenv); events != nil || err != nil {
		t.Errorf("got %v, %v", events, err)
	}
}

// The id of the call follows megabytes of other members, so the payload must be read to its end.
func TestClaudeHearsHugePayload(t *testing.T) {
	payload := `{"session_id":"s","hook_event_name":"PostToolUse","tool_name":"Edit","tool_input":{"file_path":"/p/a"},"tool_response":{"originalFile":"` +
		strings.Repeat(`x\"\n`, 4<<20) + `"},"tool_use_id":"t"}`
	events, err := Claude.Hear([]byte(payload), launchedIn(""))
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

// FuzzClaude checks that Hear does not panic for any payload, and that Answer returns one JSON
// object on one line without a null, for which the client would drop the reply.
func FuzzClaude(f *testing.F) {
	names, err := filepath.Glob(filepath.Join("testdata", "claude", "*.jsonl"))
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for i, line := range bytes.Split(text, []byte("\n")) {
			if i%7 == 0 && len(line) < 2000 {
				f.Add(line, engine.Warn, "is <red> & \x00\xff", uint(i*300))
			}
		}
	}
	f.Fuzz(func(t *testing.T, payload []byte, severity, message string, times uint) {
		events, _ := Claude.Hear(payload, launchedIn("/p"))
		message += strings.Repeat("x", int(times%20000))
		v := engine.Verdict{Findings: []engine.Finding{{Rule: "a", Severity: severity, Message: message}, {Rule: "b", Severity: engine.Warn, Message: message}}}
		for _, e := range events {
			reply := Claude.Answer(e, v)
			if reply == nil {
				continue
			}
			var object map[string]any
			if err := json.Unmarshal(reply, &object); err != nil || bytes.Count(reply, []byte("\n")) != 1 || reply[len(reply)-1] != '\n' {
				t.Fatalf("answered %q: %v", reply, err)
			}
			noNull(t, object)
		}
	})
}

func noNull(t *testing.T, value any) {
	switch v := value.(type) {
	case nil:
		t.Fatal("answered with a null")
	case map[string]any:
		for _, member := range v {
			noNull(t, member)
		}
	}
}

// BenchmarkClaudeHears measures the payload after an edit of a file of 1 MB.
func BenchmarkClaudeHears(b *testing.B) {
	file := strings.Repeat("func f() { return \\\"x\\\" }\\n", 40000)
	payload := []byte(`{"session_id":"s","hook_event_name":"PostToolUse","tool_name":"Edit","tool_input":{"file_path":"/p/a"},"tool_response":{"originalFile":"` + file + `"},"tool_use_id":"t"}`)
	b.SetBytes(int64(len(payload)))
	for b.Loop() {
		if events, err := Claude.Hear(payload, launchedIn("")); err != nil || events[0].Call != "t" {
			b.Fatal(events, err)
		}
	}
}

func launchedIn(project string) func(string) string {
	return func(name string) string {
		if name == "CLAUDE_PROJECT_DIR" {
			return project
		}
		return ""
	}
}

func recorded(t *testing.T) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join("testdata", "claude", "*.jsonl"))
	if err != nil || len(names) == 0 {
		t.Fatal("no payloads", err)
	}
	return names
}

func lines(t *testing.T, name string) [][]byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
}
