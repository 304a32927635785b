package agent

import (
	"testing"

	"witness/engine/hook"
)

// A later version of a client may send an exit code, or whatever else says how a call ended, as another type. The outcome is then unknown: a
// zero value would read as success.
func TestResultsOfAnotherForm(t *testing.T) {
	for name, test := range map[string]struct {
		agent   Agent
		payload string
	}{
		"opencode, exit in a list":  {Opencode, `{"hook_event_name":"tool.execute.after","directory":"/p","input":{"tool":"bash","sessionID":"s","callID":"c","args":{"command":"go test"}},"output":{"output":"FAIL","metadata":{"exit":[1]}}}`},
		"grok, exit in a list":      {Grok, `{"hookEventName":"post_tool_use","workspaceRoot":"/p","hook_event_name":"PostToolUse","session_id":"s","cwd":"/p","tool_name":"run_terminal_command","tool_input":{"command":"go test"},"tool_use_id":"c","toolResult":{"exit_code":[1],"output":[70]}}`},
		"vibe, exit as an object":   {Vibe, `{"session_id":"s","cwd":"/p","hook_event_name":"post_tool","tool_name":"file_system.bash","tool_call_id":"c","tool_input":{"command":"go test"},"tool_status":"success","tool_output":{"returncode":{"code":1},"stdout":"FAIL"}}`},
		"pi, without isError":       {Pi, `{"hook_event_name":"tool_result","event":{"toolName":"bash","toolCallId":"c","input":{"command":"go test"},"content":[{"type":"text","text":"FAIL"}]},"ctx":{"sessionId":"s","cwd":"/p"}}`},
		"pi, isError is a text":     {Pi, `{"hook_event_name":"tool_result","event":{"toolName":"bash","toolCallId":"c","input":{"command":"go test"},"content":[{"type":"text","text":"FAIL"}],"isError":"yes"},"ctx":{"sessionId":"s","cwd":"/p"}}`},
		"gemini, without a result":  {Gemini, `{"session_id":"s","cwd":"/p","hook_event_name":"AfterTool","tool_name":"replace","tool_input":{"file_path":"a.go","old_string":"a","new_string":"b"}}`},
		"qwen, without a result":    {Qwen, `{"session_id":"s","cwd":"/p","hook_event_name":"PostToolUse","tool_name":"edit","tool_use_id":"c","tool_input":{"file_path":"/p/a.go","old_string":"a","new_string":"b"}}`},
		"cline, without an output":  {Cline, `{"taskId":"s","workspaceRoots":["/p"],"hookName":"tool_result","tool_result":{"id":"c","name":"editor","input":{"path":"/p/a.go","old_text":"a","new_text":"b"}}}`},
		"cline, without a success":  {Cline, `{"taskId":"s","workspaceRoots":["/p"],"hookName":"tool_result","tool_result":{"id":"c","name":"editor","input":{"path":"/p/a.go","old_text":"a","new_text":"b"},"output":{"result":"x"}}}`},
		"cline, without any result": {Cline, `{"taskId":"s","workspaceRoots":["/p"],"hookName":"tool_result","tool_result":{"id":"c","name":"run_commands","input":{"commands":["go test"]},"output":[{"result":"x"}]}}`},
	} {
		events, err := test.agent.Events([]byte(test.payload), func(string) string { return "" })
		if err != nil || len(events) != 1 || events[0].Outcome != hook.Unknown || events[0].Exit != nil {
			t.Errorf("%s: %v, %v", name, err, events)
		}
	}
}
