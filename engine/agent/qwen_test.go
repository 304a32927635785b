package agent

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"witness/engine/hook"
)

func TestQwenDecodes(t *testing.T) { checkGolden(t, Qwen, nil) }

// Payloads that the recorded sessions lack, some of them recorded separately with version
// 0.15.10.
func TestQwenDecodesOtherShapes(t *testing.T) {
	shell := func(input, content, display string) string {
		return `{"hook_event_name":"PostToolUse","cwd":"/p","tool_name":"run_shell_command","tool_input":{"command":"x"` + input + `},"tool_response":{"llmContent":"` + content + `","returnDisplay":"` + display + `"}}`
	}
	failure := func(text string) string {
		return `{"hook_event_name":"PostToolUseFailure","cwd":"/p","tool_name":"run_shell_command","tool_input":{"command":"x"},"error":"` + text + `","is_interrupt":false}`
	}
	for _, test := range []struct{ name, payload, want string }{
		{"a success that prints what looks like a failure", shell("", `Command: x\nDirectory: (root)\nOutput: x\nError: y\nExit Code: 7\nSignal: 0\nError: (none)\nExit Code: 0\nSignal: 0\nProcess Group PGID: 20244`, ``), `after run run_shell_command ok command="x" exit=0 output="x\nError: y\nExit Code: 7\nSignal: 0" cwd=/p`},
		{"killed", shell("", `Command: x\nDirectory: (root)\nOutput: (empty)\nError: (none)\nExit Code: 0\nSignal: 9\nProcess Group PGID: 12344`, `Command terminated by signal: 9`), `after run run_shell_command failed command="x" exit=137 cwd=/p`},
		{"a success of 0.24", shell("", `Command: x\nDirectory: (root)\nOutput: (empty)\nError: (none)\nExit Code: 0\nSignal: (none)\nProcess Group PGID: (none)`, ``), `after run run_shell_command ok command="x" exit=0 cwd=/p`},
		{"a success of 0.24 in code mode, with a hint", shell("", `Directory: (root)\nOutput: a\nError: (none)\nExit Code: 0\nSignal: (none)\nProcess Group PGID: 7\n\nThis command took 61s.`, ``), `after run run_shell_command ok command="x" exit=0 output="a" cwd=/p`},
		{"a failure of 0.24", failure(`Command: x\nDirectory: (root)\nOutput: (empty)\nError: (none)\nExit Code: 2\nSignal: (none)\nProcess Group PGID: (none)`), `after run run_shell_command failed command="x" exit=2 cwd=/p`},
		{"killed, 0.24", failure(`Command: x\nDirectory: (root)\nOutput: (empty)\nError: (none)\nExit Code: (none)\nSignal: 9\nProcess Group PGID: (none)`), `after run run_shell_command failed command="x" exit=137 cwd=/p`},
		{"truncated, 0.24", failure(`Tool output was too large and has been truncated.\nThe full output has been saved to: /none/run_shell_command_1.output\nTo read it, use read_file.\n\nTruncated part of the output:\nCommand: x\nDirectory: (root)\nOutput: a\n... [CONTENT TRUNCATED] ...\nz\nError: (none)\nExit Code: 3\nSignal: (none)\nProcess Group PGID: (none)`), `after run run_shell_command failed command="x" exit=3 output="a\n... [CONTENT TRUNCATED] ...\nz" cut cwd=/p`},
		{"not run", failure(`Blocked: standalone sleep 3. Run blocking commands in the background`), `after run run_shell_command denied (not started) command="x" cwd=/p`},
		{"an unread file", `{"hook_event_name":"PostToolUseFailure","cwd":"/p","tool_name":"edit","tool_input":{"file_path":"/p/a"},"error":"File /p/a has not been read in this session."}`, `after edit edit failed (not read) edit:/p/a output="File /p/a has not been read in this session." cwd=/p`},
		{"timed out", shell("", `Command timed out after 1000ms before it could complete. Below is the output before it timed out:\na`, `a`), `after run run_shell_command unknown (timeout) command="x" output="a" cut cwd=/p`},
		{"another command than the text says", shell("", `Command: y\nDirectory: (root)\nOutput: a\nError: (none)\nExit Code: 0\nSignal: 0\nProcess Group PGID: 1`, `a`), `after run run_shell_command unknown command="x" output="a" cut cwd=/p`},
		{"a code that is none", shell("", `Command: x\nDirectory: (root)\nOutput: a\nError: (none)\nExit Code: (none)\nSignal: (none)\nProcess Group PGID: 1`, `a`), `after run run_shell_command unknown command="x" output="a" cut cwd=/p`},
		{"a directory below", shell(`,"directory":"q"`, `Command: x\nDirectory: q\nOutput: (empty)\nError: (none)\nExit Code: 0\nSignal: 0\nProcess Group PGID: 1`, ``), `after run run_shell_command ok command="x" exit=0 cwd=/p/q`},
		{"interrupted", `{"hook_event_name":"PostToolUseFailure","cwd":"/p","tool_name":"edit","tool_input":{"file_path":"/p/a"},"error":"e","is_interrupt":true}`, `after edit edit unknown (interrupted) edit:/p/a output="e" cwd=/p`},
		{"a Write that the user changed", `{"hook_event_name":"PostToolUse","cwd":"/p","tool_name":"write_file","tool_input":{"file_path":"/p/a","content":"x"},"tool_response":{"returnDisplay":{"newContent":"y"}}}`, "after write write_file ok write:/p/a cwd=/p"},
		{"fields of other types", `{"hook_event_name":"PostToolUse","cwd":"/p","tool_name":"run_shell_command","tool_input":["ls"],"tool_response":"text"}`, "after run run_shell_command unknown cut cwd=/p"},
		{"the end of a batch", `{"hook_event_name":"UserPromptSubmit","prompt":"","cwd":"/p"}`, ""},
		{"a reason for a prompt", `{"hook_event_name":"UserPromptSubmit","prompt":"[witness] still_red: stop.","cwd":"/p"}`, "prompt source=hook cwd=/p"},
		{"the first stop", `{"hook_event_name":"Stop","stop_hook_active":true,"cwd":"/p"}`, "stop cwd=/p"},
		{"no fields at all", `{"hook_event_name":"PreToolUse"}`, "before other  cwd="},
		{"another hook", `{"hook_event_name":"Notification"}`, ""},
	} {
		checkDecode(t, Qwen, test.name, test.payload, test.want)
	}
	checkMalformed(t, Qwen, "PreToolUse")
}

