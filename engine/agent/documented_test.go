package agent

import (
	"strings"
	"testing"

	"witness/engine/hook"
)

// A documentedPayload is a payload put together from the documentation of an agent that was not
// run, or made in the form of one that was measured.
type documentedPayload struct {
	agent           Agent
	env, payload    string
	event           string
	blocked, warned string // the replies to a block and to a warning
}

func documentedPayloads() []documentedPayload {
	return []documentedPayload{
		{
			Cursor, "", `{"conversation_id":"c","generation_id":"g","model":"m","hook_event_name":"preToolUse","cursor_version":"2.4","workspace_roots":["/home/dev/proj"],"tool_name":"Shell","tool_input":{"command":"npm test","working_directory":"/home/dev/proj/web"},"tool_use_id":"t","cwd":"/home/dev/proj"}`,
			`before run Shell command="npm test" cwd=/home/dev/proj/web`, `{"permission":"deny","user_message":"[witness] r: m","agent_message":"[witness] r: m"}`, ``,
		},
		{
			Cursor, "", `{"conversation_id":"c","hook_event_name":"postToolUse","cursor_version":"2.4","workspace_roots":["/home/dev/proj"],"tool_name":"Shell","tool_input":{"command":"npm test"},"tool_output":"{\"exitCode\":1,\"stdout\":\"1 failed\\n\"}","tool_use_id":"t","cwd":"/home/dev/proj","duration":12.5}`,
			`after run Shell failed command="npm test" exit=1 output="1 failed\n"`, `{"additional_context":"[witness] r: m"}`, `{"additional_context":"[witness] r: m"}`,
		},
		{
			Cursor, "", `{"conversation_id":"c","hook_event_name":"postToolUseFailure","cursor_version":"2.4","workspace_roots":["/home/dev/proj"],"tool_name":"Write","tool_input":{"file_path":"/home/dev/proj/a.go"},"tool_use_id":"t","error_message":"x","failure_type":"permission_denied"}`,
			`after write Write denied (refused by the user) write:/home/dev/proj/a.go`, ``, ``,
		},
		{
			Cursor, "", `{"conversation_id":"c","hook_event_name":"stop","cursor_version":"2.4","workspace_roots":["/home/dev/proj"],"status":"completed","loop_count":0}`,
			`stop`, `{"followup_message":"[witness] r: m"}`, `{"followup_message":"[witness] r: m"}`,
		},
		{
			VSCode, "", `{"timestamp":"2026-10-01T10:00:00.000Z","cwd":"/home/dev/proj","sessionId":"s","hookEventName":"PreToolUse","transcript_path":"/t.json","tool_name":"editFiles","tool_input":{"files":["src/main.ts"]},"tool_use_id":"tool-123"}`,
			`before edit editFiles edit:src/main.ts`, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"[witness] r: m"}}`, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"[witness] r: m"}}`,
		},
		{
			VSCode, "", `{"timestamp":"2026-10-01T10:00:00.000Z","cwd":"/home/dev/proj","session_id":"s","hookEventName":"PostToolUse","tool_name":"run_in_terminal","tool_input":{"command":"npm test","explanation":"x"},"tool_use_id":"t","tool_response":"1 failed\nCommand exited with code 1"}`,
			`after run run_in_terminal failed command="npm test" exit=1 output="1 failed\n"`, `{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"[witness] r: m"}}`, `{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"[witness] r: m"}}`,
		},
		{
			VSCode, "", `{"cwd":"/home/dev/proj","sessionId":"s","hookEventName":"Stop","stop_hook_active":false}`,
			`stop`, `{"hookSpecificOutput":{"hookEventName":"Stop","decision":"block","reason":"[witness] r: m"}}`, `{"hookSpecificOutput":{"hookEventName":"Stop","decision":"block","reason":"[witness] r: m"}}`,
		},
		{ // the form of Copilot Chat in VS Code, April 2026
			VSCode, "", `{"timestamp":"2026-04-28T06:43:39.567Z","hook_event_name":"PreToolUse","session_id":"s","transcript_path":"/tmp/chat.jsonl","tool_name":"run_in_terminal","tool_input":{"command":"npm test","explanation":"x","goal":"x","mode":"sync","timeout":100000},"tool_use_id":"call_1","cwd":"/home/dev/proj"}`,
			`before run run_in_terminal command="npm test"`, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"[witness] r: m"}}`, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"[witness] r: m"}}`,
		},
		{
			VSCode, "", `{"timestamp":"2026-04-28T06:43:39.567Z","hook_event_name":"PreToolUse","session_id":"s","transcript_path":"/tmp/chat.jsonl","tool_name":"create_file","tool_input":{"filePath":"/home/dev/proj/a.ts","content":"x"},"tool_use_id":"call_1","cwd":"/home/dev/proj"}`,
			`before write create_file write:/home/dev/proj/a.ts content="x"`, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"[witness] r: m"}}`, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"[witness] r: m"}}`,
		},
		{ // on Windows
			VSCode, "", `{"timestamp":"2026-03-10T22:48:29.832Z","hook_event_name":"SessionStart","session_id":"s","transcript_path":"c:\\Users\\Dev\\AppData\\Roaming\\Code\\User\\workspaceStorage\\1f\\GitHub.copilot-chat\\transcripts\\s.jsonl","source":"new","cwd":"/home/dev/proj"}`,
			`start source=new`, `{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"[witness] r: m"}}`, `{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"[witness] r: m"}}`,
		},
		{
			VSCode, "", `{"timestamp":"2026-04-28T06:43:39.567Z","hook_event_name":"PostToolUse","session_id":"s","tool_name":"multi_replace_string_in_file","tool_input":{"explanation":"x","replacements":[{"filePath":"/home/dev/proj/a.ts","oldString":"x","newString":"y"}]},"tool_response":"","tool_use_id":"call_1","cwd":"/home/dev/proj"}`,
			`after edit multi_replace_string_in_file ok edit:/home/dev/proj/a.ts`, `{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"[witness] r: m"}}`, `{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"[witness] r: m"}}`,
		},
		{
			VSCode, "", `{"timestamp":"2026-04-28T06:43:39.567Z","hook_event_name":"Stop","session_id":"s","transcript_path":"/home/dev/.config/Code/User/workspaceStorage/1f/GitHub.copilot-chat/transcripts/s.jsonl","stop_hook_active":false,"cwd":"/home/dev/proj"}`,
			`stop`, `{"hookSpecificOutput":{"hookEventName":"Stop","decision":"block","reason":"[witness] r: m"}}`, `{"hookSpecificOutput":{"hookEventName":"Stop","decision":"block","reason":"[witness] r: m"}}`,
		},
		{
			Devin, "DEVIN_PROJECT_DIR", `{"hook_event_name":"PreToolUse","session_id":"s","prompt_id":"p","tool_name":"exec","tool_input":{"command":"npm test"},"tool_use_id":"t"}`,
			`before run exec command="npm test"`, `{"decision":"block","reason":"[witness] r: m"}`, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"[witness] r: m"}}`,
		},
		{
			Devin, "DEVIN_PROJECT_DIR", `{"hook_event_name":"PostToolUse","session_id":"s","tool_name":"exec","tool_input":{"command":"npm test"},"tool_use_id":"t","tool_response":{"success":false,"output":"1 failed","error":"exit"}}`,
			`after run exec failed command="npm test" output="1 failed\nexit"`, `{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"[witness] r: m"}}`, `{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"[witness] r: m"}}`,
		},
		{
			Kimi, "", `{"hook_event_name":"PreToolUse","session_id":"s","cwd":"/home/dev/proj","client_type":"kimi_code_cli","tool_name":"Edit","tool_input":{"path":"a.py","old_string":"x","new_string":"y"},"tool_call_id":"t"}`,
			`before edit Edit edit:a.py`, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"[witness] r: m"}}`, ``,
		},
		{
			Kimi, "", `{"hook_event_name":"PostToolUseFailure","session_id":"s","cwd":"/home/dev/proj","client_type":"kimi_code_cli","tool_name":"Bash","tool_input":{"command":"pytest"},"tool_call_id":"t","error":{"code":"internal","message":"1 failed\nCommand failed with exit code: 2.","retryable":false}}`,
			`after run Bash failed command="pytest" exit=2 output="1 failed\n"`, ``, ``,
		},
		{
			Kimi, "", `{"hook_event_name":"PostToolUse","session_id":"s","cwd":"/home/dev/proj","client_type":"kimi_code_cli","tool_name":"Bash","tool_input":{"command":"true"},"tool_call_id":"t","tool_output":"Command executed successfully."}`,
			`after run Bash ok command="true" exit=0`, ``, ``,
		},
		{
			Kimi, "", `{"hook_event_name":"PostToolUse","session_id":"s","cwd":"/home/dev/proj","client_type":"kimi_code_cli","tool_name":"Bash","tool_input":{"command":"go test ."},"tool_call_id":"t","tool_output":"task_id: bash-1\npid: 2\ndescription: Bash: go test .\nstatus: running\nautomatic_notification: true"}`,
			`after run Bash unknown command="go test ." background`, ``, ``,
		},
		{
			Kimi, "", `{"hook_event_name":"UserPromptSubmit","session_id":"s","cwd":"/home/dev/proj","client_type":"kimi_code_cli","prompt":[{"type":"text","text":"Do it"}],"is_steer":false}`,
			`prompt`, `{"message":"[witness] r: m"}`, `{"message":"[witness] r: m"}`,
		},
		{
			Kimi, "", `{"hook_event_name":"Stop","session_id":"s","cwd":"/home/dev/proj","client_type":"kimi_code_cli","stop_hook_active":false}`,
			`stop`, `{"hookSpecificOutput":{"hookEventName":"Stop","permissionDecision":"deny","permissionDecisionReason":"[witness] r: m"}}`, `{"hookSpecificOutput":{"hookEventName":"Stop","permissionDecision":"deny","permissionDecisionReason":"[witness] r: m"}}`,
		},
		{
			Grok, "", `{"hookEventName":"pre_tool_use","sessionId":"s","cwd":"/home/dev/proj","workspaceRoot":"/home/dev/proj/","timestamp":"2026-11-27T12:00:00+00:00","toolName":"search_replace","hook_event_name":"PreToolUse","session_id":"s","permission_mode":"default","tool_name":"search_replace","tool_input":{"file_path":"/home/dev/proj/a.go","old_string":"x","new_string":"y"},"tool_use_id":"t"}`,
			`before edit search_replace edit:/home/dev/proj/a.go`, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"[witness] r: m"}}`, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"[witness] r: m"}}`,
		},
		{
			Grok, "", `{"hookEventName":"post_tool_use","sessionId":"s","cwd":"/home/dev/proj","workspaceRoot":"/home/dev/proj/","timestamp":"2026-11-27T12:00:01+00:00","toolName":"run_terminal_command","toolUseId":"t","toolInput":{"command":"go test ."},"toolResult":{"type":"Bash","output":[70,65,73,76,10],"output_for_prompt":"exit: 1\nFAIL\n","exit_code":1,"truncated":false,"timed_out":false},"isBackgrounded":false,"hook_event_name":"PostToolUse","session_id":"s","tool_name":"run_terminal_command","tool_input":{"command":"go test ."},"tool_use_id":"t"}`,
			`after run run_terminal_command failed command="go test ." exit=1 output="FAIL\n"`, `{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"[witness] r: m"}}`, `{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"[witness] r: m"}}`,
		},
		{
			Grok, "", `{"hookEventName":"user_prompt_submit","sessionId":"s","cwd":"/home/dev/proj","workspaceRoot":"/home/dev/proj/","promptId":"subagent-completed-1","prompt":"<system-reminder>","hook_event_name":"UserPromptSubmit","session_id":"s","transcript_path":"/t/s/updates.jsonl"}`,
			`prompt source=task-notification`, ``, ``,
		},
		{
			Grok, "", `{"hookEventName":"stop","sessionId":"s","cwd":"/home/dev/proj","workspaceRoot":"/home/dev/proj/","promptId":"p","reason":"end_turn","stopHookActive":false,"lastAssistantMessage":"Done.","hook_event_name":"Stop","session_id":"s"}`,
			`stop`, `{"decision":"block","reason":"[witness] r: m"}`, `{"decision":"block","reason":"[witness] r: m"}`,
		},
		{
			Vibe, "", `{"session_id":"s","transcript_path":"/home/dev/.vibe/logs/session/s","cwd":"/home/dev/proj","parent_session_id":null,"hook_event_name":"pre_tool","tool_name":"file_system.search_replace","tool_call_id":"t","tool_input":{"file_path":"/home/dev/proj/a.go","old_string":"x","new_string":"y"}}`,
			`before edit file_system.search_replace edit:/home/dev/proj/a.go`, `{"decision":"deny","reason":"[witness] r: m"}`, ``,
		},
		{
			Vibe, "", `{"session_id":"s","cwd":"/home/dev/proj","parent_session_id":"p","hook_event_name":"post_tool","tool_name":"file_system.bash","tool_call_id":"t","tool_input":{"command":"go test ."},"tool_status":"success","tool_output":{"command":"go test .","returncode":1,"stderr":"","stdout":"FAIL\n","timed_out":false,"was_truncated":false},"tool_output_text":"returncode: 1","tool_error":null,"duration_ms":3}`,
			`after run file_system.bash failed actor=s command="go test ." exit=1 output="FAIL\n"`, `{"hook_specific_output":{"additional_context":"[witness] r: m"}}`, `{"hook_specific_output":{"additional_context":"[witness] r: m"}}`,
		},
		{
			Vibe, "", `{"session_id":"s","cwd":"/home/dev/proj","parent_session_id":null,"hook_event_name":"post_agent"}`,
			`stop`, `{"decision":"deny","reason":"[witness] r: m"}`, `{"decision":"deny","reason":"[witness] r: m"}`,
		},
		{
			Kilo, "", `{"hook_event_name":"tool.execute.before","client":"kilo","directory":"/home/dev/proj","input":{"tool":"bash","sessionID":"s","callID":"t"},"output":{"args":{"command":"go test .","workdir":"web"}}}`,
			`before run bash command="go test ." cwd=/home/dev/proj/web`, `{"deny":"[witness] r: m"}`, ``,
		},
		{
			Kiro, "", `{"hook_event_name":"preToolUse","cwd":"/home/dev/proj","session_id":"s","tool_name":"fs_write","tool_input":{"command":"str_replace","path":"/home/dev/proj/a.txt"}}`,
			`before edit fs_write edit:/home/dev/proj/a.txt`, `deny [witness] r: m`, ``,
		},
		{
			Kiro, "", `{"hook_event_name":"PostToolUse","cwd":"/home/dev/proj","session_id":"s","tool_name":"execute_bash","tool_input":{"command":"npm test"},"tool_response":{"success":true,"result":[{"exit_status":"1","stdout":"1 failed","stderr":""}]}}`,
			`after run execute_bash failed command="npm test" exit=1 output="1 failed"`, ``, ``,
		},
		{
			Goose, "", `{"event":"PreToolUse","session_id":"s","working_dir":"/home/dev/proj","tool_name":"developer__edit","tool_input":{"path":"a.txt","before":"x","after":"y"},"tool_call_id":"t"}`,
			`before edit developer__edit edit:a.txt`, `{"decision":"block","reason":"[witness] r: m"}`, ``,
		},
		{
			Goose, "", `{"event":"PostToolUseFailure","session_id":"s","working_dir":"/home/dev/proj","tool_name":"developer__shell","tool_input":{"command":"npm test"},"tool_call_id":"t"}`,
			`after run developer__shell failed command="npm test"`, ``, ``,
		},
	}
}

