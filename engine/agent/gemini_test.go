package agent

import (
	"strings"
	"testing"

	"witness/engine/hook"
)

func TestGeminiDecodes(t *testing.T) { checkGolden(t, Gemini, nil) }

// Payloads that the recorded sessions lack, some of them recorded separately with version 0.61.0.
func TestGeminiDecodesOtherShapes(t *testing.T) {
	shell := func(input, content, display string) string {
		return `{"hook_event_name":"AfterTool","cwd":"/p","timestamp":"t","tool_name":"run_shell_command","tool_input":{"command":"x"` + input + `},"tool_response":{"llmContent":"` + content + `","returnDisplay":"` + display + `"}}`
	}
	for _, test := range []struct{ name, payload, want string }{
		{"a success that prints what looks like a failure", shell("", `<untrusted_context>\nOutput: x\nExit Code: 7\nProcess Group PGID: 11379\n</untrusted_context>`, `x\nExit Code: 7`), `after run run_shell_command ok command="x" exit=0 output="x\nExit Code: 7" cwd=/p`},
		{"with what it left in the background", shell("", `<untrusted_context>\nOutput: bgd\nExit Code: 1\nBackground PIDs: 11511\nProcess Group PGID: 11509\n</untrusted_context>`, `bgd`), `after run run_shell_command failed command="x" exit=1 output="bgd" cwd=/p`},
		{"a failure that prints nothing", shell("", `<untrusted_context>\nOutput: (empty)\nExit Code: 3\nProcess Group PGID: 17483\n</untrusted_context>`, `Command exited with code: 3`), `after run run_shell_command failed command="x" exit=3 cwd=/p`},
		{"without the wrapper", shell("", `Output: bad\nExit Code: 3\nProcess Group PGID: 23245`, `bad`), `after run run_shell_command failed command="x" exit=3 output="bad" cwd=/p`},
		{"another display", shell("", `Output: bad\nExit Code: 3\nProcess Group PGID: 23245`, `something`), `after run run_shell_command unknown command="x" output="something" cut cwd=/p`},
		{"the rows of a terminal", strings.Replace(shell("", `Output: \n> shop@1.0.0 test\nbad\nExit Code: 3\nProcess Group PGID: 23245`, `ROWS`), `"ROWS"`, `[[{"text":"bad   ","bold":true,"fg":""}],[]]`, 1), `after run run_shell_command failed command="x" exit=3 output="\n> shop@1.0.0 test\nbad" cwd=/p`},
		{"the rows of a terminal, and nothing failed", strings.Replace(shell("", `Output: fine\nProcess Group PGID: 9\nProcess Group PGID: 23245`, `ROWS`), `"ROWS"`, `[[{"text":"fine"}]]`, 1), `after run run_shell_command ok command="x" exit=0 output="fine\nProcess Group PGID: 9" cwd=/p`},
		{"another text", shell("", `Command was cancelled`, `half`), `after run run_shell_command unknown command="x" output="half" cut cwd=/p`},
		{"a code that is none", shell("", `Output: bad\nExit Code: none\n`, `bad`), `after run run_shell_command unknown command="x" output="bad" cwd=/p`},
		{"an absolute directory", shell(`,"dir_path":"/q/r"`, `Output: (empty)\nProcess Group PGID: 1`, ``), `after run run_shell_command ok command="x" exit=0 cwd=/q/r`},
		{"a Write that the user changed", `{"hook_event_name":"AfterTool","cwd":"/p","tool_name":"write_file","tool_input":{"file_path":"a","content":"x"},"tool_response":{"llmContent":"","returnDisplay":{"newContent":"y"}}}`, "after write write_file ok write:a cwd=/p"},
		{"fields of other types", `{"hook_event_name":"AfterTool","cwd":"/p","tool_name":"run_shell_command","tool_input":["ls"],"tool_response":"text"}`, "after run run_shell_command unknown cut cwd=/p"},
		{"no fields at all", `{"hook_event_name":"BeforeTool"}`, "before other  cwd="},
		{"a reason for a prompt", `{"hook_event_name":"BeforeAgent","prompt":"[witness] still_red: stop.","cwd":"/p"}`, "prompt source=hook cwd=/p"},
		{"another hook", `{"hook_event_name":"PreCompress"}`, ""},
	} {
		checkDecode(t, Gemini, test.name, test.payload, test.want)
	}
	checkMalformed(t, Gemini, "BeforeTool")
}