func TestQwenDecodesHugePayload(t *testing.T) {
	output := strings.Repeat(`x\"\n`, 1<<20)
	payload := `{"session_id":"s","hook_event_name":"PostToolUse","tool_name":"run_shell_command","tool_input":{"command":"x"},"tool_response":{"llmContent":"Command: x\nDirectory: (root)\nOutput: ` +
		output + `\nError: (none)\nExit Code: 3\nSignal: 0\nProcess Group PGID: 1","returnDisplay":"` + output + `"},"tool_use_id":"t"}`
	events, err := Qwen.Decode([]byte(payload), environment(nil))
	if err != nil || len(events) != 1 || events[0].Call != "t" || events[0].Exit == nil || *events[0].Exit != 3 {
		t.Errorf("got %d, %v", len(events), err)
	}
}

func TestQwenAnswers(t *testing.T) {
	for _, test := range []struct {
		name     string
		event    hook.Event
		findings []hook.Finding
		want     string
	}{
		{"nothing to say", hook.Event{Moment: hook.Before, Hook: "PreToolUse"}, nil, ""},
		{"warn", hook.Event{Moment: hook.Before, Hook: "PreToolUse"}, []hook.Finding{warned}, ""},
		{"block", hook.Event{Moment: hook.Before, Hook: "PreToolUse"}, []hook.Finding{blocked}, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"[witness] no_thrashing: stop."}}`},
		{"after the fact", hook.Event{Moment: hook.After, Hook: "PostToolUse"}, []hook.Finding{blocked}, `{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"[witness] no_thrashing: stop."}}`},
		{"after a failure", hook.Event{Moment: hook.After, Hook: "PostToolUseFailure"}, []hook.Finding{warned}, `{"hookSpecificOutput":{"hookEventName":"PostToolUseFailure","additionalContext":"[witness] no_edit_unread: a<b>.go was never read & \"matters\"."}}`},
		{"start", hook.Event{Moment: hook.Start, Hook: "SessionStart"}, []hook.Finding{blocked}, `{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"[witness] no_thrashing: stop."}}`},
		{"stop", hook.Event{Moment: hook.Stop, Hook: "Stop"}, []hook.Finding{blocked}, `{"decision":"block","reason":"[witness] no_thrashing: stop."}`},
		{"subagent", hook.Event{Moment: hook.SubagentStart, Hook: "SubagentStart"}, []hook.Finding{warned}, ""},
		{"subagent's stop", hook.Event{Moment: hook.SubagentStop, Hook: "SubagentStop"}, []hook.Finding{blocked}, `{"decision":"block","reason":"[witness] no_thrashing: stop."}`},
		{"subagent's stop again", hook.Event{Moment: hook.SubagentStop, Hook: "SubagentStop", Active: true}, []hook.Finding{blocked}, ""},
		{"end", hook.Event{Moment: hook.End, Hook: "SessionEnd"}, []hook.Finding{blocked}, ""},
	} {
		checkAnswer(t, Qwen, test.name, test.event, test.findings, test.want)
	}
}

func TestQwenDetect(t *testing.T) {
	checkDetect(t, Qwen, "qwen", map[string]string{"CLAUDECODE": "1", "GEMINI_SESSION_ID": "x"})
}

func FuzzQwen(f *testing.F) { fuzz(f, Qwen) }

// Qwen Code 0.24 saves a long output to a file, in the form of the text for the model.
func TestQwenReadsSavedOutput(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run_shell_command_1.output")
	if err := os.WriteFile(path, []byte("Command: x\nDirectory: (root)\nOutput: all of it\nError: (none)\nExit Code: 3\nSignal: (none)\nProcess Group PGID: (none)"), 0o600); err != nil {
		t.Fatal(err)
	}
	checkDecode(t, Qwen, "saved", `{"hook_event_name":"PostToolUseFailure","cwd":"/p","tool_name":"run_shell_command","tool_input":{"command":"x"},"error":"Tool output was too large and has been truncated.\nThe full output has been saved to: `+
		filepath.ToSlash(path)+`\nTo read it, use read_file.\n\nTruncated part of the output:\nCommand: x\n..."}`, `after run run_shell_command failed command="x" exit=3 output="all of it" cwd=/p`)
}