func TestDocumentedAgents(t *testing.T) {
	for _, test := range documentedPayloads() {
		env := environment(map[string]string{test.env: "/home/dev/proj"})
		events, err := test.agent.Decode([]byte(test.payload), env)
		if err != nil || len(events) != 1 {
			t.Errorf("%s: %s: got %v, %v", test.agent.Name, test.payload, events, err)
			continue
		}
		if got := brief(events[0]); got != test.event || events[0].Session == "" {
			t.Errorf("%s: got %s\nwant %s", test.agent.Name, got, test.event)
		}
		for severity, want := range map[string]string{hook.Block: test.blocked, hook.Warn: test.warned} {
			v := hook.Verdict{Findings: []hook.Finding{{Rule: "r", Severity: severity, Message: "m"}}}
			if got := strings.TrimSuffix(string(test.agent.Answer(events[0], v)), "\n"); got != want {
				t.Errorf("%s: %s: answered %s\nwant %s", test.agent.Name, severity, got, want)
			}
		}
	}
}

// Cursor's stop hook is answered only if the agent ended its turn itself, not if its user did.
func TestCursorStopIsAnsweredOnlyWhenCompleted(t *testing.T) {
	for status, want := range map[string]string{"completed": "stop", "aborted": "", "error": ""} {
		checkDecode(t, Cursor, status, `{"conversation_id":"c","hook_event_name":"stop","cursor_version":"2.4","workspace_roots":["/home/dev/proj"],"status":"`+status+`","loop_count":0}`, want)
	}
}

func TestDocumentedAgentsDoNotDetectOthers(t *testing.T) {
	for _, a := range []Agent{Cursor, VSCode, Devin, Kimi, Grok, Vibe, Kilo, Kiro, Goose} {
		checkDetect(t, a, a.Name, map[string]string{"DEVIN_PROJECT_DIR": "/home/dev/proj"})
	}
}

// VS Code's terminal on Windows is PowerShell, elsewhere a shell of POSIX.
func TestVSCodeShell(t *testing.T) {
	for cwd, want := range map[string]string{`d:\\proj`: "powershell", "/home/dev/proj": ""} {
		events, err := VSCode.Decode([]byte(`{"cwd":"`+cwd+`","sessionId":"s","hookEventName":"PreToolUse","tool_name":"run_in_terminal","tool_input":{"command":"ls"}}`), environment(nil))
		if err != nil || len(events) != 1 || events[0].Shell != want {
			t.Errorf("%s: got %v, %v", cwd, events, err)
		}
	}
}