// The id of a call is derived from its payload, which includes the time.
func TestGeminiCallIDIsDerivedFromPayload(t *testing.T) {
	call := func(payload string) string {
		events, err := Gemini.Decode([]byte(payload), environment(nil))
		if err != nil || len(events) != 1 {
			t.Fatal(events, err)
		}
		return events[0].Call
	}
	first := call(`{"hook_event_name":"BeforeTool","tool_name":"glob","timestamp":"2026-11-20T20:25:45.978Z"}`)
	if again := call(`{"hook_event_name":"BeforeTool","tool_name":"glob","timestamp":"2026-11-20T20:25:45.978Z"}`); first == "" || again != first {
		t.Errorf("the same payload: %q, %q", first, again)
	}
	if later := call(`{"hook_event_name":"BeforeTool","tool_name":"glob","timestamp":"2026-11-20T20:25:45.979Z"}`); later == first {
		t.Error("the same call a millisecond later has the same id")
	}
	if timeless := call(`{"hook_event_name":"BeforeTool","tool_name":"glob"}`); timeless != "" {
		t.Errorf("without a time: %q", timeless)
	}
}

// A large output occurs twice in the payload, for the model and for the user.
func TestGeminiDecodesHugePayload(t *testing.T) {
	output := strings.Repeat(`x\"\n`, 1<<20)
	payload := `{"session_id":"s","hook_event_name":"AfterTool","tool_name":"run_shell_command","tool_input":{"command":"x"},"tool_response":{"llmContent":"<untrusted_context>\nOutput: ` +
		output + `\nExit Code: 3\nProcess Group PGID: 1\n</untrusted_context>","returnDisplay":"` + output + `"},"timestamp":"t"}`
	events, err := Gemini.Decode([]byte(payload), environment(nil))
	if err != nil || len(events) != 1 || events[0].Call == "" || events[0].Exit == nil || *events[0].Exit != 3 {
		t.Errorf("got %d, %v", len(events), err)
	}
}

func TestGeminiAnswers(t *testing.T) {
	three := 3
	for _, test := range []struct {
		name     string
		event    hook.Event
		findings []hook.Finding
		want     string
	}{
		{"nothing to say", hook.Event{Moment: hook.Before, Hook: "BeforeTool"}, nil, ""},
		{"warn", hook.Event{Moment: hook.Before, Hook: "BeforeTool"}, []hook.Finding{warned}, ""},
		{"block", hook.Event{Moment: hook.Before, Hook: "BeforeTool"}, []hook.Finding{blocked}, `{"decision":"deny","reason":"[witness] no_thrashing: stop."}`},
		{"after the fact", hook.Event{Moment: hook.After, Hook: "AfterTool"}, []hook.Finding{blocked}, `{"hookSpecificOutput":{"hookEventName":"AfterTool","additionalContext":"[witness] no_thrashing: stop."}}`},
		{"after a failed command", hook.Event{Moment: hook.After, Hook: "AfterTool", Outcome: hook.Failed, Exit: &three, Output: "bad"}, []hook.Finding{warned}, `{"hookSpecificOutput":{"hookEventName":"AfterTool","additionalContext":"[witness] no_edit_unread: a<b>.go was never read & \"matters\"."}}`},
		{"after a failed tool", hook.Event{Moment: hook.After, Hook: "AfterTool", Outcome: hook.Failed, Output: "no match"}, []hook.Finding{blocked}, `{"decision":"deny","reason":"no match\n[witness] no_thrashing: stop."}`},
		{"start", hook.Event{Moment: hook.Start, Hook: "SessionStart"}, []hook.Finding{blocked}, `{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"[witness] no_thrashing: stop."}}`},
		{"prompt", hook.Event{Moment: hook.Prompt, Hook: "BeforeAgent"}, []hook.Finding{blocked}, `{"hookSpecificOutput":{"hookEventName":"BeforeAgent","additionalContext":"[witness] no_thrashing: stop."}}`},
		{"stop", hook.Event{Moment: hook.Stop, Hook: "AfterAgent"}, []hook.Finding{blocked}, `{"decision":"deny","reason":"[witness] no_thrashing: stop."}`},
		{"stop again", hook.Event{Moment: hook.Stop, Hook: "AfterAgent", Active: true}, []hook.Finding{blocked}, ""},
		{"end", hook.Event{Moment: hook.End, Hook: "SessionEnd"}, []hook.Finding{blocked}, ""},
	} {
		checkAnswer(t, Gemini, test.name, test.event, test.findings, test.want)
	}
}

func TestGeminiDetect(t *testing.T) {
	checkDetect(t, Gemini, "gemini", map[string]string{"CLAUDECODE": "1", "QWEN_PROJECT_DIR": "/home/dev/proj"})
}

func FuzzGemini(f *testing.F) { fuzz(f, Gemini) }
