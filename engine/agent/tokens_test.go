package agent

import (
	"testing"

	"witness/engine/hook"
)

// TestTokensOfRequests reads lines as Copilot CLI 1.0.102 and Qwen Code 0.24.4 write them for each request.
func TestTokensOfRequests(t *testing.T) {
	for _, test := range []struct {
		form tokenForm
		line string
		want TokenCount
		ok   bool
	}{
		{
			copilotTokens, `{"type":"session.usage_record","data":{"usage":{"model":"gpt-5.5","inputTokens":100,"outputTokens":20,"cacheReadTokens":60,"cacheWriteTokens":10,"apiCallId":"a1"}}}`,
			TokenCount{Message: "a1", Usage: hook.Usage{Model: "gpt-5.5", Input: 30, Cached: 60, Written: 10, Output: 20}},
			true,
		},
		{copilotTokens, `{"type":"user.message","data":{"content":"what is session.usage_record?"}}`, TokenCount{}, false},
		{
			qwenTokens, `{"uuid":"u1","type":"assistant","model":"m","usageMetadata":{"promptTokenCount":100,"candidatesTokenCount":20,"thoughtsTokenCount":5,"totalTokenCount":125,"cachedContentTokenCount":40}}`,
			TokenCount{Message: "u1", Usage: hook.Usage{Model: "m", Input: 60, Cached: 40, Output: 25}},
			true,
		},
		{
			qwenTokens, `{"uuid":"u1","type":"assistant","model":"m","usageMetadata":{"promptTokenCount":100,"candidatesTokenCount":20,"thoughtsTokenCount":5,"totalTokenCount":120}}`,
			TokenCount{Message: "u1", Usage: hook.Usage{Model: "m", Input: 100, Output: 20}},
			true,
		},
		{
			opencodeTokens, `{"info":{"id":"msg_1","role":"assistant","modelID":"m","tokens":{"input":30,"output":20,"reasoning":5,"cache":{"read":60,"write":10}}},"parts":[]}`,
			TokenCount{Message: "msg_1", Usage: hook.Usage{Model: "m", Input: 30, Cached: 60, Written: 10, Output: 25}},
			true,
		},
		// opencode 1.18 writes the sum of a session into what it exports.
		{opencodeTokens, `{"info":{"id":"ses_1","directory":"/p","tokens":{"input":30,"output":20,"reasoning":5,"cache":{"read":60,"write":10}}}}`, TokenCount{}, false},
		{qwenTokens, `{"uuid":"u2","type":"user","message":{"parts":[{"text":"\"usageMetadata\""}]}}`, TokenCount{}, false},
	} {
		got, ok := readTokens(test.form)([]byte(test.line))
		if got != test.want || ok != test.ok {
			t.Errorf("%s: %+v %v, want %+v", test.line, got, ok, test.want)
		}
	}
}

// TestRepeatedMessages counts a conversation once that stands twice in a transcript, also if the second time is read later.
func TestRepeatedMessages(t *testing.T) {
	m := TokenMeter{}
	for _, one := range []TokenCount{
		{Message: "m1", At: "2026-11-02T09:00:05Z", Usage: hook.Usage{Input: 10, Output: 1}},
		{Message: "m1", At: "2026-11-02T09:00:06Z", Usage: hook.Usage{Input: 10, Output: 7}},
		{Message: "m2", At: "2026-11-02T09:00:09Z", Usage: hook.Usage{Input: 20, Output: 7}},
		{Message: "m1", At: "2026-11-02T09:00:05Z", Usage: hook.Usage{Input: 10, Output: 7}},
		{Message: "m3", At: "2026-11-02T09:30:00Z", Usage: hook.Usage{Input: 5, Output: 2}},
	} {
		m.Add(one)
		m = TokenMeter{Tokens: m.Tokens, Message: m.Message, Counted: m.Counted, At: m.At} // as a store keeps it
	}
	if m.Tokens != 10+7+20+7+5+2 {
		t.Errorf("%d tokens, want 51", m.Tokens)
	}
}

// TestTranscriptOfPayload finds the file under the name that each client gives it.
func TestTranscriptOfPayload(t *testing.T) {
	for _, test := range []struct {
		agent         Agent
		actor         string
		payload, want string
	}{
		{Copilot, "", `{"sessionId":"s","transcriptPath":"/h/events.jsonl"}`, "/h/events.jsonl"},
		{Copilot, "a1", `{"sessionId":"s","transcriptPath":"/h/events.jsonl"}`, ""},
		{Pi, "", `{"hook_event_name":"agent_end","ctx":{"sessionFile":"/h/s.jsonl"}}`, "/h/s.jsonl"},
		{Claude, "a1", `{"session_id":"s","transcript_path":"/h/s.jsonl"}`, "/h/s/subagents/agent-a1.jsonl"},
		{Cursor, "", `{"transcript_path":"/h/s.jsonl"}`, ""},
	} {
		e := hook.Event{Agent: test.agent.Name, Actor: test.actor}
		test.agent.setTranscript(&e, []byte(test.payload))
		if e.Transcript != test.want {
			t.Errorf("%s %s: %s, want %s", test.agent.Name, test.payload, e.Transcript, test.want)
		}
	}
}
