package agent

import (
	"reflect"
	"strings"
	"testing"

	"witness/engine/hook"
)

// TestAnswers decodes the results of the clients' tools for questions. Nobody has answered if the client says so, or says something else.
func TestAnswers(t *testing.T) {
	const asked = `"tool_input":{"questions":[{"id":"q1","question":"Push it?","options":[{"label":"Yes"},{"label":"Deploy it"}]}]}`
	claude := func(rest string) string {
		return `{"session_id":"s","transcript_path":"/h/.claude/projects/p/s.jsonl","cwd":"/p","hook_event_name":"PostToolUse","tool_name":"AskUserQuestion","tool_use_id":"t",` + asked + `,"tool_response":` + rest + `}`
	}
	gemini := func(rest string) string {
		return `{"session_id":"s","transcript_path":"/h/.gemini/s.json","cwd":"/p","hook_event_name":"AfterTool","timestamp":"2026-11-29T10:00:00Z","tool_name":"ask_user",` + asked + `,"tool_response":` + rest + `}`
	}
	qwen := func(rest string) string {
		return `{"session_id":"s","transcript_path":"/h/.qwen/s.jsonl","cwd":"/p","hook_event_name":"PostToolUse","tool_name":"ask_user_question","tool_use_id":"t",` + asked + `,"tool_response":` + rest + `}`
	}
	codex := func(rest string) string {
		return `{"session_id":"s","turn_id":"u","transcript_path":"/h/.codex/sessions/rollout-1.jsonl","cwd":"/p","hook_event_name":"PostToolUse","model":"m","permission_mode":"default","tool_name":"request_user_input","tool_use_id":"t",` + asked + `,"tool_response":` + rest + `}`
	}
	kimi := func(hook, rest string) string {
		return `{"hook_event_name":"` + hook + `","session_id":"s","cwd":"/p","client_type":"kimi_code_cli","tool_name":"AskUserQuestion","tool_call_id":"t",` + asked + `,` + rest + `}`
	}
	opencode := func(rest string) string {
		return `{"hook_event_name":"tool.execute.after","directory":"/p","input":{"tool":"question","sessionID":"s","callID":"c","args":{"questions":[{"question":"Push it?"}]}},"output":` + rest + `}`
	}
	vibe := func(rest string) string {
		return `{"session_id":"s","parent_session_id":null,"cwd":"/p","hook_event_name":"post_tool","tool_name":"ask_user_question","tool_call_id":"t",` + asked + `,"tool_status":"success","tool_output":` + rest + `}`
	}
	copilot := func(fields, rest string) string {
		return `{"sessionId":"s","timestamp":1795968973490,"cwd":"/p","toolName":"ask_user","toolArgs":{"message":"Push it?","requestedSchema":{"type":"object","properties":{` + fields + `}}},"toolResult":{"resultType":"success","textResultForLlm":"` + rest + `"}}`
	}
	push := func(texts ...string) (answers []hook.Answer) {
		for _, text := range texts {
			answers = append(answers, hook.Answer{Question: "Push it?", Text: text})
		}
		return answers
	}
	for name, test := range map[string]struct {
		agent   Agent
		payload string
		want    []hook.Answer
	}{
		"claude":            {Claude, claude(`{"questions":[],"answers":{"Push it?":"Yes"},"annotations":{}}`), push("Yes")},
		"claude, several":   {Claude, claude(`{"answers":{"Push it?":["Yes","Deploy it"]}}`), push("Yes", "Deploy it")},
		"claude, notes":     {Claude, claude(`{"answers":{"Push it?":"Yes"},"annotations":{"Push it?":{"notes":"not to main"}}}`), push("Yes", "not to main")},
		"claude, response":  {Claude, claude(`{"answers":{},"response":"Commit first"}`), []hook.Answer{{Text: "Commit first"}}},
		"claude, idle":      {Claude, claude(`{"answers":{"Push it?":"Yes"},"afkTimeoutMs":300000}`), nil},
		"claude, follow up": {Claude, claude(`{"answers":{"Push it?":"Yes"},"followUp":true}`), nil},
		"claude, nobody":    {Claude, claude(`{"questions":[{"question":"Push it?"}],"answers":{}}`), nil},
		"claude, refused":   {Claude, claude(`"The user doesn't want to proceed with this tool use."`), nil},
		"claude, subagent":  {Claude, strings.Replace(claude(`{"answers":{"Push it?":"Yes"}}`), `"cwd"`, `"agent_id":"a","cwd"`, 1), nil},
		"claude, another":   {Claude, strings.Replace(claude(`{"answers":{"Push it?":"Yes"}}`), `"AskUserQuestion"`, `"mcp__forum__ask_user"`, 1), nil},
		"claude, before":    {Claude, strings.Replace(claude(`{"answers":{"Push it?":"Yes"}}`), `"PostToolUse"`, `"PreToolUse"`, 1), nil},
		"gemini":            {Gemini, gemini(`{"llmContent":"{\"answers\":{\"0\":\"Yes\"}}","returnDisplay":"**User answered:**"}`), push("Yes")},
		"gemini, dismissed": {Gemini, gemini(`{"llmContent":"User dismissed ask_user dialog without answering.","returnDisplay":"User dismissed dialog"}`), nil},
		"gemini, nobody":    {Gemini, gemini(`{"llmContent":"{\"answers\":{}}","returnDisplay":"User submitted without answering questions."}`), nil},
		"qwen":              {Qwen, qwen(`{"llmContent":"User has provided the following answers:\n\n**Next**: Yes","returnDisplay":{"type":"ask_user_question_answers","text":"x","answers":[{"question":"Push it?","answer":"Yes"}]}}`), push("Yes")},
		"qwen, headless":    {Qwen, qwen(`{"llmContent":"Cannot ask user questions in non-interactive mode without ACP support.","returnDisplay":"Cannot ask"}`), nil},
		"qwen, declined":    {Qwen, qwen(`{"llmContent":"User declined to answer the questions.","returnDisplay":"User declined to answer the questions."}`), nil},
		"codex":             {Codex, codex(`"{\"answers\":{\"q1\":{\"answers\":[\"Yes\",\"user_note: to the fork\"]}}}"`), push("Yes", "to the fork")},
		"codex, nobody":     {Codex, codex(`"{\"answers\":{}}"`), nil},
		"codex, exec":       {Codex, codex(`"request_user_input is not supported in exec mode"`), nil},
		"kimi":              {Kimi, kimi("PostToolUse", `"tool_output":"{\"answers\":{\"Push it?\":\"Yes\"}}"`), push("Yes")},
		"kimi, dismissed":   {Kimi, kimi("PostToolUse", `"tool_output":"{\"answers\":{},\"note\":\"User dismissed the question without answering.\"}"`), nil},
		"kimi, later":       {Kimi, kimi("PostToolUse", `"tool_output":"task_id: q\nstatus: running\n"`), nil},
		"kimi, failed":      {Kimi, kimi("PostToolUseFailure", `"tool_output":"{\"answers\":{\"Push it?\":\"Yes\"}}","error":{"message":"x"}`), nil},
		"opencode":          {Opencode, opencode(`{"title":"Asked","output":"User has answered your questions: \"Push it?\"=\"Yes\".","metadata":{"answers":[["Yes","Deploy it"]]}}`), push("Yes", "Deploy it")},
		"opencode, nobody":  {Opencode, opencode(`{"title":"Asked","output":"User has answered your questions: \"Push it?\"=\"Unanswered\".","metadata":{"answers":[[]]}}`), nil},
		"copilot":           {Copilot, copilot(`"answer":{"enum":["Yes","No"]}`, "User responded: Yes"), push("Yes")},
		"copilot, form":     {Copilot, copilot(`"deploy it":{"type":"string"},"b":{"type":"string"}`, "User responded: deploy it: no, b: x"), nil},
		"copilot, declined": {Copilot, copilot(`"answer":{"enum":["Yes","No"]}`, "The user declined: Yes"), nil},
		"vibe":              {Vibe, vibe(`{"answers":[{"question":"Push it?","answer":"Yes","is_other":false}],"cancelled":false}`), push("Yes")},
		"vibe, cancelled":   {Vibe, vibe(`{"answers":[{"question":"Push it?","answer":"Yes"}],"cancelled":true}`), nil},
	} {
		t.Run(name, func(t *testing.T) {
			events, err := test.agent.Events([]byte(test.payload), func(string) string { return "" })
			if err != nil || len(events) == 0 {
				t.Fatal(events, err)
			}
			if got := events[len(events)-1].Answers; !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
}

// TestCodexRolloutAnswers reads an answer from a recorded session of Codex.
func TestCodexRolloutAnswers(t *testing.T) {
	read := codexTranscript.Read()
	var got []hook.Answer
	for i, line := range []string{
		`{"type":"session_meta","payload":{"id":"s","session_id":"s","cwd":"/p"}}`,
		`{"type":"response_item","payload":{"type":"function_call","name":"request_user_input","call_id":"c","arguments":"{\"questions\":[{\"id\":\"q1\",\"question\":\"Push it?\"}]}"}}`,
		`{"type":"response_item","payload":{"type":"function_call_output","call_id":"c","output":"{\"answers\":{\"q1\":{\"answers\":[\"Yes\"]}}}"}}`,
		"",
	} {
		for _, s := range read(i+1, []byte(line)) {
			got = append(got, s.Event.Answers...)
		}
	}
	if want := []hook.Answer{{Question: "Push it?", Text: "Yes"}}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
