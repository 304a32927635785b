package agent

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The lines are those of the clients in the versions of e2e/clients.txt, whose users have interrupted a call or answered a question, without
// what is not read.
func TestPauses(t *testing.T) {
	for name, test := range map[string]struct {
		client      Agent
		lines       []string
		interrupted int64
		waited      int64
	}{
		"claude": {Claude, []string{
			`{"type":"user","message":{"role":"user","content":[{"type":"text","text":"[Request interrupted by user]"}]},"timestamp":"2026-11-29T12:45:55.547Z"}`,
			`{"type":"user","message":{"role":"user","content":"what does [Request interrupted by user] mean?"},"timestamp":"2026-11-29T12:46:55.547Z"}`,
			`{"type":"user","message":{"role":"user","content":[{"type":"text","text":"[Request interrupted by user for tool use]"}]},"timestamp":"2026-11-29T12:47:55.547Z"}`,
		}, 2, 0},
		"codex": {Codex, []string{
			`{"timestamp":"2026-07-06T09:53:35.301Z","type":"event_msg","payload":{"type":"turn_aborted","turn_id":"019f36d8","reason":"interrupted","duration_ms":9857}}`,
			`{"timestamp":"2026-07-06T09:53:36.301Z","type":"event_msg","payload":{"type":"turn_aborted","turn_id":"019f36d9","reason":"replaced"}}`,
		}, 1, 0},
		"gemini": {Gemini, []string{
			`{"id":"c7","timestamp":"2026-11-29T12:47:43.762Z","type":"info","content":"Request cancelled."}`,
			`{"id":"c8","timestamp":"2026-11-29T12:47:44.762Z","type":"user","content":[{"text":"Request cancelled."}]}`,
		}, 1, 0},
		"qwen, two calls of one turn": {Qwen, []string{
			`{"type":"system","subtype":"ui_telemetry","systemPayload":{"uiEvent":{"event.name":"qwen-code.tool_call","status":"cancelled","prompt_id":"p1"}}}`,
			`{"type":"system","subtype":"ui_telemetry","systemPayload":{"uiEvent":{"event.name":"qwen-code.tool_call","status":"cancelled","prompt_id":"p1"}}}`,
			`{"type":"system","subtype":"ui_telemetry","systemPayload":{"uiEvent":{"event.name":"qwen-code.tool_call","status":"error","prompt_id":"p2"}}}`,
		}, 1, 0},
		"copilot": {Copilot, []string{
			`{"type":"permission.requested","data":{"requestId":"r1"},"timestamp":"2026-11-29T13:01:05.545Z"}`,
			`{"type":"permission.completed","data":{"requestId":"r1","result":{"kind":"approved"},"decisionSource":"human_response"},"timestamp":"2026-11-29T13:01:06.311Z"}`,
			`{"type":"permission.requested","data":{"requestId":"r2"},"timestamp":"2026-11-29T13:01:07.545Z"}`,
			`{"type":"permission.completed","data":{"requestId":"r2","result":{"kind":"approved"}},"timestamp":"2026-11-29T13:01:09.545Z"}`,
			`{"type":"permission.completed","data":{"requestId":"r3"},"decisionSource":"human_response","timestamp":"2026-11-29T13:01:10.545Z"}`,
			`{"type":"abort","data":{"reason":"user_initiated"},"timestamp":"2026-11-29T13:01:25.481Z"}`,
		}, 1, 766},
		"pi": {Pi, []string{
			`{"type":"message","message":{"role":"toolResult","content":[{"type":"text","text":"\"aborted\""}],"isError":true}}`,
			`{"type":"message","message":{"role":"assistant","content":[],"stopReason":"aborted","errorMessage":"Operation aborted"}}`,
		}, 1, 0},
	} {
		path := filepath.Join(t.TempDir(), "transcript.jsonl")
		if err := os.WriteFile(path, []byte(strings.Join(test.lines, "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		m := TokenMeter{}
		if err := test.client.Transcript.Measure(path, &m); err != nil || m.Interrupts != test.interrupted || m.WaitedMS != test.waited {
			t.Errorf("%s: %v, interrupted %d times and waited %d ms, want %d and %d", name, err, m.Interrupts, m.WaitedMS, test.interrupted, test.waited)
		}
	}
}
